import {
  ChartColumn,
  FileStack,
  Gauge,
  HeartPulse,
  IdCard,
  KeyRound,
  LifeBuoy,
  Newspaper,
  ScrollText,
  Users,
} from 'lucide-react';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { RoomEntry } from '../../../features/admin/rooms/RoomFrame.tsx';

/** What the address says beside the room; each room parses its own part. */
export interface RoomProps {
  /** What is open within the room, the last part of the path; undefined for the room itself. */
  readonly item: string | undefined;
}

export interface Room extends RoomEntry {
  readonly component: LazyExoticComponent<ComponentType<RoomProps>>;
}

const people = 'People';
const portal = 'Portal';

/** The staff rooms in the order of their links; the first one opens where none is named. A new room is one row. */
export const rooms: readonly [Room, ...Room[]] = [
  {
    path: 'accounts',
    title: 'Accounts',
    menu: 'Admin',
    group: people,
    icon: Users,
    component: lazy(async () => ({ default: (await import('./AccountsRoom.tsx')).AccountsRoom })),
  },
  {
    path: 'memberships',
    title: 'Memberships',
    group: people,
    icon: IdCard,
    component: lazy(async () => ({ default: (await import('./MembershipsRoom.tsx')).MembershipsRoom })),
  },
  {
    path: 'groups',
    title: 'Permission groups',
    group: people,
    icon: KeyRound,
    component: lazy(async () => ({ default: (await import('./GroupsRoom.tsx')).GroupsRoom })),
  },
  {
    path: 'reports',
    title: 'Reports',
    group: people,
    icon: FileStack,
    component: lazy(async () => ({ default: (await import('./ReportsRoom.tsx')).ReportsRoom })),
  },
  {
    path: 'news',
    title: 'News',
    group: portal,
    icon: Newspaper,
    component: lazy(async () => ({ default: (await import('./NewsRoom.tsx')).NewsRoom })),
  },
  {
    path: 'support',
    title: 'Support',
    group: portal,
    icon: LifeBuoy,
    component: lazy(async () => ({ default: (await import('./SupportRoom.tsx')).SupportRoom })),
  },
  {
    path: 'usage',
    title: 'User report',
    menu: 'User Report',
    group: people,
    icon: ChartColumn,
    component: lazy(async () => ({ default: (await import('./UsageRoom.tsx')).UsageRoom })),
  },
  {
    path: 'questions',
    title: 'Query troubleshooting',
    menu: 'Query Troubleshooting',
    group: portal,
    icon: Gauge,
    component: lazy(async () => ({ default: (await import('./QuestionsRoom.tsx')).QuestionsRoom })),
  },
  {
    path: 'health',
    title: 'Health',
    group: portal,
    icon: HeartPulse,
    component: lazy(async () => ({ default: (await import('./HealthRoom.tsx')).HealthRoom })),
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
