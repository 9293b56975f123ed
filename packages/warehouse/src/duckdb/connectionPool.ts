import { setTimeout } from 'node:timers/promises';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { createSemaphore, warehouseClosed } from '../asking/semaphore.ts';
import { type Interruptible, keepInterrupting, type Session, type SessionPool } from '../asking/sessions.ts';

export interface DuckDbSession extends Session {
  readonly connection: DuckDBConnection;
}

export type ConnectionPool = SessionPool<DuckDbSession>;

/** Opens a fixed number of connections, each of which is lent to one borrower at a time. */
export async function createConnectionPool(instance: DuckDBInstance, size: number): Promise<ConnectionPool> {
  const connections = await Promise.all(Array.from({ length: size }, () => instance.connect()));
  const free = [...connections];
  const semaphore = createSemaphore({ atOnce: size });
  const closing = new AbortController();
  return {
    closing: closing.signal,
    borrow: async (signal) => {
      const permit = await semaphore.take({ signal });
      const connection = free.pop();
      if (connection === undefined) throw new Error('There are more permits than connections.');
      return {
        connection,
        interrupt: () => connection.interrupt(),
        end: () => {
          free.push(connection);
          permit.end();
        },
      };
    },
    close: async () => {
      if (closing.signal.aborted) return;
      closing.abort(warehouseClosed());
      semaphore.close();
      await interruptUntil(semaphore.idle(), connections);
      for (const connection of connections) connection.closeSync();
    },
  };
}

/** Wait at most this long for a borrowed connection that is neither used nor returned. */
const maxWaitMs = 5000;

async function interruptUntil(idle: Promise<void>, connections: readonly Interruptible[]): Promise<void> {
  const stopInterrupting = keepInterrupting(connections);
  const wait = new AbortController();
  await Promise.race([idle, setTimeout(maxWaitMs, undefined, { signal: wait.signal })]);
  wait.abort();
  stopInterrupting();
}
