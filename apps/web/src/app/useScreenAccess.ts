import type { SiteNavigationItem } from '@atrium/contract/documents/siteConfiguration';
import { useMatches, useParams } from '@tanstack/react-router';
import { site } from './site.ts';

/** The page of the site under this path, in the navigation of every page or of a dataset. */
export const findPage = (
  items: readonly SiteNavigationItem[],
  path: string | undefined,
): SiteNavigationItem | undefined =>
  path === undefined ? undefined : items.find((item) => item.path === path);

const datasetForm = /^[\w-]{1,63}$/;

/** The dataset that the address names; undefined also where no screen has this address, or no dataset can have this name. */
export function useNamedDataset(): string | undefined {
  const { dataset, pageDataset, page } = useParams({ strict: false });
  const isPage = findPage(site.navigation.dataset, page) !== undefined;
  const named = dataset ?? (isPage ? pageDataset : undefined);
  return named !== undefined && datasetForm.test(named) ? named : undefined;
}

/** Who may open the screen of this address; a page of the site is public only where its configuration says so. */
export function useScreenAccess() {
  const access = useMatches({ select: (matches) => matches.at(-1)?.staticData.access ?? 'anyone' });
  const { page, pageDataset } = useParams({ strict: false });
  if (access !== 'page') return access;
  if (pageDataset !== undefined)
    return findPage(site.navigation.dataset, page) === undefined ? 'anyone' : 'member';
  const found = findPage(site.navigation.general, page);
  return found === undefined || found.isPublic ? 'anyone' : 'signedIn';
}
