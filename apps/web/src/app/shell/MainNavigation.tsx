import type { DatasetDetail } from '@atrium/contract';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import classes from './MainNavigation.module.css';
import { navigationItems } from './navigationItems.ts';

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
          <li key={label}>
            <a href={href} className={classes.item} rel="noreferrer">
              <ExternalLink size={17} aria-hidden />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
