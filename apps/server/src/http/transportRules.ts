import { PortalError } from '@atrium/contract/errors/errorCode';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from './logging.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The first part of the paths of this installation's own calls (rule 9.19). */
    readonly appSegment: string;
  }

  interface FastifyContextConfig {
    /** Registered from the declaration of its endpoint. */
    readonly isDeclared?: true;
    /** A GET that changes something: for scripts, never for links (rule 8.10). */
    readonly changesState?: boolean;
    /** Answers OPTIONS itself, if it is not a browser's question before a call (CORS). */
    readonly answersOptions?: boolean;
    /** A file that a link of the site's other pages may open (rule 13.41). */
    readonly isForLinks?: boolean;
    /** Answered to signed-in callers only, so that it may be recorded in the audit under their name. */
    readonly isForKnownCaller?: boolean;
    /** Refused to pages of other sites with a token, too, as the Model Context Protocol asks (rule 14.80). */
    readonly judgesOrigin?: boolean;
    /** Answered by a read-only portal, too (rule 14.67). */
    readonly isForReaders?: boolean;
  }
}

interface TransportLimits {
  readonly allowedOrigins: readonly string[];
  readonly readOnlyNotice?: string;
}

/** Adds the rules that are checked for every request before its route (rules 8.10 and 9.7). */
export function addTransportRules(
  server: FastifyInstance,
  { allowedOrigins, readOnlyNotice = '' }: TransportLimits,
): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    tolerateContentType(request);
    if (isApi(request)) {
      reply.header('cache-control', 'no-store');
      allowOrigin(request, reply, allowedOrigins);
      if (request.method === 'OPTIONS' && !asksOptions(request)) return answerPreflight(reply);
    }
    if (readOnlyNotice !== '' && isApi(request) && changes(request))
      throw new PortalError('read_only', readOnlyNotice);
    if (isJudgedByToken(request)) return;
    if (allowedOrigins.length > 0 && isLinkOfTheSite(request, allowedOrigins)) return;
    if (writes(request) || comesFromElsewhere(request)) refuseCrossSite(request, allowedOrigins);
    if (request.routeOptions.config.changesState === true && isNavigation(request))
      throw new PortalError('cross_site', 'This address changes something and is not for links.');
  });
}

/** Whether a request is for the API. Judged by its route if it has one, because a path can be spelled in many ways, as `/%61pi`. */
export const isApi = ({ url, routeOptions, server }: FastifyRequest): boolean =>
  isApiPath(routeOptions.url ?? pathOf(url), server.appSegment);

function isApiPath(at: string, appSegment: string): boolean {
  const [, first, second] = at.split('/');
  return first === 'api' || first === 'ga4gh' || (first === appSegment && second !== 'admin');
}

/** Calls of the API that say nothing but what the code says. */
const undeclared: ReadonlySet<string> = new Set(['/api/v2/openapi.json']);

/** Refuses to start with a call of the API that was registered in another way than by its declaration (rule 8.28). */
export function requireDeclarations(server: FastifyInstance): void {
  server.addHook('onRoute', ({ method, url, config }) => {
    if (isApiPath(url, server.appSegment) && config?.isDeclared !== true && !undeclared.has(url))
      throw new Error(`${String(method)} ${url} has no declaration: register it with route().`);
  });
}

/** Whether OPTIONS is a call of its own, as in the Data Repository Service, and not a browser's question before a call. */
const asksOptions = ({ headers, routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.answersOptions === true && headers['access-control-request-method'] === undefined;

/**
 * Whether a request has a token. No browser sends a token by itself, and a page of another site may not add this header;
 * so a request with a token is judged by the token alone, and its cookies are ignored.
 */
export const carriesToken = ({ headers }: FastifyRequest): boolean =>
  /^bearer /i.test(headers.authorization ?? '');

const isJudgedByToken = (request: FastifyRequest): boolean =>
  carriesToken(request) && request.routeOptions.config.judgesOrigin !== true;

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request changes something. A GET may activate a snapshot (rule 8.10), and a link on another site sends the cookie. */
const writes = ({ method, query, routeOptions }: FastifyRequest): boolean =>
  !reads.has(method) ||
  routeOptions.config.changesState === true ||
  (typeof query === 'object' && query !== null && 'set_to_active' in query);

/** Whether a request changes what people made. Who secures an account, signs in or out may always do so. */
const changes = (request: FastifyRequest): boolean => {
  const { config, url = '' } = request.routeOptions;
  return (
    config.isDeclared === true &&
    writes(request) &&
    config.isForReaders !== true &&
    !url.startsWith('/api/v2/auth/')
  );
};

/** A page that opens an address, or a picture or frame that shows it; programs and scripts of a page do neither. */
const isNavigation = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] !== undefined && !scriptModes.has(String(headers['sec-fetch-mode']));

/**
 * A link to a file on a page of the same site. Of such a page the browser says only that: where it names the page too,
 * the page must be of an allowed origin.
 */
function isLinkOfTheSite(request: FastifyRequest, allowedOrigins: readonly string[]): boolean {
  const { method, headers, routeOptions } = request;
  if (routeOptions.config.isForLinks !== true || method !== 'GET') return false;
  if (headers['sec-fetch-site'] !== 'same-site' || headers['sec-fetch-mode'] !== 'navigate') return false;
  const { referer } = headers;
  return referer === undefined || (URL.canParse(referer) && allowedOrigins.includes(new URL(referer).origin));
}

const scriptModes = new Set(['cors', 'same-origin']);

/**
 * Whether a request may come from a link on another site, which sends the cookie too. That site sees no answer, but the
 * audit would name the person who followed the link, and automatic membership would make them a member.
 */
const comesFromElsewhere = ({ routeOptions, headers }: FastifyRequest): boolean =>
  routeOptions.config.isForKnownCaller === true && headers['sec-fetch-site'] !== undefined;

const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;

/** No content type is answered with 415 (rule 9.4), so one that is no media type counts as unknown bytes. */
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
    .header(
      'access-control-expose-headers',
      'accept-ranges, atrium-analysis-receipt, atrium-cohort-receipt, atrium-table-receipt, content-disposition, content-range, etag, retry-after, x-request-id',
    );
}

function answerPreflight(reply: FastifyReply): FastifyReply {
  if (reply.hasHeader('access-control-allow-origin'))
    reply
      .header('access-control-allow-headers', 'content-type, idempotency-key, if-match, if-range, range')
      .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
      .header('access-control-max-age', '600');
  return reply.code(200).send({});
}

function refuseCrossSite(request: FastifyRequest, allowedOrigins: readonly string[]): void {
  const fetchSite = request.headers['sec-fetch-site'];
  const from = {
    origin: request.headers.origin,
    fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined,
    host: request.host.toLowerCase(),
    protocol: request.protocol,
  };
  if (!isOurOwn(from, allowedOrigins))
    throw new PortalError('cross_site', 'Requests from other sites are not accepted.');
}

/** Where a request comes from, by its headers. */
interface RequestOrigin {
  readonly origin: string | undefined;
  /** The Sec-Fetch-Site header, which a page cannot set. */
  readonly fetchSite: string | undefined;
  /** The host and port that the request was sent to, in lower case. */
  readonly host: string;
  /** `http` or `https`, as a trusted proxy says. */
  readonly protocol: string;
}

/**
 * Whether a request comes from the portal's own page, from an allowed origin, or from no browser. Programs send neither
 * header; browsers send at least one with every request that is not a GET (rule 8.10).
 */
function isOurOwn(from: RequestOrigin, allowedOrigins: readonly string[]): boolean {
  if (from.origin !== undefined && allowedOrigins.includes(from.origin)) return true;
  if (from.fetchSite !== undefined && from.fetchSite !== 'same-origin' && from.fetchSite !== 'none')
    return false;
  if (from.origin === undefined) return true;
  // The browser has compared the schemes itself, and knows them also where no proxy is trusted to say them.
  if (from.fetchSite === 'same-origin') return hostOf(from.origin) === from.host;
  return from.origin === ownOrigin(from);
}

/** The origin under which the request came, as browsers spell it: without the usual port of its scheme. */
function ownOrigin({ protocol, host }: Pick<RequestOrigin, 'protocol' | 'host'>): string | null {
  const address = `${protocol}://${host}`;
  return URL.canParse(address) ? new URL(address).origin : null;
}

function hostOf(origin: string): string | null {
  return /^https?:\/\/[^/]+$/.test(origin) && URL.canParse(origin) ? new URL(origin).host : null;
}

/**
 * Refuses requests for a host name that is not the portal's. Otherwise a page whose name leads to this machine (DNS
 * rebinding) would count as the portal's own page. Health probes use the address.
 */
export function checkHosts(server: FastifyInstance, allowedHosts: readonly string[] | null): void {
  if (allowedHosts === null) return;
  const known = new Set(allowedHosts.map((host) => host.toLowerCase()));
  server.addHook('onRequest', async (request) => {
    const host = request.host.toLowerCase();
    if (known.has(host) || known.has(host.replace(/:\d+$/, '')) || probes.has(pathOf(request.url))) return;
    throw new PortalError('wrong_host', 'The portal does not answer under this name.');
  });
}

const probes = new Set(['/healthz', '/readyz']);

/** The origin under which people reach the portal: the public address where one is named, else that of the request. */
export const originOf = (
  { publicUrl }: { readonly publicUrl: string | null },
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string => publicUrl ?? `${protocol}://${host}`;
