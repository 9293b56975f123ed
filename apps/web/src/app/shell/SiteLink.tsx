import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A link that the configuration of the site or a dataset adds. */
export interface FurtherLink {
  readonly label: string;
  /** An address elsewhere, or a path of this portal. */
  readonly href: string;
}

interface SiteLinkProps extends FurtherLink {
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** A path opens without loading the page anew; an address elsewhere leaves the portal. */
export const SiteLink = ({ href, className, children }: SiteLinkProps) =>
  href.startsWith('/') ? (
    <Link to={href} className={className} activeProps={{ 'aria-current': 'page' }}>
      {children}
    </Link>
  ) : (
    <a href={href} className={className} rel="noreferrer">
      {children}
    </a>
  );
