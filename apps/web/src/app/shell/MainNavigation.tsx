import type { DatasetDetail } from '@atrium/contract';
import { Link } from '@tanstack/react-router';
import { Info } from 'lucide-react';
import { lazy, Suspense } from 'react';
import classes from './MainNavigation.module.css';
import { navigationItems } from './navigationItems.ts';

const MoreLinks = lazy(async () => ({ default: (await import('./MoreLinks.tsx')).MoreLinks }));

export interface MainNavigationProps {
  readonly dataset: DatasetDetail;
  readonly layout: 'bar' | 'list';
}

/** The screens of the active dataset, then the links that the dataset brings along. */
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
