import { z } from 'zod';
import { homeData, metricsInfo, sitePage, supportBody, supportSent } from '../wire/site.ts';
import { wireObject } from '../wire/wireObject.ts';
import { atHand, type Declaration, ownState } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { noBody, nothing } from './shapes.ts';

const open = { permission: 'anyone', params: nothing, query: nothing } as const;

/**
 * Counted once for everybody, which takes a while after a start or an import: who waits for it holds no permit that other
 * calls of the same account or network wait for.
 */
const publicFigures = { ...atHand, discloses: 'openFigures' } as const satisfies Declaration;

/** The figures of the home page, pages of the site, and support. */
export const siteEndpoints = {
  homeData: defineEndpoint({
    declares: publicFigures,
    ...open,
    method: 'GET',
    path: '/{app}/core/home-data',
    summary: 'The newest news, public figures of the metrics dataset, and when its data were updated',
    body: noBody,
    reply: homeData,
  }),
  metricsInfo: defineEndpoint({
    declares: publicFigures,
    ...open,
    method: 'GET',
    path: '/{app}/core/metrics-info',
    summary: 'The two tables of public figures',
    body: noBody,
    reply: metricsInfo,
  }),
  page: defineEndpoint({
    declares: ownState,
    ...open,
    method: 'GET',
    params: wireObject({ page: z.string().regex(/^[a-z][a-z0-9-]{0,60}$/, 'must be the path of a page') }),
    path: '/{app}/core/page/:page',
    summary: 'A page of the site; one that is not public is for people who are signed in',
    body: noBody,
    reply: sitePage,
  }),
  askSupport: defineEndpoint({
    declares: { ...ownState, rateClass: 'message', meters: ['mails', 'storedBytes'] },
    ...open,
    method: 'POST',
    path: '/{app}/api/support/send_support_request',
    summary: 'Stores a request for support, which is then mailed to the support address',
    body: supportBody,
    reply: supportSent,
  }),
};
