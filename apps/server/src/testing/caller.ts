import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

/** A caller of the portal, with or without a session. */
export interface Caller {
  readonly cookie: string;
  get(path: string): Promise<LightMyRequestResponse>;
  /** Posts JSON; without a body, no bytes. */
  post(path: string, body?: unknown): Promise<LightMyRequestResponse>;
  send(options: InjectOptions): Promise<LightMyRequestResponse>;
}

/** Paths are given below `/api/v2/`; the cookie goes with every request. */
export function createCaller(
  app: FastifyInstance,
  cookie = '',
  always: Readonly<Record<string, string>> = {},
): Caller {
  const send = ({ headers, ...options }: InjectOptions) =>
    app.inject({ ...options, headers: { ...always, ...(cookie === '' ? {} : { cookie }), ...headers } });
  const url = (path: string): string => `/api/v2/${path}`;
  return {
    cookie,
    send,
    get: (path) => send({ method: 'GET', url: url(path) }),
    post: (path, body) =>
      send({
        method: 'POST',
        url: url(path),
        headers: { 'content-type': 'application/json' },
        payload: body === undefined ? '' : JSON.stringify(body),
      }),
  };
}
