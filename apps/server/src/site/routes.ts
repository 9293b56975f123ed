import { fieldRefusal, PortalError, siteEndpoints } from '@atrium/contract';
import type { PortalApi } from '../access/index.ts';
import { originOf, route } from '../http/index.ts';
import { listSupport, stateOf } from './inbox.ts';
import { type PublicFiguresDeps, readHomeData, readMetricsInfo } from './publicFigures.ts';
import type { SitePages } from './sitePages.ts';
import { answerSupport, askSupport, readSupport, type SupportDeps, setSupportState } from './support.ts';

export interface SiteDeps extends SupportDeps, PublicFiguresDeps {
  /** The origin under which people reach the portal; null: that of the request. */
  readonly publicUrl: string | null;
  readonly pages: SitePages;
}

/** Public figures, pages of the site, and support with its inbox. */
export function registerSite(api: PortalApi, deps: SiteDeps): void {
  route(api, siteEndpoints.homeData, ({ account, request }) => readHomeData(deps, { account, request }));
  route(api, siteEndpoints.metricsInfo, () => readMetricsInfo(deps));
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
  registerInbox(api, deps);
}

const inboxSize = 50;

function registerInbox(api: PortalApi, deps: SiteDeps): void {
  route(api, siteEndpoints.inbox, async ({ query: { page = 1, state, search }, request }) => {
    if (page < 1) throw fieldRefusal('bad_request', 'page', 'must be at least 1');
    const asked = { page, size: inboxSize, state: stateOf(state), search };
    const { count, open, requests } = await listSupport(deps.db, asked);
    const addressOf = (of: number): string => {
      const address = new URL(request.url, originOf(deps, request));
      address.searchParams.set('page', String(of));
      return address.href;
    };
    return {
      count,
      next: page * inboxSize < count ? addressOf(page + 1) : null,
      previous: page > 1 ? addressOf(page - 1) : null,
      open,
      results: requests,
    };
  });
  route(api, siteEndpoints.request, ({ params: { requestId }, account }) =>
    readSupport(deps, requestId, account),
  );
  route(api, siteEndpoints.answer, async ({ params: { requestId }, account, body: { message } }) => {
    await answerSupport(deps, { requestId, account, message });
    return readSupport(deps, requestId, account);
  });
  route(api, siteEndpoints.setState, async ({ params: { requestId }, account, body: { state } }) => {
    await setSupportState(deps, { requestId, account, state });
    return readSupport(deps, requestId, account);
  });
}
