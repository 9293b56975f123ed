import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LongQuery } from '@atrium/engine';
import { needsTooMuchMemory, type StatementLimits } from '../asking/sessions.ts';
import { refusalOfDisk } from '../sql/fullDisk.ts';
import { literal, quoted } from '../sql/quoted.ts';
import type { Row } from '../sql/row.ts';
import { type ConnectionPool, createConnectionPool } from './connectionPool.ts';
import { createInstance, isOutOfMemory, type WorkBudget } from './instance.ts';
import { streamQuery } from './runQuery.ts';
import { streamInParts } from './streamInParts.ts';
import type { StreamSession } from './streamSession.ts';

/** A long result of the embedded engine; plain data, so that it can be sent to a thread. */
export interface DuckDbSource {
  readonly kind: 'duckdb';
  readonly query: LongQuery;
  /** The file of each release whose tables are read, by its name. */
  readonly files: readonly (readonly [release: string, file: string])[];
  readonly spillFolder: string;
  /** Of this result alone. */
  readonly budget: WorkBudget;
  readonly timeoutMs: number | null;
}

/** Megabytes for gathering the lines of a result, in so many pieces, and for reading the lines part by part. */
interface MemoryBudget {
  readonly gathering: number;
  readonly pieces: number;
  readonly reading: number;
}

const smallest: MemoryBudget = { gathering: 64, pieces: 1, reading: 48 };

/** Tried one after the other: for usual tables, wide ones and lists (docs/performance.md), then with all memory. */
const budgetsUpTo = (most: number): readonly MemoryBudget[] => [
  smallest,
  { gathering: 96, pieces: 1, reading: 48 },
  { gathering: 64, pieces: 16, reading: 48 },
  { gathering: 96, pieces: 256, reading: 48 },
  { gathering: most, pieces: 1, reading: 48 },
  { gathering: most, pieces: 1, reading: most },
];

/** A sort on disk needs memory for each thread; freed memory goes back to the operating system at once. */
const settings = [
  'SET threads = 1',
  "SET allocator_flush_threshold = '4MB'",
  "SET allocator_bulk_deallocation_flush_threshold = '4MB'",
];

/** The rows in portions, from an instance of their own with little memory, which is closed at the end. */
export async function* streamRows(source: DuckDbSource, signal: AbortSignal): AsyncGenerator<readonly Row[]> {
  const instance = await openInstance(source);
  try {
    const limits = { signal, timeoutMs: source.timeoutMs };
    yield* streamWithinBudgets(source.query, { ...instance, most: source.budget.megabytes }, limits);
  } finally {
    await instance.close();
  }
}

interface StreamInstance {
  readonly pool: ConnectionPool;
  limitTo(megabytes: number): Promise<void>;
  close(): Promise<void>;
}

async function openInstance({
  spillFolder,
  files,
  budget: { spillMegabytes },
}: DuckDbSource): Promise<StreamInstance> {
  const folder = join(spillFolder, `stream-${randomUUID()}`);
  const instance = await createInstance({
    spillFolder: folder,
    megabytes: smallest.gathering,
    spillMegabytes,
  });
  const control = await instance.connect();
  for (const setting of settings) await control.run(setting);
  for (const [release, file] of files) {
    await control.run(`ATTACH ${literal(file)} AS ${quoted(release)} (READ_ONLY)`);
  }
  const pool = await createConnectionPool(instance, 1);
  return {
    pool,
    limitTo: async (megabytes) => {
      await control.run(`SET memory_limit = '${megabytes}MB'`);
    },
    close: async () => {
      await pool.close();
      control.closeSync();
      instance.closeSync();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Tries one memory budget after the other. A query that runs out of memory does so before its first row, since all
 * that is sorted or grouped comes before it; so the next try starts anew.
 */
async function* streamWithinBudgets(
  query: LongQuery,
  { pool, limitTo, most }: StreamInstance & { readonly most: number },
  limits: StatementLimits,
): AsyncGenerator<readonly Row[]> {
  const allowsPieces = (query.inParts?.inPieces ?? null) !== null;
  const usable = budgetsUpTo(most).filter(({ pieces }) => allowsPieces || pieces === 1);
  for (const [tried, { gathering, pieces, reading }] of usable.entries()) {
    let isEmpty = true;
    await limitTo(gathering);
    try {
      const memory = { gathering, reading, most };
      const allow = (use: keyof typeof memory) => limitTo(memory[use]);
      for await (const portion of portionsOf(query, { pool, limits, pieces, allow })) {
        isEmpty = false;
        yield portion;
      }
      return;
    } catch (error) {
      if (!isOutOfMemory(error)) throw refusalOfDisk(error);
      if (!isEmpty || tried === usable.length - 1) throw needsTooMuchMemory(error);
    }
  }
}

const portionsOf = (query: LongQuery, session: StreamSession): AsyncGenerator<readonly Row[]> =>
  query.inParts === undefined
    ? streamQuery(query, session.pool, session.limits)
    : streamInParts(query.inParts, session);
