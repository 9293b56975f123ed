import { drsEndpoints } from '@atrium/contract/endpoints/drs';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { type drsBulkObjects, drsError, drsVersion, maxDrsObjects } from '@atrium/contract/wire/drs';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { PortalApi, SignedInAccount } from '../../../access/index.ts';
import { disclosed, originOf, refuseInForm, route } from '../../../http/index.ts';
import type { TransferParts } from '../transferParts.ts';
import { linksTo } from './drsAccess.ts';
import {
  accessId,
  authorizationsOf,
  presentObjects,
  type ResolvedObject,
  resolveObject,
  resolveObjects,
} from './drsObjects.ts';

/** Calls of the Data Repository Service, with the refusals of its standard (rule 13.42). */
export function registerDrs(api: PortalApi, parts: TransferParts): void {
  void api.server.register(async (server) => {
    server.setErrorHandler(
      refuseInForm(({ message, status }) => drsError.parse({ msg: message, status_code: status })),
    );
    const drs: PortalApi = { ...api, server };
    route(drs, drsEndpoints.serviceInfo, async ({ request }) => serviceInfo(parts, request));
    registerObjects(drs, parts);
    registerBulk(drs, parts);
  });
}

/** The line that a caller was told of objects, and how many they named in vain. */
const readLine = (objects: number, refused = 0) => ({
  action: 'object_read' as const,
  detail: { objects, ...(refused === 0 ? {} : { refused }) },
});

function registerObjects(api: PortalApi, parts: TransferParts): void {
  for (const endpoint of [drsEndpoints.object, drsEndpoints.objectByPost])
    route(api, endpoint, async ({ account, params, request }) => {
      const found = await resolveObject(parts, account, params.objectId);
      const [object] = await presentObjects(parts, [found], originOf(parts, request));
      if (object === undefined) throw noSuchWay();
      return disclosed(object, [readLine(1)]);
    });
  for (const endpoint of [drsEndpoints.access, drsEndpoints.accessByPost])
    route(api, endpoint, async ({ account, params, request, signal }) => {
      const found = await resolveObject(parts, account, params.objectId);
      if (params.accessId !== accessId) throw noSuchWay();
      const { links, lines } = await linksTo(parts, { account, request, signal }, [found]);
      const [[link], [line]] = [links, lines];
      if (link === undefined || line === undefined) throw noSuchWay();
      return disclosed({ url: link.url }, [line]);
    });
  route(api, drsEndpoints.authorizations, async ({ account, params }) => {
    const { id } = await resolveObject(parts, account, params.objectId);
    return disclosed(authorizationsOf(id), [readLine(1)]);
  });
}

const noSuchWay = (): PortalError => new PortalError('not_found', 'There is no such way to this object.');

function registerBulk(api: PortalApi, parts: TransferParts): void {
  route(api, drsEndpoints.objects, async ({ account, body, request }) => {
    const { found, ...summary } = await resolveEach(parts, account, wantedOf(body));
    const objects = await presentObjects(parts, found, originOf(parts, request));
    return disclosed({ ...summary, resolved_drs_object: [...objects] }, [lineOf(summary)]);
  });
  route(api, drsEndpoints.bulkAuthorizations, async ({ account, body }) => {
    const { found, ...summary } = await resolveEach(parts, account, wantedOf(body));
    const resolved = found.map(({ id }) => authorizationsOf(id));
    return disclosed({ ...summary, resolved_drs_object: resolved }, [lineOf(summary)]);
  });
  route(api, drsEndpoints.accessUrls, async ({ account, body, request, signal }) => {
    const wanted = body.bulk_object_access_ids.flatMap(({ bulk_object_id: id, bulk_access_ids: ways }) =>
      ways.map((way) => ({ id, way })),
    );
    requireFew(wanted.length);
    const known = wanted.filter(({ way }) => way === accessId).map(({ id }) => id);
    const others = wanted.filter(({ way }) => way !== accessId).map(({ id }) => id);
    const { found, ...summary } = await resolveEach(parts, account, known, others);
    const { links, lines } = await linksTo(parts, { account, request, signal }, found);
    const urls = links.map(({ id, url }) => ({ drs_object_id: id, drs_access_id: accessId, url }));
    const answer = { ...summary, resolved_drs_object_access_urls: urls };
    const [first, ...rest] = lines;
    if (first === undefined) return disclosed(answer, [lineOf(summary)]);
    return disclosed(answer, [
      first,
      ...rest,
      ...(summary.summary.unresolved === 0 ? [] : [lineOf(summary)]),
    ]);
  });
}

const lineOf = ({ summary }: { readonly summary: DrsSummary }) =>
  readLine(summary.resolved, summary.unresolved);

interface DrsSummary {
  readonly resolved: number;
  readonly unresolved: number;
}

/** The ids of a bulk call; refuses more than are answered at a time. */
function wantedOf({ bulk_object_ids: ids }: z.output<typeof drsBulkObjects>): readonly string[] {
  requireFew(ids.length);
  return ids;
}

function requireFew(count: number): void {
  if (count > maxDrsObjects)
    throw new PortalError('too_large', `At most ${maxDrsObjects} objects are answered at a time.`);
}

/** Finds each id once; what is refused is listed by the status that it would have alone. */
async function resolveEach(
  parts: TransferParts,
  account: SignedInAccount,
  ids: readonly string[],
  unknown: readonly string[] = [],
) {
  const found: ResolvedObject[] = [];
  const refused = new Map<number, string[]>();
  const refuse = (status: number, id: string): void =>
    void refused.set(status, [...(refused.get(status) ?? []), id]);
  const outcomes = await resolveObjects(parts, account, ids);
  for (const [id, outcome] of outcomes) {
    if (outcome instanceof PortalError) refuse(outcome.status, id);
    else found.push(outcome);
  }
  for (const id of unknown) refuse(404, id);
  const requested = outcomes.size + unknown.length;
  return {
    found,
    summary: { requested, resolved: found.length, unresolved: requested - found.length },
    unresolved_drs_objects: [...refused].map(([error_code, object_ids]) => ({ error_code, object_ids })),
  };
}

function serviceInfo(parts: TransferParts, request: FastifyRequest) {
  const origin = originOf(parts, request);
  const { hostname } = new URL(origin);
  return {
    id: [...hostname.split('.').reverse(), 'drs'].join('.'),
    name: `${parts.siteTitle} files`,
    type: { group: 'org.ga4gh' as const, artifact: 'drs' as const, version: drsVersion },
    description: 'Files of the datasets that the caller may open, by signed link.',
    organization: { name: parts.siteTitle, url: origin },
    version: parts.version,
    maxBulkRequestLength: maxDrsObjects,
    drs: { maxBulkRequestLength: maxDrsObjects },
  };
}
