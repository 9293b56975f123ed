import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Query, QueryValue } from '@atrium/engine';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { lostRelease } from '../asking/lostRelease.ts';
import { collectRows, needsTooMuchMemory, runOn, type StatementLimits } from '../asking/sessions.ts';
import type { Row } from '../sql/row.ts';
import { rowTypes } from './decodeCells.ts';
import { refusalWhileAway } from './serverAway.ts';
import type { PostgresSession, PostgresSessions } from './sessions.ts';

const portionSize = 2048;

/** The whole result; what another server than the first is in no state to answer, the first one answers (rule 16.26). */
export async function runQuery(
  query: Query,
  sessions: PostgresSessions,
  limits: StatementLimits,
): Promise<Row[]> {
  const lent: PostgresSession[] = [];
  const runIn = (pool: PostgresSessions): Promise<Row[]> =>
    collectRows(
      runOn(pool, limits, (session) => {
        lent.push(session);
        return refusalsOf(fetchAll(session, query));
      }),
    );
  try {
    return await runIn(sessions);
  } catch (error) {
    const passOver = lent[0]?.passOver;
    if (passOver === undefined || !isOfItsServer(error)) throw error;
    return await runIn(passOver());
  }
}

/** The result in portions, computed as they are fetched; the connection is kept until the loop ends. */
export const streamQuery = (
  query: Query,
  sessions: PostgresSessions,
  limits: StatementLimits,
): AsyncGenerator<Row[]> => runOn(sessions, limits, (session) => refusalsOf(fetchPortions(session, query)));

async function* fetchAll({ client }: PostgresSession, { text, values }: Query): AsyncGenerator<Row[]> {
  yield (await client.query<Record<string, Row[string]>>(text, values.map(bindable))).rows;
}

async function* fetchPortions({ client }: PostgresSession, { text, values }: Query): AsyncGenerator<Row[]> {
  const cursor = client.query(new Cursor<Row>(text, values.map(bindable), { types: rowTypes }));
  let hasFailed = false;
  cursor.on('error', () => {
    hasFailed = true;
  });
  try {
    for (;;) {
      const rows = await cursor.read(portionSize);
      if (rows.length === 0) return;
      yield rows;
    }
  } finally {
    // After an error the server has closed it already, and a lost connection would never answer.
    if (!hasFailed) await cursor.close();
  }
}

const bindable = (value: QueryValue): unknown => (Array.isArray(value) ? [...value] : value);

/** The server has a time-out, too, for the case that our own interrupt does not reach it. */
async function* refusalsOf(portions: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  try {
    yield* portions;
  } catch (error) {
    if (isServerTimeout(error))
      throw new PortalError('timed_out', 'The question took too long and was stopped.', { cause: error });
    if (isAbsent(error)) throw lostRelease(null, error);
    throw isOutOfRoom(error) ? needsTooMuchMemory(error) : refusalWhileAway(error);
  }
}

/** No memory (53200), no room on the disk (53100), or more temporary files than one session may have (53400). */
const isOutOfRoom = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && ['53100', '53200', '53400'].includes(error.code ?? '');

/** Whether a statement was refused for the state of its server. */
const isOfItsServer = (error: unknown): boolean =>
  error instanceof PortalError && (error.code === 'unavailable' || isAbsent(error.cause));

/** The schema (3F000) or a table (42P01) of the release is not there: somebody dropped it. */
const isAbsent = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && ['3F000', '42P01'].includes(error.code ?? '');

/** A time-out and a cancelled query have the same code; only the message differs. */
const isServerTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '57014' && error.message.includes('timeout');
