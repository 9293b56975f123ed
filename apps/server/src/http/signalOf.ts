import type { FastifyReply } from 'fastify';

/** A signal that aborts when the connection closes before the answer is complete. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('The client went away.'));
  });
  return controller.signal;
}
