import { msPerDay } from '@atrium/contract/calendar/dayNumbers';
import { maxWholeStatements, takeTimeSlices } from '@atrium/warehouse';
import { type Kysely, sql } from 'kysely';
import { type EndedQuestion, onQuestion } from '../../asking/index.ts';
import type { Schema } from '../../database/index.ts';
import { storableStatement } from './storableStatement.ts';

/** At most this many questions wait to be written; more are dropped, and counted. */
const maxWaiting = 300;
/** However many days are kept, no more rows than these. */
const maxRows = 200_000;

export interface QuestionLog {
  /** Questions of which nothing was kept since the start, because too many came at once or the database was away. */
  dropped(): number;
  /** For how many days questions are kept; null where none are. */
  readonly days: number | null;
  /** Writes what waits now. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Of a site that keeps no questions. */
export const noQuestionLog: QuestionLog = {
  dropped: () => 0,
  days: null,
  flush: async () => {},
  close: async () => {},
};

export interface QuestionLogOptions {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  readonly days: number;
  /** How often what waits is written. */
  readonly everyMs: number;
  readonly onFault: (error: unknown) => void;
}

/**
 * Keeps questions to the research data for some days (rule 15.7). They are written in the background: no request waits
 * for it, and where too many wait, questions are dropped.
 */
export function openQuestionLog({ db, clock, days, everyMs, onFault }: QuestionLogOptions): QuestionLog {
  let waiting: EndedQuestion[] = [];
  let dropped = 0;
  let writing: Promise<void> = Promise.resolve();
  let clearedAt = 0;
  const stopListening = onQuestion((question) => {
    if (waiting.length >= maxWaiting) dropped += 1;
    else waiting.push(question);
  });
  const write = async (): Promise<void> => {
    const group = waiting;
    waiting = [];
    try {
      if (group.length > 0) await insert(db, group);
      const now = clock().getTime();
      if (now - clearedAt < msPerDay / 24) return;
      await clear(db, new Date(now - days * msPerDay));
      clearedAt = now;
    } catch (error) {
      dropped += group.length;
      onFault(error);
    }
  };
  const flush = (): Promise<void> => {
    writing = writing.then(write);
    return writing;
  };
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy || (waiting.length === 0 && clock().getTime() - clearedAt < msPerDay / 24)) return;
    isBusy = true;
    void flush().finally(() => {
      isBusy = false;
    });
  }, everyMs);
  timer.unref();
  return {
    dropped: () => dropped,
    days,
    flush,
    close: async () => {
      clearInterval(timer);
      stopListening();
      await flush();
    },
  };
}

async function insert(db: Kysely<Schema>, questions: readonly EndedQuestion[]): Promise<void> {
  const rows = [];
  const slice = takeTimeSlices();
  for (const one of questions) {
    rows.push(rowOf(one));
    await slice.giveWay();
  }
  await db.insertInto('question').values(rows).execute();
}

/** Statements are written here, which takes time where there are many. */
const rowOf = (one: EndedQuestion) => ({
  request_id: one.requestId,
  at: one.at,
  account_id: one.accountKey === null ? null : Number(one.accountKey),
  dataset: one.dataset,
  call: one.call,
  path: one.path,
  action: one.recorded?.action ?? null,
  status: one.status,
  ms: Math.round(one.ms * 10) / 10,
  rows: rowsOf(one),
  detail: JSON.stringify(one.recorded?.detail ?? {}),
  statements: JSON.stringify(one.statements.slice(0, maxWholeStatements).map(storableStatement)),
});

/** Of all statements that ran to their end; null where none did. */
function rowsOf({ statements }: EndedQuestion): number | null {
  const ended = statements.flatMap(({ rows }) => (rows === null ? [] : [rows]));
  return ended.length === 0 ? null : ended.reduce((sum, rows) => sum + rows, 0);
}

async function clear(db: Kysely<Schema>, before: Date): Promise<void> {
  await db.deleteFrom('question').where('at', '<', before).execute();
  await sql`delete from question where id <= (select max(id) from question) - ${maxRows}::bigint`.execute(db);
}
