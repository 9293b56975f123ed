import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { closePromptly } from './closing.ts';
import { answerHealth } from './health.ts';
import { checkHosts } from './hosts.ts';
import { addLimits } from './limits/addLimits.ts';
import { createRateLimiter } from './limits/rateLimiter.ts';
import { addLogging } from './logging.ts';
import { addSecurityHeaders, helmetOptions } from './securityHeaders.ts';
import { answerBrokenConnection, answerErrors, sendError } from './sendError.ts';
import type { ServerOptions } from './settings.ts';
import { addTransportRules } from './transportRules.ts';

const mebibyte = 1024 * 1024;

/** As long as Node lets an address be, so that ids too long to exist are judged like others that do not. */
const maxParamLength = 16_384;

/** A server with the transport rules (rules 9.1, 9.4, 9.7 and 9.11) and no routes but its health. */
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
    routerOptions: { ignoreTrailingSlash: true, maxParamLength, querystringParser: lastOfEach },
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  await server.register(helmet, helmetOptions);
  await server.register(compress, { encodings: ['gzip', 'deflate'], globalDecompression: false });
  await server.register(cookie);
  closePromptly(server);
  addLogging(server);
  answerErrors(server);
  addSecurityHeaders(server);
  checkHosts(server, options.allowedHosts ?? null);
  addTransportRules(server, options.allowedOrigins);
  addLimits(server, createRateLimiter(options.rateLimits ?? null));
  answerHealth(server, options.checkReady);
  return server;
}

/** As many proxies as there are said to be, counted from the portal. */
const trusted = (proxies: boolean | number | string) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;

/** A repeated key counts once, by its last value. */
const lastOfEach = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query));
