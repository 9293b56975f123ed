import { PortalError } from '@atrium/contract';
import type { Query, QueryValue } from '@atrium/engine';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { type StatementLimits, watchStatement } from '../duckdb/watchStatement.ts';
import type { Row } from '../warehouse.ts';
import { rowTypes } from './readTypes.ts';
import type { Session, Sessions } from './sessions.ts';

const batchSize = 2048;

/** The whole result. */
export async function runQuery(query: Query, sessions: Sessions, limits: StatementLimits): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of runOn(sessions, limits, (session) => readAll(session, query))) {
    for (const row of batch) rows.push(row);
  }
  return rows;
}

/** The result in batches, computed as they are read; the connection is kept until the loop ends. */
export function streamQuery(
  query: Query,
  sessions: Sessions,
  limits: StatementLimits,
): AsyncGenerator<Row[]> {
  return runOn(sessions, limits, (session) => readBatches(session, query));
}

async function* readAll({ client }: Session, { text, values }: Query): AsyncGenerator<Row[]> {
  yield (await client.query<Record<string, Row[string]>>(text, values.map(bindable))).rows;
}

async function* readBatches({ client }: Session, { text, values }: Query): AsyncGenerator<Row[]> {
  const cursor = client.query(new Cursor<Row>(text, values.map(bindable), { types: rowTypes }));
  let hasFailed = false;
  cursor.on('error', () => {
    hasFailed = true;
  });
  try {
    for (;;) {
      const rows = await cursor.read(batchSize);
      if (rows.length === 0) return;
      yield rows;
    }
  } finally {
    // After an error the server has closed it already, and a lost connection would never answer.
    if (!hasFailed) await cursor.close();
  }
}

const bindable = (value: QueryValue): unknown => (Array.isArray(value) ? [...value] : value);

async function* runOn(
  sessions: Sessions,
  limits: StatementLimits,
  read: (session: Session) => AsyncGenerator<Row[]>,
): AsyncGenerator<Row[]> {
  const session = await sessions.borrow(limits.signal);
  const watch = watchStatement(session, limits);
  try {
    for await (const batch of read(session)) {
      watch.throwIfStopped();
      yield batch;
    }
    watch.throwIfStopped();
  } catch (error) {
    watch.throwIfStopped();
    throw isServerTimeout(error)
      ? new PortalError('timed_out', 'The question took too long and was stopped.', { cause: error })
      : error;
  } finally {
    watch.end();
    await session.end();
  }
}

/** The server counts too, for the case that our own stop does not reach it; it calls both a cancelled query. */
const isServerTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '57014' && error.message.includes('timeout');
