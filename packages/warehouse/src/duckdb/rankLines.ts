import type { OrderTerm } from '@atrium/engine';
import { quoted } from './quoted.ts';
import { runQuery } from './runQuery.ts';
import { statement } from './scratch.ts';
import type { Workplace } from './workplace.ts';

/** The cells for an ORDER BY. */
export const inOrder = (order: readonly OrderTerm[]): string =>
  order.map(({ cell, way }) => `${quoted(cell)} ${way}`).join(', ');

interface RankRequest {
  readonly order: readonly OrderTerm[];
  readonly place: Workplace;
  readonly partRows: number;
}

/**
 * A table of the rank of each line of a scratch table, by as few cells of the order as leave no more than a part of
 * lines with one rank; lines that no cell tells apart are one row.
 */
export async function rankLines(lines: string, { order, place, partRows }: RankRequest): Promise<string> {
  const { pool, limits } = place;
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
    const [most] = await runQuery(statement(text), pool, limits);
    if (Number(most?.['tied']) <= partRows) break;
  }
  return known ?? lines;
}
