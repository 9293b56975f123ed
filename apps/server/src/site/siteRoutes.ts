import { siteEndpoints } from '@atrium/contract/endpoints/site';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { PortalApi } from '../access/index.ts';
import type { SitePages } from '../config/siteContent.ts';
import { route } from '../http/index.ts';
import { type PublicFiguresDeps, queryHomeData, queryMetricsInfo } from './publicFigures.ts';
import { askSupport, type SupportDeps } from './support.ts';

export interface SiteDeps extends SupportDeps, PublicFiguresDeps {
  readonly pages: SitePages;
}

/** Public figures, pages of the site, and requests for support. */
export function registerSite(api: PortalApi, deps: SiteDeps): void {
  route(api, siteEndpoints.homeData, ({ account, request }) => queryHomeData(deps, { account, request }));
  route(api, siteEndpoints.metricsInfo, () => queryMetricsInfo(deps));
  route(api, siteEndpoints.page, async ({ account, params: { page: path } }) => {
    const page = deps.pages.get(path);
    if (page === undefined) throw new PortalError('not_found', 'There is no such page.');
    if (!page.isPublic && account === null) throw new PortalError('not_signed_in', 'Please sign in.');
    return { title: page.title, body: page.body };
  });
  route(api, siteEndpoints.askSupport, async ({ account, body }) => {
    await askSupport(deps, { account, ...body });
    return { status: 'sent' as const };
  });
}
