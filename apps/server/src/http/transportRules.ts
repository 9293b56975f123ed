import { PortalError } from '@atrium/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOurOwn } from './crossSite.ts';
import { pathOf } from './logging.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered to somebody known only, and so maybe put on record in their name. */
    readonly isForSomebody?: boolean;
  }
}

/** Rules that hold for every request, before any route is looked at (rules 8.10 and 9.7). */
export function addTransportRules(server: FastifyInstance, allowedOrigins: readonly string[]): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    tolerateContentType(request);
    if (isApi(request)) {
      reply.header('cache-control', 'no-store');
      allowOrigin(request, reply, allowedOrigins);
      if (request.method === 'OPTIONS') return answerPreflight(reply);
    }
    if (carriesToken(request)) return;
    if (writes(request) || comesFromElsewhere(request)) refuseCrossSite(request, allowedOrigins);
  });
}

/** By the route that took it, where one did: the same path can be spelled in many ways, as `/%61pi`. */
export const isApi = ({ url, routeOptions }: FastifyRequest): boolean =>
  /^\/api(\/|$)/.test(routeOptions.url ?? pathOf(url));

/**
 * A token is never sent by a browser on its own, and a page of another site may not add this header; a request that
 * has one is judged by it alone, its cookies count for nothing.
 */
export const carriesToken = ({ headers }: FastifyRequest): boolean =>
  /^bearer /i.test(headers.authorization ?? '');

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Also a read that moves the active snapshot (rule 8.10): a link on another site's page would bring the cookie. */
const writes = ({ method, query }: FastifyRequest): boolean =>
  !reads.has(method) || (typeof query === 'object' && query !== null && 'set_to_active' in query);

/**
 * A link on another site's page brings the cookie too. It gets to see nothing, but what it asked would stand in the audit
 * in the name of who followed it, and join them to datasets.
 */
const comesFromElsewhere = ({ routeOptions, headers }: FastifyRequest): boolean =>
  routeOptions.config.isForSomebody === true && headers['sec-fetch-site'] !== undefined;

const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;

/** No content type is ever answered with 415 (rule 9.4), so one that is no media type is read as unknown bytes. */
function tolerateContentType(request: FastifyRequest): void {
  const given = request.raw.headers['content-type'];
  if (given !== undefined && !mediaType.test(given))
    request.raw.headers['content-type'] = 'application/octet-stream';
}

function allowOrigin(request: FastifyRequest, reply: FastifyReply, allowedOrigins: readonly string[]): void {
  if (allowedOrigins.length === 0) return;
  reply.header('vary', 'origin');
  const { origin } = request.headers;
  if (origin === undefined || !allowedOrigins.includes(origin)) return;
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-allow-credentials', 'true')
    .header('access-control-expose-headers', 'content-disposition, retry-after, x-request-id');
}

function answerPreflight(reply: FastifyReply): FastifyReply {
  if (reply.hasHeader('access-control-allow-origin'))
    reply
      .header('access-control-allow-headers', 'content-type')
      .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
      .header('access-control-max-age', '600');
  return reply.code(200).send({});
}

function refuseCrossSite(request: FastifyRequest, allowedOrigins: readonly string[]): void {
  const fetchSite = request.headers['sec-fetch-site'];
  const from = {
    origin: request.headers.origin,
    fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined,
    host: request.host,
  };
  if (!isOurOwn(from, allowedOrigins))
    throw new PortalError('cross_site', 'Requests from other sites are not accepted.');
}
