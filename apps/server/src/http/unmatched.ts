import { type Endpoint, PortalError } from '@atrium/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from './logging.ts';
import { isApi } from './transportRules.ts';

/** Sends the page of the web client, for any path. */
export type SendPage = (reply: FastifyReply) => Promise<FastifyReply>;

/** Answers requests without a route: 405 on a known API path, the page for paths of the web, else 404 (rule 9.10). */
export function answerUnmatched(
  server: FastifyInstance,
  endpoints: readonly Endpoint[],
  sendPage: SendPage | null,
): void {
  server.setNotFoundHandler((request, reply) => {
    if (isApi(request)) throw refuseApi(request, reply, endpoints);
    if (sendPage !== null && isForTheWeb(request)) return sendPage(reply.code(200));
    if (wantsPage(request)) return sendNotFoundPage(request, reply);
    throw new PortalError('not_found', 'There is nothing here.');
  });
}

function refuseApi(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoints: readonly Endpoint[],
): PortalError {
  const methods = methodsAt(endpoints, pathOf(request.url));
  if (methods.length === 0) return new PortalError('not_found', 'There is no such call.');
  reply.header('allow', methods.join(', '));
  return new PortalError('method_not_allowed', `This path takes ${methods.join(', ')} only.`);
}

/** The methods of all endpoints with this path, with or without a slash at its end. */
export function methodsAt(endpoints: readonly Endpoint[], path: string): readonly string[] {
  const given = path.replace(/\/$/, '').split('/');
  const matching = endpoints.filter((endpoint) => {
    const parts = endpoint.path.split('/');
    return (
      parts.length === given.length &&
      parts.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
    );
  });
  return [...new Set(matching.map((endpoint) => endpoint.method))];
}

const ofTheServer = /^\/(admin|backend)(\/|$)/;
const file = /^\/assets\/|\.[^/]+$/;

function isForTheWeb(request: FastifyRequest): boolean {
  const path = pathOf(request.url);
  return wantsPage(request) && !ofTheServer.test(path) && !file.test(path);
}

function wantsPage({ method, headers }: FastifyRequest): boolean {
  const accepts = headers.accept ?? '*/*';
  return (method === 'GET' || method === 'HEAD') && /text\/html|\*\/\*/.test(accepts);
}

const notFoundPage = (requestId: string): string =>
  `<!doctype html><html lang="en"><title>Not found</title><h1>Not found</h1><p>There is nothing here.</p><p>Request ${requestId}</p></html>`;

const sendNotFoundPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.code(404).type('text/html; charset=utf-8').send(notFoundPage(request.id));
