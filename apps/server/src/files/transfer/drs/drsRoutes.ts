import {
  drsAccessUrl,
  drsAccessUrls,
  drsAuthorizations,
  drsBulkAccess,
  drsBulkAuthorizations,
  drsBulkObjects,
  drsError,
  drsObject,
  drsObjects,
  drsServiceInfo,
  drsVersion,
  mostDrsObjects,
  PortalError,
  type TokenScope,
} from '@atrium/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { PortalApi, SignedInAccount } from '../../../access/index.ts';
import { jsonBody, parsed, refusalOf, TooManyRequests } from '../../../http/index.ts';
import { originOf } from '../listFiles.ts';
import type { TransferParts } from '../parts.ts';
import { linksTo } from './drsAccess.ts';
import {
  accessId,
  authorizationsOf,
  presentObjects,
  type ResolvedObject,
  resolveObject,
  resolveObjects,
} from './drsObjects.ts';

const base = '/ga4gh/drs/v1';
const onObject = z.object({ objectId: z.string() });
const onAccess = z.object({ objectId: z.string(), accessId: z.string() });

/** Calls of the Data Repository Service, with the refusals of its standard (rule 13.42). */
export function registerDrs(api: PortalApi, parts: TransferParts): void {
  void api.server.register(async (server) => {
    server.setErrorHandler((error, request, reply) => sendRefusal(error, request, reply));
    server.get(`${base}/service-info`, async (request, reply) =>
      send(reply, drsServiceInfo, serviceInfo(parts, request)),
    );
    registerObjects(server, api, parts);
    registerBulk(server, api, parts);
  });
}

/** Known callers only, so that a page elsewhere cannot use the cookies of its reader. */
const config = { isForKnownCaller: true, rateClass: 'cheap' } as const;
const bulkConfig = { ...config, rateClass: 'query' } as const;

function registerObjects(server: FastifyInstance, api: PortalApi, parts: TransferParts): void {
  const method = ['GET', 'POST'];
  const resolve = async (request: FastifyRequest, scope: TokenScope): Promise<ResolvedObject> => {
    const account = await whoAsks(api, request, { scope, rateClass: 'cheap' });
    return resolveObject(parts, account, onObject.parse(request.params).objectId);
  };
  server.route({
    method,
    url: `${base}/objects/:objectId`,
    config,
    handler: async (request, reply) => {
      const found = await resolve(request, 'read');
      const [object] = await presentObjects(parts, [found], originOf(parts, request));
      return send(reply, drsObject, object);
    },
  });
  server.route({
    method,
    url: `${base}/objects/:objectId/access/:accessId`,
    config,
    handler: async (request, reply) => {
      const account = await whoAsks(api, request, { scope: 'export', rateClass: 'cheap' });
      const { objectId, accessId: wanted } = onAccess.parse(request.params);
      const found = await resolveObject(parts, account, objectId);
      if (wanted !== accessId) throw new PortalError('not_found', 'There is no such way to this object.');
      const [link] = await linksTo(parts, { account, request, signal: signalOf(reply) }, [found]);
      return send(reply, drsAccessUrl, { url: link?.url });
    },
  });
  server.route({
    method: 'OPTIONS',
    url: `${base}/objects/:objectId`,
    config: { ...config, answersOptions: true },
    handler: async (request, reply) => {
      const { id } = await resolve(request, 'read');
      return send(reply, drsAuthorizations, authorizationsOf(id));
    },
  });
}

function registerBulk(server: FastifyInstance, api: PortalApi, parts: TransferParts): void {
  const resolveAll = async (request: FastifyRequest) => {
    const account = await whoAsks(api, request, { scope: 'read', rateClass: 'query' });
    const { bulk_object_ids: ids } = drsBulkObjects.parse(
      parsed(drsBulkObjects, jsonBody(request), 'bad_request'),
    );
    requireFew(ids.length);
    return resolveEach(parts, account, ids);
  };
  server.post(`${base}/objects`, { config: bulkConfig }, async (request, reply) => {
    const { found, ...summary } = await resolveAll(request);
    const objects = await presentObjects(parts, found, originOf(parts, request));
    return send(reply, drsObjects, { ...summary, resolved_drs_object: objects });
  });
  server.options(
    `${base}/objects`,
    { config: { ...bulkConfig, answersOptions: true } },
    async (request, reply) => {
      const { found, ...summary } = await resolveAll(request);
      const resolved = found.map(({ id }) => authorizationsOf(id));
      return send(reply, drsBulkAuthorizations, { ...summary, resolved_drs_object: resolved });
    },
  );
  server.post(`${base}/objects/access`, { config: bulkConfig }, async (request, reply) => {
    const account = await whoAsks(api, request, { scope: 'export', rateClass: 'query' });
    const body = drsBulkAccess.parse(parsed(drsBulkAccess, jsonBody(request), 'bad_request'));
    const wanted = body.bulk_object_access_ids.flatMap(({ bulk_object_id: id, bulk_access_ids: ways }) =>
      ways.map((way) => ({ id, way })),
    );
    requireFew(wanted.length);
    const known = wanted.filter(({ way }) => way === accessId).map(({ id }) => id);
    const others = wanted.filter(({ way }) => way !== accessId).map(({ id }) => id);
    const { found, ...summary } = await resolveEach(parts, account, known, others);
    const links = await linksTo(parts, { account, request, signal: signalOf(reply) }, found);
    const urls = links.map(({ id, url }) => ({ drs_object_id: id, drs_access_id: accessId, url }));
    return send(reply, drsAccessUrls, { ...summary, resolved_drs_object_access_urls: urls });
  });
}

function requireFew(count: number): void {
  if (count > mostDrsObjects)
    throw new PortalError('too_large', `At most ${mostDrsObjects} objects are answered at a time.`);
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

interface Needed {
  readonly scope: TokenScope;
  readonly rateClass: 'cheap' | 'query';
}

async function whoAsks(
  { gate, server }: PortalApi,
  request: FastifyRequest,
  { scope, rateClass }: Needed,
): Promise<SignedInAccount> {
  const account = await gate.whoIs(request, scope);
  if (account === null) throw new PortalError('not_signed_in', 'Please sign in, or show a token.');
  request.accountKey = gate.keyOf(account);
  server.limiter.takeFromAccount(gate.keyOf(account), rateClass);
  return account;
}

/** Aborts when the client goes away before the answer is complete. */
function signalOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new Error('The client went away.'));
  });
  return gone.signal;
}

function serviceInfo(parts: TransferParts, request: FastifyRequest) {
  const origin = originOf(parts, request);
  const { hostname } = new URL(origin);
  return {
    id: [...hostname.split('.').reverse(), 'drs'].join('.'),
    name: `${parts.siteTitle} files`,
    type: { group: 'org.ga4gh', artifact: 'drs', version: drsVersion },
    description: 'Files of the datasets that the caller may open, by signed link.',
    organization: { name: parts.siteTitle, url: origin },
    version: parts.version,
    maxBulkRequestLength: mostDrsObjects,
    drs: { maxBulkRequestLength: mostDrsObjects },
  };
}

const send = (reply: FastifyReply, schema: z.ZodType, answer: unknown): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(JSON.stringify(schema.parse(answer)));

/** A refusal as the standard writes it; the cause is only in the log. */
function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error, reply);
  if (refusal.status >= 500) request.log.error({ err: error }, refusal.message);
  else request.log.info({ code: refusal.code, account: request.accountKey }, 'refused');
  if (refusal instanceof TooManyRequests) reply.header('retry-after', String(refusal.retryAfter));
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  reply.code(refusal.status);
  return send(reply, drsError, { msg: refusal.message, status_code: refusal.status });
}
