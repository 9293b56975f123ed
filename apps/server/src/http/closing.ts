import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const graceMs = 5_000;

/** A proxy that asks every second whether the portal is ready has seen by then that it is not. */
const leastDrainMs = 5_000;
const maxDrainMs = 60_000;
const lookMs = 100;

/**
 * Makes a closing server finish the answers that it has begun and close all other connections. Node itself would wait
 * a minute for connections on which a browser has sent no request yet.
 */
export function closePromptly(server: FastifyInstance): void {
  const waiting = new Set<Socket>();
  const answering = new Map<Socket, ServerResponse>();
  let [isDraining, isClosing] = [false, false];

  server.server.on('connection', (socket) => {
    waiting.add(socket);
    socket.once('close', () => {
      waiting.delete(socket);
      answering.delete(socket);
    });
  });
  server.server.on('request', ({ socket }, response) => {
    waiting.delete(socket);
    answering.set(socket, response);
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
      for (const socket of answering.keys()) socket.destroy();
    }, graceMs);
    grace.unref();
  });
  server.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close');
  });
  server.decorate('draining', {
    isBegun: () => isDraining,
    run: async ({ leastMs = leastDrainMs } = {}) => {
      isDraining = true;
      const until = performance.now() + maxDrainMs;
      await delay(leastMs);
      while (performance.now() < until && [...answering.values()].some(willEnd)) await delay(lookMs);
    },
  });
}

/** Events are sent until somebody ends them. */
const willEnd = (response: ServerResponse): boolean =>
  !String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');

declare module 'fastify' {
  interface FastifyInstance {
    /** The files that are being sent. */
    readonly openFiles: { add(file: Readable): void };
  }
}

/**
 * Makes a closing server wait until each file that it was sending has ended: what has left of it is recorded then, and
 * a line of the audit must not be lost with the process (rule 8.12).
 */
export function waitForFiles(server: FastifyInstance): void {
  const open = new Map<Readable, Promise<void>>();
  server.decorate('openFiles', {
    add: (file: Readable) => {
      const closed = new Promise<void>((resolve) => {
        file.once('close', () => {
          open.delete(file);
          resolve();
        });
      });
      open.set(file, closed);
    },
  });
  server.addHook('onClose', async () => {
    for (const file of open.keys()) file.destroy(new Error('The portal is closing.'));
    await Promise.all(open.values());
  });
}
