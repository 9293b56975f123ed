import type { DatasetDetail } from '@atrium/contract';
import { Link } from '@tanstack/react-router';
import {
  ChartColumn,
  Database,
  Download,
  FileStack,
  Info,
  type LucideIcon,
  Search,
  Table2,
} from 'lucide-react';
import { lazy, Suspense } from 'react';
import { mayOpen, type ScreenPermission } from '../mayOpen.ts';
import classes from './MainNavigation.module.css';

const MoreLinks = lazy(async () => ({ default: (await import('./MoreLinks.tsx')).MoreLinks }));

export interface MainNavigationProps {
  readonly dataset: DatasetDetail;
  readonly layout: 'bar' | 'list';
}

/** Links to the screens of the active dataset, then the dataset's own links. */
export function MainNavigation({ dataset, layout }: MainNavigationProps) {
  const extras = Object.entries(dataset.extraHeaderLinks ?? {});
  return (
    <nav aria-label="Main" className={classes.navigation} data-layout={layout}>
      <ul className={classes.items}>
        {navigationItems(dataset).map(({ label, to, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              params={{ dataset: dataset.uniqueId }}
              className={classes.item}
              activeProps={{ 'aria-current': 'page' }}
              activeOptions={{ includeSearch: false }}
            >
              <Icon size={17} aria-hidden />
              {label}
            </Link>
          </li>
        ))}
        {extras.map(([label, href]) => (
          <li key={label} className={classes.extra}>
            <a href={href} className={classes.item} rel="noreferrer">
              <Info size={17} aria-hidden />
              {label}
            </a>
          </li>
        ))}
        {layout === 'bar' && extras.length > 0 && (
          <li className={classes.more}>
            <Suspense>
              <MoreLinks links={extras} />
            </Suspense>
          </li>
        )}
      </ul>
    </nav>
  );
}

interface NavigationItem {
  readonly label: string;
  readonly to:
    | '/dataset/$dataset'
    | '/$dataset/query'
    | '/$dataset/results'
    | '/$dataset/reports'
    | '/$dataset/aggregate'
    | '/$dataset/download';
  readonly permission: ScreenPermission;
  readonly icon: LucideIcon;
}

const items: readonly NavigationItem[] = [
  { label: 'Dataset Home', to: '/dataset/$dataset', permission: 'member', icon: Database },
  { label: 'Query', to: '/$dataset/query', permission: 'subjects', icon: Search },
  { label: 'Results', to: '/$dataset/results', permission: 'subjects', icon: Table2 },
  { label: 'Reports', to: '/$dataset/reports', permission: 'reports', icon: FileStack },
  { label: 'Aggregate', to: '/$dataset/aggregate', permission: 'aggregates', icon: ChartColumn },
  { label: 'Download', to: '/$dataset/download', permission: 'subjects', icon: Download },
];

/** The screens of a dataset that its member may open, in their order. */
const navigationItems = (dataset: DatasetDetail): readonly NavigationItem[] =>
  items.filter((item) => mayOpen(item.permission, dataset));
