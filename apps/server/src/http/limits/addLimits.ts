import type { Cost } from '@atrium/contract';
import type { FastifyInstance } from 'fastify';
import { isApi } from '../transportRules.ts';
import { networkOf } from './networkOf.ts';
import type { RateLimiter } from './rateLimiter.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly limiter: RateLimiter;
  }
  interface FastifyContextConfig {
    readonly cost?: Cost;
  }
}

/** Every call of the API counts for its address, before anybody looks who is calling. */
export function addLimits(server: FastifyInstance, limiter: RateLimiter): void {
  server.decorate('limiter', limiter);
  server.addHook('onRequest', async (request) => {
    if (isApi(request))
      limiter.takeFromAddress(networkOf(request.ip), request.routeOptions.config.cost ?? 'cheap');
  });
}
