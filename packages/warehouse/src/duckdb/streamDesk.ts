import { join } from 'node:path';
import type { Query } from '@atrium/engine';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Row } from '../warehouse.ts';
import { type ConnectionPool, createConnectionPool } from './connectionPool.ts';
import { createInstance } from './instance.ts';
import { streamQuery } from './runQuery.ts';
import type { StatementLimits } from './watchStatement.ts';

/** Slow readers keep a connection for as long as they read, so they wait in a line of their own. */
const connectionCount = 2;

/** Enough to sort a million rows of a usual table on disk (docs/performance.md). */
const megabytes = 96;

/** A sort on disk needs memory for each thread; and what a finished stream leaves goes back to the system. */
const thrift = [
  'SET threads = 2',
  "SET allocator_flush_threshold = '4MB'",
  "SET allocator_bulk_deallocation_flush_threshold = '4MB'",
];

/** Where results are streamed from: an instance with little memory, so that a long result is sorted on disk. */
export interface StreamDesk {
  /** For attaching and detaching, which must not wait for those who read. */
  readonly connection: DuckDBConnection;
  stream(query: Query, limits: StatementLimits): AsyncGenerator<readonly Row[]>;
  close(): Promise<void>;
}

/** `questions` answers what the desk cannot hold. */
export async function openStreamDesk(spillFolder: string, questions: ConnectionPool): Promise<StreamDesk> {
  const instance = await createInstance({
    spillFolder: join(spillFolder, 'streams'),
    megabytes,
  });
  const connection = await instance.connect();
  for (const setting of thrift) await connection.run(setting);
  const pool = await createConnectionPool(instance, connectionCount);
  return {
    connection,
    stream: (query, limits) => streamSparingly(query, { pool, questions, limits }),
    close: async () => {
      await pool.close();
      connection.closeSync();
      instance.closeSync();
    },
  };
}

interface Desks {
  readonly pool: ConnectionPool;
  readonly questions: ConnectionPool;
  readonly limits: StatementLimits;
}

/**
 * What must be whole before its first row (a sort, a list of each group) either fits or spills or fails by then; what
 * can do neither is asked again where memory is ample.
 */
async function* streamSparingly(query: Query, { pool, questions, limits }: Desks) {
  let isEmpty = true;
  try {
    for await (const batch of streamQuery(query, pool, limits)) {
      isEmpty = false;
      yield batch;
    }
    return;
  } catch (error) {
    if (!isEmpty || !isOutOfMemory(error)) throw error;
  }
  yield* streamQuery(query, questions, limits);
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Out of Memory Error');
