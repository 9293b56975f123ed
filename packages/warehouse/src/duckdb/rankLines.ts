import type { OrderTerm } from '@atrium/engine';
import { quoted } from '../sql/quoted.ts';
import { runQuery } from './runQuery.ts';
import { type StreamSession, statement } from './streamSession.ts';

/** The list of an ORDER BY. */
export const orderBy = (order: readonly OrderTerm[]): string =>
  order.map(({ cell, way }) => `${quoted(cell)} ${way}`).join(', ');

interface RankRequest {
  readonly order: readonly OrderTerm[];
  readonly session: StreamSession;
  readonly partRows: number;
}

/**
 * Makes a table with the rank of each line of a scratch table and returns its name. Ranks go by the first cells of the
 * order, by as few as leave no more than `partRows` lines with the same rank; lines that are equal in all cells share
 * a rank and are one row.
 */
export async function rankLines(lines: string, { order, session, partRows }: RankRequest): Promise<string> {
  const { pool, limits } = session;
  const run = (text: string) => runQuery(statement(text), pool, limits);
  let known: string | null = null;
  for (const [number, { cell, way }] of order.entries()) {
    const table = `ranks_${number}`;
    const earlier = known === null ? lines : `${lines} JOIN ${known} AS known ON known.line = ${lines}.rowid`;
    const key = `${known === null ? '' : 'known.rank, '}${lines}.${quoted(cell)} ${way}`;
    await run(`CREATE OR REPLACE TEMP TABLE ${table} AS
      SELECT ${lines}.rowid AS line, rank() OVER (ORDER BY ${key}) AS rank FROM ${earlier}`);
    if (known !== null) await run(`DROP TABLE ${known}`);
    known = table;
    const text = `SELECT max(tied) AS tied FROM (SELECT count(*) AS tied FROM ${table} GROUP BY rank)`;
    const [most] = await run(text);
    if (Number(most?.['tied']) <= partRows) break;
  }
  return known ?? lines;
}
