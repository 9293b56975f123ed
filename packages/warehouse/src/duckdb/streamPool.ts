import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LongQuery } from '@atrium/engine';
import { refusalOfDisk } from '../sql/fullDisk.ts';
import { literal, quoted } from '../sql/quoted.ts';
import type { Row } from '../sql/row.ts';
import { needsTooMuchMemory, type StatementLimits } from '../sql/sessions.ts';
import { createTurns } from '../sql/turns.ts';
import { type ConnectionPool, createConnectionPool } from './connectionPool.ts';
import { createInstance, isOutOfMemory, partOf, type WorkBudget } from './instance.ts';
import { streamQuery } from './runQuery.ts';
import { streamInParts } from './streamInParts.ts';
import type { StreamSession } from './streamSession.ts';

/** A release file, and the release whose tables it reads where it holds none of its own. */
export interface AttachedFile {
  readonly file: string;
  readonly source: string | null;
}

/** Results that are streamed at once; a slow reader keeps its session until it has read all. */
const sessionCount = 2;

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

/** The sessions that exports run in: each has an instance of its own with little memory, which is closed at the end. */
export interface StreamPool {
  stream(query: LongQuery, limits: StatementLimits): AsyncGenerator<readonly Row[]>;
  /** Refuses new readers and ends the statements of the others. */
  close(): Promise<void>;
}

export interface StreamPoolOptions {
  readonly spillFolder: string;
  /** The file of each release that a statement may name. */
  readonly files: () => ReadonlyMap<string, AttachedFile>;
  /** Of all streams together. */
  readonly budget: WorkBudget;
}

/** Opens no instance before the first stream. */
export function createStreamPool(options: StreamPoolOptions): StreamPool {
  const share = partOf(options.budget, 1 / sessionCount);
  const turns = createTurns({ atOnce: sessionCount });
  const instances = new Set<StreamInstance>();
  return {
    stream: async function* (query, limits) {
      const turn = await turns.take({ signal: limits.signal });
      try {
        const instance = await openInstance(query, { ...options, budget: share });
        instances.add(instance);
        try {
          yield* streamWithinBudgets(query, { ...instance, most: share.megabytes }, limits);
        } finally {
          instances.delete(instance);
          await instance.close();
        }
      } finally {
        turn.end();
      }
    },
    close: async () => {
      turns.close();
      await Promise.all([...instances].map((instance) => instance.close()));
    },
  };
}

interface StreamInstance {
  readonly pool: ConnectionPool;
  limitTo(megabytes: number): Promise<void>;
  close(): Promise<void>;
}

async function openInstance(
  query: LongQuery,
  { spillFolder, files, budget: { spillMegabytes } }: StreamPoolOptions,
): Promise<StreamInstance> {
  const folder = join(spillFolder, `stream-${randomUUID()}`);
  const instance = await createInstance({
    spillFolder: folder,
    megabytes: smallest.gathering,
    spillMegabytes,
  });
  const control = await instance.connect();
  for (const setting of settings) await control.run(setting);
  for (const [release, { file }] of filesFor(query, files())) {
    await control.run(`ATTACH ${literal(file)} AS ${quoted(release)} (READ_ONLY)`);
  }
  const pool = await createConnectionPool(instance, 1);
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await pool.close();
    control.closeSync();
    instance.closeSync();
    await rm(folder, { recursive: true, force: true });
  };
  return {
    pool,
    limitTo: async (megabytes) => {
      await control.run(`SET memory_limit = '${megabytes}MB'`);
    },
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

/** The files of the releases that a query names, and of those whose tables they read. */
function filesFor(
  { text }: LongQuery,
  files: ReadonlyMap<string, AttachedFile>,
): readonly (readonly [release: string, file: AttachedFile])[] {
  const named = [...files].filter(([release]) => text.includes(quoted(release)));
  const wanted = new Set(named.flatMap(([release, { source }]) => [release, ...(source ? [source] : [])]));
  return [...files].filter(([release]) => wanted.has(release));
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
      for await (const batch of streamRows(query, { pool, limits, pieces, allow })) {
        isEmpty = false;
        yield batch;
      }
      return;
    } catch (error) {
      if (!isOutOfMemory(error)) throw refusalOfDisk(error);
      if (!isEmpty || tried === usable.length - 1) throw needsTooMuchMemory(error);
    }
  }
}

const streamRows = (query: LongQuery, session: StreamSession): AsyncGenerator<readonly Row[]> =>
  query.inParts === undefined
    ? streamQuery(query, session.pool, session.limits)
    : streamInParts(query.inParts, session);
