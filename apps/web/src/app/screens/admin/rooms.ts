import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { RoomEntry, RoomProps } from '../../../features/admin/rooms/RoomFrame.tsx';
import {
  BookOpenText,
  ChartColumn,
  Database,
  FileStack,
  FileUp,
  Gauge,
  HeartPulse,
  IdCard,
  KeyRound,
  LifeBuoy,
  ListChecks,
  Newspaper,
  ScrollText,
  Users,
} from '../../../ui/icons.ts';

export interface Room extends RoomEntry {
  readonly component: LazyExoticComponent<ComponentType<RoomProps>>;
}

const people = 'People';
const data = 'Data';
const portal = 'Portal';

/** The staff rooms in the order of their links; the first one opens where none is named. A new room is one row. */
export const rooms: readonly [Room, ...Room[]] = [
  {
    path: 'accounts',
    title: 'Accounts',
    menu: 'Admin',
    group: people,
    icon: Users,
    component: lazy(async () => ({
      default: (await import('../../../features/admin/accounts/AccountsRoom.tsx')).AccountsRoom,
    })),
  },
  {
    path: 'memberships',
    title: 'Memberships',
    group: people,
    icon: IdCard,
    component: lazy(async () => ({
      default: (await import('../../../features/admin/accounts/MembershipsRoom.tsx')).MembershipsRoom,
    })),
  },
  {
    path: 'groups',
    title: 'Permission groups',
    group: people,
    icon: KeyRound,
    component: lazy(async () => ({
      default: (await import('../../../features/admin/groups/GroupsRoom.tsx')).GroupsRoom,
    })),
  },
  {
    path: 'reports',
    title: 'Reports',
    group: people,
    icon: FileStack,
    component: lazy(async () => ({
      default: (await import('../../../features/admin/reports/ReportsRoom.tsx')).ReportsRoom,
    })),
  },
  {
    path: 'usage',
    title: 'User report',
    menu: 'User Report',
    group: people,
    icon: ChartColumn,
    component: lazy(async () => ({
      default: (await import('../../../features/admin/usage/UsageRoom.tsx')).UsageRoom,
    })),
  },
  {
    path: 'datasets',
    title: 'Datasets',
    group: data,
    icon: Database,
    component: lazy(async () => ({
      default: (await import('../../../features/admin/data/DatasetsRoom.tsx')).DatasetsRoom,
    })),
  },
  {
    path: 'load',
    title: 'Load data',
    group: data,
    icon: FileUp,
    component: lazy(async () => ({
      default: (await import('../../../features/admin/data/LoadRoom.tsx')).LoadRoom,
    })),
  },
  {
    path: 'dictionary',
    title: 'Data dictionary',
    group: data,
    icon: BookOpenText,
    component: lazy(async () => ({
      default: (await import('../../../features/admin/data/DictionaryRoom.tsx')).DictionaryRoom,
    })),
  },
  {
    path: 'imports',
    title: 'ETL logs',
    menu: 'ETL Logs',
    group: data,
    icon: ListChecks,
    component: lazy(async () => ({
      default: (await import('../../../features/admin/data/ImportsRoom.tsx')).ImportsRoom,
    })),
  },
  {
    path: 'questions',
    title: 'Query troubleshooting',
    menu: 'Query Troubleshooting',
    group: portal,
    icon: Gauge,
    component: lazy(async () => ({
      default: (await import('../../../features/admin/questions/QuestionsRoom.tsx')).QuestionsRoom,
    })),
  },
  {
    path: 'health',
    title: 'Health',
    group: portal,
    icon: HeartPulse,
    component: lazy(async () => ({
      default: (await import('../../../features/admin/health/HealthRoom.tsx')).HealthRoom,
    })),
  },
  {
    path: 'news',
    title: 'News',
    group: portal,
    icon: Newspaper,
    component: lazy(async () => ({
      default: (await import('../../../features/admin/news/NewsRoom.tsx')).NewsRoom,
    })),
  },
  {
    path: 'support',
    title: 'Support',
    group: portal,
    icon: LifeBuoy,
    component: lazy(async () => ({
      default: (await import('../../../features/admin/support/SupportRoom.tsx')).SupportRoom,
    })),
  },
  {
    path: 'audit',
    title: 'Audit',
    group: portal,
    icon: ScrollText,
    component: lazy(async () => ({ default: (await import('./AuditRoom.tsx')).AuditRoom })),
  },
];

export const roomAt = (path: string | undefined): Room | undefined =>
  rooms.find((room) => room.path === path);

export const [firstRoom] = rooms;
