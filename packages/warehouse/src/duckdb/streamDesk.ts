import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LongQuery } from '@atrium/engine';
import type { Row } from '../warehouse.ts';
import { type ConnectionPool, createConnectionPool } from './connectionPool.ts';
import { createInstance, memoryFor } from './instance.ts';
import { literal, quoted } from './quoted.ts';
import { streamQuery } from './runQuery.ts';
import { streamInParts, type Workplace } from './streamInParts.ts';
import { createTurns } from './turns.ts';
import type { StatementLimits } from './watchStatement.ts';

/** Results that are read at once; slow readers keep their place for as long as they read. */
const placeCount = 2;

/** Megabytes for gathering the lines of a result, and for reading them part by part. */
interface Memory {
  readonly gathering: number;
  readonly reading: number;
}

/** What usual and what wide tables need (docs/performance.md), and then for what can neither fit nor spill. */
const memories: readonly [Memory, ...Memory[]] = [
  { gathering: 64, reading: 48 },
  { gathering: 96, reading: 48 },
  { gathering: memoryFor.questions, reading: 48 },
  { gathering: memoryFor.questions, reading: memoryFor.questions },
];

/** What a statement leaves goes back to the system at once. */
const thrift = [
  "SET allocator_flush_threshold = '4MB'",
  "SET allocator_bulk_deallocation_flush_threshold = '4MB'",
];

/** Where long results come from: each has an instance of its own with little memory, gone when it was read. */
export interface StreamDesk {
  stream(query: LongQuery, limits: StatementLimits): AsyncGenerator<readonly Row[]>;
  /** Refuses new readers and ends the statements of the others. */
  close(): Promise<void>;
}

export interface DeskOptions {
  readonly spillFolder: string;
  /** The file of each release that a statement may name. */
  readonly files: () => ReadonlyMap<string, string>;
}

export function openStreamDesk(options: DeskOptions): StreamDesk {
  const turns = createTurns(placeCount);
  const places = new Set<Place>();
  return {
    stream: async function* (query, limits) {
      const turn = await turns.take(limits.signal);
      try {
        const place = await openPlace(query, options);
        places.add(place);
        try {
          yield* streamSparingly(query, place, limits);
        } finally {
          places.delete(place);
          await place.close();
        }
      } finally {
        turn.end();
      }
    },
    close: async () => {
      turns.close();
      await Promise.all([...places].map((place) => place.close()));
    },
  };
}

interface Place {
  readonly pool: ConnectionPool;
  limitTo(megabytes: number): Promise<void>;
  close(): Promise<void>;
}

async function openPlace(query: LongQuery, { spillFolder, files }: DeskOptions): Promise<Place> {
  const folder = join(spillFolder, `stream-${randomUUID()}`);
  const instance = await createInstance({ spillFolder: folder, megabytes: memories[0].gathering });
  const settings = await instance.connect();
  // A sort on disk needs memory for each thread.
  for (const setting of ['SET threads = 1', ...thrift]) await settings.run(setting);
  for (const [release, file] of files()) {
    if (!query.text.includes(quoted(release))) continue;
    await settings.run(`ATTACH ${literal(file)} AS ${quoted(release)} (READ_ONLY)`);
  }
  const pool = await createConnectionPool(instance, 1);
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await pool.close();
    settings.closeSync();
    instance.closeSync();
    await rm(folder, { recursive: true, force: true });
  };
  return {
    pool,
    limitTo: async (megabytes) => {
      await settings.run(`SET memory_limit = '${megabytes}MB'`);
    },
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

/** What must be whole before its first row either fits or spills or fails by then; so it can be asked again. */
async function* streamSparingly(
  query: LongQuery,
  place: Place,
  limits: StatementLimits,
): AsyncGenerator<readonly Row[]> {
  for (const [tried, { gathering, reading }] of memories.entries()) {
    let isEmpty = true;
    await place.limitTo(gathering);
    try {
      const workplace = { pool: place.pool, limits, onGathered: () => place.limitTo(reading) };
      for await (const batch of rowsOf(query, workplace)) {
        isEmpty = false;
        yield batch;
      }
      return;
    } catch (error) {
      if (!isEmpty || !isOutOfMemory(error) || tried === memories.length - 1) throw error;
    }
  }
}

const rowsOf = (query: LongQuery, workplace: Workplace): AsyncGenerator<readonly Row[]> =>
  query.inParts === undefined
    ? streamQuery(query, workplace.pool, workplace.limits)
    : streamInParts(query.inParts, workplace);

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Out of Memory Error');
