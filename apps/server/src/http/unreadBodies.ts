import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

interface RestLimits {
  /** Bytes that are taken after the answer, so that the connection serves the next request. */
  readonly bytes: number;
  /** Milliseconds after the answer in which the rest has to arrive. */
  readonly ms: number;
}

const restLimits: RestLimits = { bytes: 8 * 1024 * 1024, ms: 30_000 };

/**
 * Takes what is left of a body that was answered before all of it was read, as far as the limits, and then closes the
 * connection (rule 9.11). Otherwise the next request on the connection waits behind bytes that nobody reads. The
 * connection is not closed at once: a sender who is still writing would lose the answer.
 */
export function endUnreadBodies(server: FastifyInstance, limits: RestLimits = restLimits): void {
  server.addHook('onSend', async ({ raw }, reply) => {
    // Requests that come over no socket, as in tests, do not say whether they are complete.
    if (raw.complete !== false) return;
    if (raw.destroyed) {
      reply.header('connection', 'close');
      return;
    }
    // The framework closes the connection where it refuses a body, at once.
    reply.removeHeader('connection');
    takeRest(raw, limits.bytes);
    reply.raw.once('finish', () => {
      if (raw.complete) return;
      const late = setTimeout(() => raw.socket.destroy(), limits.ms);
      raw.once('close', () => clearTimeout(late));
    });
  });
}

function takeRest(raw: IncomingMessage, bytes: number): void {
  let left = bytes;
  raw.on('data', (piece: Buffer) => {
    left -= piece.length;
    if (left < 0) raw.socket.destroy();
  });
  // A sender who goes away now has got the answer.
  raw.on('error', () => {});
  raw.resume();
}
