import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { type Endpoint, pathOn } from '@atrium/contract/endpoints/endpoint';
import { HttpResponse, http, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { z } from 'zod';

type Reply<E extends Endpoint> = z.output<E['reply']>;
interface Call {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const addressOf = ({ path }: Endpoint): string => pathOn('pcgc', path);
const endpoints = new WeakMap<object, Endpoint>();

/** Whether the path has a word where the other has a parameter, as a router compares them. */
function isMoreLiteral(one: Endpoint, other: Endpoint): boolean {
  const others = addressOf(other).split('/');
  const differing = addressOf(one)
    .split('/')
    .findIndex((part, index) => part.startsWith(':') !== others[index]?.startsWith(':'));
  return differing !== -1 && others[differing]?.startsWith(':') === true;
}

const fits = (endpoint: Endpoint, pathname: string): boolean =>
  new RegExp(`^${addressOf(endpoint).replaceAll(/:\w+/g, '[^/]+')}/?$`).test(pathname);

/** Whether a call is of another handler: its parameters are none of this endpoint, or the path of the other says more. */
function givesWay(endpoint: Endpoint, { url }: Request, params: unknown): boolean {
  if (!endpoint.params.safeParse(params).success) return true;
  const { pathname } = new URL(url);
  return server.listHandlers().some((handlerOf) => {
    const other = endpoints.get(handlerOf);
    if (other === undefined || other.method !== endpoint.method) return false;
    return isMoreLiteral(other, endpoint) && fits(other, pathname);
  });
}

function handler(endpoint: Endpoint, answer: (call: Call) => Response | Promise<Response>): RequestHandler {
  const method = endpoint.method === 'GET' ? http.get : http.post;
  const made = method(`*${addressOf(endpoint)}`, async ({ request, params }) => {
    if (givesWay(endpoint, request, params)) return undefined;
    const text = await request.text();
    const query = Object.fromEntries(new URL(request.url).searchParams);
    return answer({ params, query, body: text === '' ? undefined : JSON.parse(text) });
  });
  endpoints.set(made, endpoint);
  return made;
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
