import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const graceMs = 5_000;

/**
 * Makes a closing server finish the answers that it has begun and close all other connections. Node itself would wait
 * a minute for connections on which a browser has sent no request yet.
 */
export function closePromptly(server: FastifyInstance): void {
  const waiting = new Set<Socket>();
  const answering = new Set<Socket>();
  let isClosing = false;

  server.server.on('connection', (socket) => {
    waiting.add(socket);
    socket.once('close', () => {
      waiting.delete(socket);
      answering.delete(socket);
    });
  });
  server.server.on('request', ({ socket }, response) => {
    waiting.delete(socket);
    answering.add(socket);
    response.once('close', () => {
      answering.delete(socket);
      if (isClosing) socket.end();
      else if (!socket.destroyed) waiting.add(socket);
    });
  });
  server.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of waiting) socket.destroy();
    const grace = setTimeout(() => {
      for (const socket of answering) socket.destroy();
    }, graceMs);
    grace.unref();
  });
}
