import { Menu } from '@mantine/core';
import { ChevronDown, Info } from '../../ui/icons.ts';
import classes from './MainNavigation.module.css';
import type { FurtherLink } from './SiteLink.tsx';

/** A menu of the dataset's own links, where the bar has too little room for them. */
export function MoreLinks({ links }: { readonly links: readonly FurtherLink[] }) {
  return (
    <Menu position="bottom-start" withinPortal={false}>
      <Menu.Target>
        <button type="button" className={classes.item}>
          More
          <ChevronDown size={15} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {links.map(({ label, href }) => (
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
