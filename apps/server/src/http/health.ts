import { PortalError } from '@atrium/contract';
import type { FastifyInstance } from 'fastify';

/** `/healthz`: the process lives. `/readyz`: it can answer questions. */
export function answerHealth(server: FastifyInstance, checkReady: () => Promise<void>): void {
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async () => {
    try {
      await checkReady();
    } catch (cause) {
      throw new PortalError('not_ready', 'The portal is not ready.', { cause });
    }
    return { status: 'ready' };
  });
}
