import { setTimeout } from 'node:timers/promises';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { repeatMs } from './watchStatement.ts';

/** Connections that are lent one statement at a time; who finds none waits in line. */
export interface ConnectionPool {
  /** Lends a connection until it is given back. */
  borrow(signal?: AbortSignal): Promise<DuckDBConnection>;
  giveBack(connection: DuckDBConnection): void;
  /** Refuses new borrowers, ends running statements and waits until all connections are back. */
  close(): Promise<void>;
}

interface Waiting {
  readonly take: (connection: DuckDBConnection) => void;
  readonly giveUp: (reason: unknown) => void;
}

export async function createConnectionPool(instance: DuckDBInstance, size: number): Promise<ConnectionPool> {
  const connections = await Promise.all(Array.from({ length: size }, () => instance.connect()));
  const free = [...connections];
  const line: Waiting[] = [];
  let isClosed = false;
  let onIdle: () => void = () => {};

  const wait = (signal: AbortSignal | undefined): Promise<DuckDBConnection> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        line.splice(line.indexOf(waiting), 1);
        reject(signal?.reason);
      };
      const waiting: Waiting = {
        take: (connection) => {
          signal?.removeEventListener('abort', leave);
          resolve(connection);
        },
        giveUp: reject,
      };
      signal?.addEventListener('abort', leave, { once: true });
      line.push(waiting);
    });

  const idle = (): Promise<void> =>
    free.length === connections.length ? Promise.resolve() : new Promise((resolve) => (onIdle = resolve));

  return {
    borrow: async (signal) => {
      signal?.throwIfAborted();
      if (isClosed) throw new Error('The warehouse is closed.');
      return free.pop() ?? (await wait(signal));
    },
    giveBack: (connection) => {
      const next = line.shift();
      if (next !== undefined) return next.take(connection);
      free.push(connection);
      if (free.length === connections.length) onIdle();
    },
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      for (const waiting of line.splice(0)) waiting.giveUp(new Error('The warehouse is closed.'));
      await interruptUntil(idle(), connections);
      for (const connection of connections) connection.closeSync();
    },
  };
}

/** Ends running statements; a borrower who neither reads on nor gives back is not waited for longer than this. */
const patienceMs = 5000;

async function interruptUntil(idle: Promise<void>, connections: readonly DuckDBConnection[]): Promise<void> {
  const interrupt = (): void => {
    for (const connection of connections) connection.interrupt();
  };
  interrupt();
  const repeat = setInterval(interrupt, repeatMs);
  const patience = new AbortController();
  await Promise.race([idle, setTimeout(patienceMs, undefined, { signal: patience.signal })]);
  patience.abort();
  clearInterval(repeat);
}
