import { once } from 'node:events';
import { createServer } from 'node:net';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Refuses, before the work of a first start, an address on which the portal cannot listen. */
export async function checkPort(address: ListenAddress): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(address.port, address.host);
    await once(probe, 'listening');
  } catch (cause) {
    throw refuse(address, cause);
  }
  await new Promise((resolve) => probe.close(resolve));
}

/** Starts to listen; returns the address for a browser. */
export async function listen(app: FastifyInstance, { host, port }: ListenAddress): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    throw refuse({ host, port }, cause);
  }
  const { port: taken } = z.object({ port: z.int() }).parse(app.server.address());
  return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EADDRNOTAVAIL: 'this machine has no such address',
  EACCES: 'it may not be used by this user',
  ENOTFOUND: 'there is no such name',
};

function refuse({ host, port }: ListenAddress, cause: unknown): PortalError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const reason = reasons[code] ?? (cause instanceof Error ? cause.message : String(cause));
  return new PortalError(
    'conflict',
    `The portal cannot listen on port ${port} of ${host}: ${reason}. Choose with --port and --host.`,
    { cause },
  );
}
