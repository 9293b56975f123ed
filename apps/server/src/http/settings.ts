import type { FastifyBaseLogger } from 'fastify';
import type { RateLimits } from './limits/rateLimiter.ts';

/** What an operator decides about transport. */
export interface TransportSettings {
  /** Origins besides the portal's own whose pages may call the API, exact: `https://portal.example.org`. */
  readonly allowedOrigins: readonly string[];
  /** How many proxies stand before the portal, or their addresses, whose X-Forwarded headers are believed; false for none, true for all. */
  readonly trustProxy: boolean | number | string;
  /** Names under which the portal answers, with a port or for any; null or absent: all. */
  readonly allowedHosts?: readonly string[] | null;
  /** How often one may ask; null or absent: as often as one likes. */
  readonly rateLimits?: RateLimits | null;
}

export interface ServerOptions extends TransportSettings {
  readonly logger?: FastifyBaseLogger;
  /** Throws while the portal cannot answer; behind `/readyz`. */
  readonly checkReady: () => Promise<void>;
}
