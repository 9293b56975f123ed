import { randomUUID } from 'node:crypto';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Question } from '@atrium/warehouse';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { closePromptly, waitForFiles } from './closing.ts';
import { addLogging } from './logging.ts';
import { addMeter, type Meter } from './metrics.ts';
import { addLimits, createRateLimiter, type RateLimits } from './rateLimits.ts';
import { createReads, type TakePermit } from './readPieces.ts';
import { addSecurityHeaders, helmetOptions } from './securityHeaders.ts';
import { limitWriting } from './sendDownload.ts';
import { answerBrokenConnection, answerErrors, sendError } from './sendError.ts';
import { createSpool, type Spool, type SpoolSettings } from './spool/spool.ts';
import { addTransportRules, checkHosts, requireDeclarations } from './transportRules.ts';
import { readableUrl } from './unmatched.ts';
import { endUnreadBodies } from './unreadBodies.ts';

/** The settings of an operator about transport. */
export interface TransportSettings {
  /** Origins besides the portal's own whose pages may call the API, exact: `https://portal.example.org`. */
  readonly allowedOrigins: readonly string[];
  /** The proxies whose X-Forwarded headers are trusted: how many, or their addresses; false: none, true: all. */
  readonly trustProxy: boolean | number | string;
  /** Whether browsers that came over TLS keep to it for names below the portal's, too; default: no. */
  readonly tlsForSubdomains?: boolean;
  /** Host names under which the portal answers, each with a port or for any port; null or absent: every name. */
  readonly allowedHosts?: readonly string[] | null;
  /** The first part of the paths of this installation's own calls (rule 9.19); default: `pcgc`. */
  readonly appSegment?: string;
  /** Where it is not empty, nothing can be changed, and this is why (rule 14.67). */
  readonly readOnlyNotice?: string;
  /** Limits of requests; null or absent: none. */
  readonly rateLimits?: RateLimits | null;
}

interface ServerOptions extends TransportSettings {
  readonly logger?: FastifyBaseLogger;
  /** Pieces of heavy work of one account at a time; default: two. */
  readonly heavyWorkOfOne?: number;
  readonly meter?: Meter | undefined;
  /** Throws while the portal cannot answer; behind `/readyz`. */
  readonly checkReady: () => Promise<void>;
  /** Where files are made before they are sent, and how many; default: among the temporary files. */
  readonly spool?: SpoolSettings;
  /** How many portals share the requests of everybody; default: one. */
  readonly portals?: () => number;
}

const mebibyte = 1024 * 1024;

/** The longest address that Node accepts, so that an id that is too long is answered like one that does not exist. */
const maxParamLength = 16_384;

/** Makes a server with the transport rules (rules 9.1, 9.4, 9.7 and 9.11); its only routes are those of its health. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const server: FastifyInstance = Fastify({
    ...(options.logger === undefined ? {} : { loggerInstance: options.logger }),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: mebibyte,
    requestTimeout: 60_000,
    http: { headersTimeout: 15_000 },
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    trustProxy: trusted(options.trustProxy),
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply);
    },
    clientErrorHandler: answerBrokenConnection,
    rewriteUrl: readableUrl,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength, querystringParser: lastOfEach },
  });
  server.decorate('appSegment', options.appSegment ?? 'pcgc');
  server.decorateRequest('question', null);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  await server.register(helmet, helmetOptions);
  await server.register(compress, {
    ...{ encodings: ['gzip', 'deflate'], globalDecompression: false },
    // Figures are packed as well as by higher levels, in a third of the time.
    zlibOptions: { level: 4 },
  });
  await server.register(cookie);
  closePromptly(server);
  addSpool(server, options);
  addLogging(server);
  if (options.meter !== undefined) addMeter(server, options.meter);
  answerErrors(server);
  limitUnreadAnswers(server);
  addSecurityHeaders(server, { coversSubdomains: options.tlsForSubdomains ?? false });
  endUnreadBodies(server);
  checkHosts(server, options.allowedHosts ?? null);
  requireDeclarations(server);
  addTransportRules(server, options);
  addLimits(server, createRateLimiter(options.rateLimits ?? null, options));
  answerHealth(server, options.checkReady);
  return server;
}

/** Files are made into the spool, and stored bytes are read piece by piece; both end with the server. */
function addSpool(server: FastifyInstance, options: ServerOptions): void {
  const spool = createSpool(options.spool);
  server.decorate('spool', spool);
  server.decorate('takeRead', createReads());
  waitForFiles(server);
  server.addHook('onClose', spool.close);
}

/** Trusts the given number of proxies, counted from the portal. */
const trusted = (proxies: boolean | number | string) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;

declare module 'fastify' {
  interface FastifyInstance {
    readonly spool: Spool;
    /**
     * Before one of several portals closes: it says that it is not ready, answers all that comes, and keeps no connection
     * open. So a proxy that asks whether it is ready loses no request (rule 16.16).
     */
    readonly draining: { isBegun(): boolean; run(times?: { readonly leastMs?: number }): Promise<void> };
    /** Waits until a piece of a stored file may be read. */
    readonly takeRead: TakePermit;
  }
  interface FastifyRequest {
    /** What is being answered; null before it is asked. */
    question: Question | null;
  }
  interface FastifyContextConfig {
    /** A file that is sent while it is made, which may take long between two parts. */
    readonly isDownload?: boolean;
  }
}

/** Closes the connection of a client that does not read its answer; downloads are watched part by part. */
function limitUnreadAnswers(server: FastifyInstance): void {
  server.addHook('onSend', async (request) => {
    if (request.routeOptions.config.isDownload !== true) limitWriting(request.raw.socket);
  });
}

/** Parses a query; of a repeated key the last value counts. */
const lastOfEach = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query));

/** `/healthz`: the process runs. `/readyz`: it can answer questions. */
function answerHealth(server: FastifyInstance, checkReady: () => Promise<void>): void {
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async () => {
    if (server.draining.isBegun()) throw new PortalError('not_ready', 'The portal is stopping.');
    try {
      await checkReady();
    } catch (cause) {
      const reason = cause instanceof PortalError ? ` ${cause.message}` : '';
      throw new PortalError('not_ready', `The portal is not ready.${reason}`, { cause });
    }
    return { status: 'ready' };
  });
}
