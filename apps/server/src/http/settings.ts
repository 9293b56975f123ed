import type { FastifyBaseLogger } from 'fastify';

/** What an operator decides about transport. */
export interface TransportSettings {
  /** Origins besides the portal's own whose pages may call the API, exact: `https://portal.example.org`. */
  readonly allowedOrigins: readonly string[];
  /** Addresses of proxies whose X-Forwarded headers are believed; false for none, true for all. */
  readonly trustProxy: boolean | string;
}

export interface ServerOptions extends TransportSettings {
  readonly logger?: FastifyBaseLogger;
  /** Throws while the portal cannot answer; behind `/readyz`. */
  readonly checkReady: () => Promise<void>;
}
