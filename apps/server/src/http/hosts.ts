import { PortalError } from '@atrium/contract';
import type { FastifyInstance } from 'fastify';
import { pathOf } from './logging.ts';

/**
 * Refuses requests that were sent to a name that is not the portal's: a page whose own name was made to lead to this
 * machine (DNS rebinding) would else be taken for the portal's page. Probes of health ask by address.
 */
export function checkHosts(server: FastifyInstance, allowedHosts: readonly string[] | null): void {
  if (allowedHosts === null) return;
  const known = new Set(allowedHosts.map((host) => host.toLowerCase()));
  server.addHook('onRequest', async (request) => {
    const host = request.host.toLowerCase();
    if (known.has(host) || known.has(host.replace(/:\d+$/, '')) || probes.has(pathOf(request.url))) return;
    throw new PortalError('wrong_host', 'The portal does not answer under this name.');
  });
}

const probes = new Set(['/healthz', '/readyz']);
