import type { DatasetDetail } from '@atrium/contract';
import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ChevronDown, Info } from 'lucide-react';
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
          <li key={label} className={classes.extra}>
            <a href={href} className={classes.item} rel="noreferrer">
              <Info size={17} aria-hidden />
              {label}
            </a>
          </li>
        ))}
        {layout === 'bar' && extras.length > 0 && (
          <li className={classes.more}>
            <MoreLinks links={extras} />
          </li>
        )}
      </ul>
    </nav>
  );
}

/** The dataset's own links, where the bar has no room for them side by side. */
function MoreLinks({ links }: { readonly links: readonly (readonly [string, string])[] }) {
  return (
    <Menu position="bottom-start" withinPortal={false}>
      <Menu.Target>
        <button type="button" className={classes.item}>
          More
          <ChevronDown size={15} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {links.map(([label, href]) => (
          <Menu.Item
            key={label}
            component="a"
            href={href}
            rel="noreferrer"
            leftSection={<Info size={16} aria-hidden />}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
