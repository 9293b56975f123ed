import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The gate's `keyOf` for the caller's account; null where there is none. */
    accountKey: string | null;
    /** For whom a link without a session acts, and in which dataset; null where no valid link was shown. */
    linkedTo: { readonly account: unknown; readonly dataset: string } | null;
  }
}

/** Logs one line for each request: the path without its query, no header and no body, which hold secrets and health data. */
export function addLogging(server: FastifyInstance): void {
  server.decorateRequest('accountKey', null);
  server.decorateRequest('linkedTo', null);
  server.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: pathOf(request.url),
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
}

export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';
