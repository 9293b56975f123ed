import { catalogueEndpoints, type Endpoint, pathOn } from '@atrium/contract';
import { HttpResponse, http, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { z } from 'zod';

type Reply<E extends Endpoint> = z.output<E['reply']>;
interface Call {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

function handler(endpoint: Endpoint, answer: (call: Call) => Response | Promise<Response>): RequestHandler {
  const method = endpoint.method === 'GET' ? http.get : http.post;
  return method(`*${pathOn('pcgc', endpoint.path)}`, async ({ request, params }) => {
    const text = await request.text();
    const query = Object.fromEntries(new URL(request.url).searchParams);
    return answer({ params, query, body: text === '' ? undefined : JSON.parse(text) });
  });
}

/** Answers an endpoint with a domain value, or with one made from the call, encoded as the server does it. */
export function answers<const E extends Endpoint>(
  endpoint: E,
  reply: Reply<E> | ((call: Call) => Reply<E> | Promise<Reply<E>>),
): RequestHandler;
export function answers(endpoint: Endpoint, reply: unknown): RequestHandler {
  return handler(endpoint, async (call) => {
    const value: unknown = typeof reply === 'function' ? await reply(call) : reply;
    return HttpResponse.json(z.encode(endpoint.reply, value) ?? null);
  });
}

/** Refuses the calls of an endpoint as the server does it. */
export const refuses = (
  endpoint: Endpoint,
  status: number,
  refusal: { detail: string; code?: string; field?: string },
) => handler(endpoint, () => HttpResponse.json(refusal, { status }));

/** Answers an endpoint with any response, for what a proxy or a broken network may send. */
export const respondsWith = (endpoint: Endpoint, respond: () => Response) => handler(endpoint, respond);

/**
 * The network of the tests; every call that a test does not expect fails it. Each screen of a dataset asks for its
 * collections, whose titles it uses.
 */
export const server = setupServer(
  http.get('*/healthz', () => HttpResponse.json({ status: 'ok' })),
  answers(catalogueEndpoints.collections, []),
);
