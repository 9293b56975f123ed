import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LongQuery } from '@atrium/engine';
import type { Row } from '../warehouse.ts';
import { type ConnectionPool, createConnectionPool } from './connectionPool.ts';
import { createInstance, memoryFor } from './instance.ts';
import { isOutOfMemory } from './isOutOfMemory.ts';
import { literal, quoted } from './quoted.ts';
import { streamQuery } from './runQuery.ts';
import { streamInParts } from './streamInParts.ts';
import { createTurns } from './turns.ts';
import type { StatementLimits } from './watchStatement.ts';
import type { Workplace } from './workplace.ts';

/** Results that are read at once; slow readers keep their place for as long as they read. */
const placeCount = 2;

/** Megabytes for gathering the lines of a result, in so many pieces, and for reading them part by part. */
interface Thrift {
  readonly gathering: number;
  readonly pieces: number;
  readonly reading: number;
}

/** What usual tables, wide ones and lists need (docs/performance.md), and then for what can neither fit nor spill. */
const thrifts: readonly [Thrift, ...Thrift[]] = [
  { gathering: 64, pieces: 1, reading: 48 },
  { gathering: 96, pieces: 1, reading: 48 },
  { gathering: 64, pieces: 16, reading: 48 },
  { gathering: 96, pieces: 256, reading: 48 },
  { gathering: memoryFor.questions, pieces: 1, reading: 48 },
  { gathering: memoryFor.questions, pieces: 1, reading: memoryFor.questions },
];

/** What a statement leaves goes back to the system at once. */
const settingsOfThrift = [
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
  const instance = await createInstance({ spillFolder: folder, megabytes: thrifts[0].gathering });
  const settings = await instance.connect();
  // A sort on disk needs memory for each thread.
  for (const setting of ['SET threads = 1', ...settingsOfThrift]) await settings.run(setting);
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
  const isPieced = (query.inParts?.inPieces ?? null) !== null;
  const ways = thrifts.filter(({ pieces }) => isPieced || pieces === 1);
  for (const [tried, { gathering, pieces, reading }] of ways.entries()) {
    let isEmpty = true;
    await place.limitTo(gathering);
    try {
      const memory = { gathering, reading, most: memoryFor.questions };
      const allow = (need: keyof typeof memory) => place.limitTo(memory[need]);
      const workplace = { pool: place.pool, limits, pieces, allow };
      for await (const batch of rowsOf(query, workplace)) {
        isEmpty = false;
        yield batch;
      }
      return;
    } catch (error) {
      if (!isEmpty || !isOutOfMemory(error) || tried === ways.length - 1) throw error;
    }
  }
}

const rowsOf = (query: LongQuery, workplace: Workplace): AsyncGenerator<readonly Row[]> =>
  query.inParts === undefined
    ? streamQuery(query, workplace.pool, workplace.limits)
    : streamInParts(query.inParts, workplace);
