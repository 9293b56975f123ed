import type { Query } from '@atrium/engine';
import type { IndexSource } from '@atrium/index';
import Cursor from 'pg-cursor';
import { watchStatement } from '../asking/sessions.ts';
import type { OpenIndexSource } from '../duckdb/indexSource.ts';
import { rowTypes } from './decodeCells.ts';
import { describeRelease } from './describeRelease.ts';
import { runQuery } from './runQuery.ts';
import { createSessions, type PostgresSession, type PostgresSessions } from './sessions.ts';

/** Where a release lies on a server; plain data, so that it can be sent to a thread. */
export interface PostgresPlace {
  readonly kind: 'postgres';
  readonly url: string;
  /** Megabytes of temporary files on the server. */
  readonly spillMegabytes: number;
}

const linesAtOnce = 8192;

/** Reads a release over a connection of its own. */
export async function withPostgresSource<Result>(
  { release, place }: { readonly release: string; readonly place: PostgresPlace },
  signal: AbortSignal,
  work: (open: OpenIndexSource) => Promise<Result>,
): Promise<Result> {
  const { url, spillMegabytes } = place;
  const sessions = createSessions({ url, size: 1, timeoutMs: null, spillMegabytes });
  try {
    const { lookup } = await describeRelease(release, sessions);
    return await work({ lookup, source: sourceOn(sessions, signal) });
  } finally {
    await sessions.close();
  }
}

const sourceOn = (sessions: PostgresSessions, signal: AbortSignal): IndexSource => ({
  rows: (query) => runQuery(query, sessions, { signal, timeoutMs: null }),
  columns: (query, take) =>
    readAll<number>(query, (lines, [first]) => take(columnsOf(lines, first.length), lines.length), {
      sessions,
      signal,
    }),
  texts: (query, take) =>
    readAll<unknown>(query, (lines) => take(lines.map(([text]) => String(text))), { sessions, signal }),
});

type Line<Cell> = readonly Cell[];

/** Takes some lines, of which there is one at least. */
type TakeLines<Cell> = (lines: readonly Line<Cell>[], some: readonly [Line<Cell>]) => void;

const columnsOf = (lines: readonly Line<number>[], count: number): readonly Float64Array[] =>
  Array.from({ length: count }, (_, column) =>
    Float64Array.from(lines, (line) => line[column] ?? Number.NaN),
  );

async function readAll<Cell>(
  query: Query,
  take: TakeLines<Cell>,
  { sessions, signal }: { readonly sessions: PostgresSessions; readonly signal: AbortSignal },
): Promise<void> {
  const session = await sessions.borrow(signal);
  const watch = watchStatement(session, { signal, timeoutMs: null });
  try {
    await readLines(session, query, { take, throwIfStopped: watch.throwIfStopped });
  } catch (error) {
    watch.throwIfStopped();
    throw error;
  } finally {
    watch.end();
    await session.end();
  }
}

interface Reading<Cell> {
  readonly take: TakeLines<Cell>;
  readonly throwIfStopped: () => void;
}

async function readLines<Cell>(
  { client }: PostgresSession,
  { text, values }: Query,
  { take, throwIfStopped }: Reading<Cell>,
): Promise<void> {
  const options = { rowMode: 'array', types: rowTypes } as const;
  const cursor = client.query(new Cursor<Line<Cell>>(text, [...values], options));
  let hasFailed = false;
  cursor.on('error', () => {
    hasFailed = true;
  });
  try {
    for (;;) {
      const lines = await cursor.read(linesAtOnce);
      throwIfStopped();
      const [first] = lines;
      if (first === undefined) return;
      take(lines, [first]);
    }
  } finally {
    if (!hasFailed) await cursor.close();
  }
}
