import { Link } from '@tanstack/react-router';
import { CircleHelp } from '../../ui/icons.ts';
import { site } from '../site.ts';
import classes from './MainNavigation.module.css';
import { SiteLink } from './SiteLink.tsx';

interface RightNavigationProps {
  readonly isSignedIn: boolean;
  /** In the bar at the top, or, where that is too narrow for them, above the footer. */
  readonly layout: 'bar' | 'foot';
}

/** The links of every page: those that the site adds, which may be for people who are signed in only, then help. */
export function RightNavigation({ isSignedIn, layout }: RightNavigationProps) {
  const links = site.navigation.general.filter(({ isPublic }) => isPublic || isSignedIn);
  const hasHelp = isSignedIn && layout === 'bar';
  if (links.length === 0 && !hasHelp) return null;
  return (
    <nav aria-label={layout === 'bar' ? 'Site' : 'More pages'} className={classes.right} data-layout={layout}>
      <ul className={classes.items}>
        {links.map(({ label, href, path }) => (
          <li key={label} className={classes.general}>
            <SiteLink label={label} href={href ?? `/${path}`} className={classes.item}>
              {label}
            </SiteLink>
          </li>
        ))}
        {hasHelp && (
          <li>
            <Link
              to="/support"
              className={classes.item}
              data-screen="help"
              activeProps={{ 'aria-current': 'page' }}
              aria-label="Help"
              title="Help"
            >
              <CircleHelp size={18} aria-hidden />
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
