import type { DatasetLink } from '@atrium/contract/documents/siteConfiguration';
import type { DatasetDetail } from '@atrium/contract/wire/dataset';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Icon } from '../../ui/drawIcon.tsx';
import { ChartColumn, Database, Download, FileStack, Info, Scale, Search, Table2 } from '../../ui/icons.ts';
import { mayOpen, type ScreenPermission } from '../mayOpen.ts';
import { site } from '../site.ts';
import classes from './MainNavigation.module.css';
import { type FurtherLink, SiteLink } from './SiteLink.tsx';

const MoreLinks = lazy(async () => ({ default: (await import('./MoreLinks.tsx')).MoreLinks }));

export interface MainNavigationProps {
  readonly dataset: DatasetDetail;
  readonly layout: 'bar' | 'list';
}

/** Links to the screens of the active dataset, then the dataset's own links. */
export function MainNavigation({ dataset, layout }: MainNavigationProps) {
  const extras = furtherLinks(dataset);
  return (
    <nav aria-label="Main" className={classes.navigation} data-layout={layout}>
      <ul className={classes.items}>
        {navigationItems(dataset).map(({ name, label, to, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              params={{ dataset: dataset.uniqueId }}
              className={classes.item}
              data-screen={name}
              activeProps={{ 'aria-current': 'page' }}
              activeOptions={{ includeSearch: false }}
            >
              <Icon size={17} aria-hidden />
              <span>{label}</span>
            </Link>
          </li>
        ))}
        {extras.map((link) => (
          <li key={link.label} className={classes.extra}>
            <SiteLink {...link} className={classes.item}>
              <Info size={17} aria-hidden />
              <span>{link.label}</span>
            </SiteLink>
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
    | '/$dataset/compare'
    | '/$dataset/download';
  readonly permission: ScreenPermission;
  readonly icon: Icon;
}

const items: Readonly<Record<DatasetLink, NavigationItem>> = {
  dataset: { label: 'Dataset Home', to: '/dataset/$dataset', permission: 'member', icon: Database },
  query: { label: 'Query', to: '/$dataset/query', permission: 'subjects', icon: Search },
  results: { label: 'Results', to: '/$dataset/results', permission: 'subjects', icon: Table2 },
  reports: { label: 'Reports', to: '/$dataset/reports', permission: 'reports', icon: FileStack },
  aggregate: {
    label: 'Aggregate',
    to: '/$dataset/aggregate',
    permission: 'aggregates',
    icon: ChartColumn,
  },
  compare: { label: 'Compare', to: '/$dataset/compare', permission: 'aggregates', icon: Scale },
  download: { label: 'Download', to: '/$dataset/download', permission: 'subjects', icon: Download },
};

/** The screens of a dataset that its member may open, in the order that the site has chosen (rule 14.52). */
const navigationItems = (dataset: DatasetDetail) =>
  site.navigation.main
    .map((name) => ({ name, ...items[name] }))
    .filter(({ permission }) => mayOpen(permission, dataset));

/** The links of the dataset itself, then those that the site adds to every dataset. */
const furtherLinks = ({ uniqueId, extraHeaderLinks }: DatasetDetail): readonly FurtherLink[] => [
  ...Object.entries(extraHeaderLinks ?? {}).map(([label, href]) => ({ label, href })),
  ...site.navigation.dataset.map(({ label, href, path }) => ({
    label,
    href: href ?? `/${uniqueId}/${path}`,
  })),
];
