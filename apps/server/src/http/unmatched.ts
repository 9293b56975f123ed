import type { Endpoint } from '@atrium/contract/endpoints/endpoint';
import { PortalError } from '@atrium/contract/errors/errorCode';
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

const ofTheServer = /^\/(admin|backend|assets)(\/|$)/;
const maybeFile = /\.[^/]+$/;

/** An id may have a dot in it: who asks for a page by name gets the page, and who takes anything may want a file. */
function isForTheWeb(request: FastifyRequest): boolean {
  const path = pathOf(request.url);
  if (ofTheServer.test(path) || !wantsPage(request)) return false;
  return asksForPage(request) || !maybeFile.test(path);
}

const reads = ({ method }: Asked): boolean => method === 'GET' || method === 'HEAD';
const wantsPage = (asked: Asked): boolean =>
  asksForPage(asked) || (reads(asked) && /\*\/\*/.test(asked.headers.accept ?? '*/*'));
const asksForPage = (asked: Asked): boolean => reads(asked) && /text\/html/.test(asked.headers.accept ?? '');

interface Asked {
  readonly method?: string | undefined;
  readonly headers: { readonly accept?: string | undefined };
}

/** The address of a page, with what is no escape spelled out: a router decodes it, and the page says what it means. */
export function readableUrl(request: Asked & { readonly url?: string | undefined }): string {
  const { url = '/' } = request;
  if (!asksForPage(request) || isDecodable(url)) return url;
  return url.replaceAll(/%/g, '%25');
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(pathOf(url));
    return true;
  } catch {
    return false;
  }
}

const notFoundPage = (requestId: string): string =>
  `<!doctype html><html lang="en"><title>Not found</title><h1>Not found</h1><p>There is nothing here.</p><p>Request ${requestId}</p></html>`;

const sendNotFoundPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.code(404).type('text/html; charset=utf-8').send(notFoundPage(request.id));
