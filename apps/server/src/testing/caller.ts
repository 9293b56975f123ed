import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

/** A caller of the portal, with or without a session. */
export interface Caller {
  readonly cookie: string;
  get(path: string): Promise<LightMyRequestResponse>;
  /** Posts JSON; without a body, no bytes. */
  post(path: string, body?: unknown): Promise<LightMyRequestResponse>;
  send(options: InjectOptions): Promise<LightMyRequestResponse>;
}

/** A path below `/api/v2/`, or a whole one that begins with `/`. */
export const addressOfCall = (path: string): string => (path.startsWith('/') ? path : `/api/v2/${path}`);

/** Paths are given below `/api/v2/`, or whole; the cookie goes with every request. */
export function createCaller(
  app: FastifyInstance,
  cookie = '',
  always: Readonly<Record<string, string>> = {},
): Caller {
  const send = ({ headers, ...options }: InjectOptions) =>
    app.inject({ ...options, headers: { ...always, ...(cookie === '' ? {} : { cookie }), ...headers } });
  return {
    cookie,
    send,
    get: (path) => send({ method: 'GET', url: addressOfCall(path) }),
    post: (path, body) =>
      send({
        method: 'POST',
        url: addressOfCall(path),
        headers: { 'content-type': 'application/json' },
        payload: body === undefined ? '' : JSON.stringify(body),
      }),
  };
}
