import { beaconEndpoints } from '@atrium/contract/endpoints/beacon';
import {
  type BeaconAnswer,
  type BeaconFilter,
  type BeaconGranularity,
  beaconError,
  beaconVersion,
  maxBeaconFilters,
  maxBeaconTerms,
} from '@atrium/contract/wire/beacon';
import type { FastifyRequest } from 'fastify';
import type { Member, PortalApi } from '../access/index.ts';
import { openLiveRelease } from '../catalogue/index.ts';
import { originOf, refuseInForm, route } from '../http/index.ts';
import { filterRefusal } from './askedFilters.ts';
import { type CountDeps, countIndividuals } from './countIndividuals.ts';
import {
  type BeaconSite,
  configurationOf,
  entryTypesOf,
  infoOf,
  mapOf,
  metaOf,
  serviceInfoOf,
} from './describeBeacon.ts';
import { listTerms } from './filteringTerms.ts';

export interface BeaconDeps extends CountDeps {
  /** The origin under which people reach the portal; null: that of the request. */
  readonly publicUrl: string | null;
  readonly siteTitle: string;
  /** The version of the portal. */
  readonly software: string;
  readonly isDemo: boolean;
}

/** GA4GH Beacon 2.2, with the refusals of its standard (rule 14.79). */
export function registerBeacon(portal: PortalApi, deps: BeaconDeps): void {
  const siteOf = (request: FastifyRequest): BeaconSite => ({
    origin: originOf(deps, request),
    title: deps.siteTitle,
    version: deps.software,
    isDemo: deps.isDemo,
  });
  void portal.server.register(async (server) => {
    server.setErrorHandler(
      refuseInForm(({ message, status, code }, request) =>
        beaconError.parse({
          meta: metaOf(siteOf(request)),
          error: { errorCode: status, errorMessage: message, code },
        }),
      ),
    );
    const api: PortalApi = { ...portal, server };
    for (const endpoint of [beaconEndpoints.root, beaconEndpoints.info])
      route(api, endpoint, async ({ request }) => infoOf(siteOf(request)));
    route(api, beaconEndpoints.serviceInfo, async ({ request }) => serviceInfoOf(siteOf(request)));
    route(api, beaconEndpoints.configuration, async ({ request }) => configurationOf(siteOf(request)));
    route(api, beaconEndpoints.map, async ({ request }) => mapOf(siteOf(request)));
    route(api, beaconEndpoints.entryTypes, async ({ request }) => entryTypesOf(siteOf(request)));
    route(api, beaconEndpoints.filteringTerms, async ({ member, query, request }) => {
      const page = { skip: Number(query.skip ?? 0), limit: Number(query.limit ?? maxBeaconTerms) };
      const release = await openLiveRelease(deps, member);
      return { meta: metaOf(siteOf(request)), response: listTerms(release, member.seesSubjects, page) };
    });
    route(api, beaconEndpoints.individuals, ({ member, query, request, signal }) => {
      const { filters = '', requestedGranularity = 'count' } = query;
      const ids = filters.split(',').filter((id) => id !== '');
      if (ids.length > maxBeaconFilters) throw filterRefusal(`at most ${maxBeaconFilters} at a time`);
      const asked = { filters: ids.map((id) => ({ id })), requestedGranularity };
      return answer(deps, member, { ...asked, site: siteOf(request), signal });
    });
    route(api, beaconEndpoints.individualsByPost, ({ member, body: { query = {} }, request, signal }) => {
      const { filters = [], requestedGranularity = 'count' } = query;
      return answer(deps, member, { filters, requestedGranularity, site: siteOf(request), signal });
    });
  });
}

interface Asking {
  readonly filters: BeaconFilter[];
  readonly requestedGranularity: BeaconGranularity;
  readonly site: BeaconSite;
  readonly signal: AbortSignal;
}

/** A count, or only whether there is anybody, where that was asked for or a number may not be shown. */
async function answer(deps: BeaconDeps, member: Member, asking: Asking) {
  const { filters, requestedGranularity, site, signal } = asking;
  const answered = await countIndividuals(deps, member, { filters, signal });
  return answered.with(({ count, release, receipt, note }): BeaconAnswer => {
    const isCounted = requestedGranularity !== 'boolean' && count !== null;
    return {
      meta: {
        ...metaOf(site),
        returnedGranularity: isCounted ? 'count' : 'boolean',
        receivedRequestSummary: {
          apiVersion: beaconVersion,
          requestedSchemas: [],
          pagination: { skip: 0, limit: 0 },
          requestedGranularity,
          filters,
        },
      },
      responseSummary: { exists: (count ?? 0) > 0, ...(isCounted && { numTotalResults: count }) },
      info: {
        dataset: member.uniqueId,
        release,
        ...(receipt !== undefined && { receipt }),
        ...(note !== undefined && { note }),
      },
    };
  });
}
