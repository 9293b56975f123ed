import type { LongQuery, OrderTerm } from '@atrium/engine';
import type { Row } from '../warehouse.ts';
import type { ConnectionPool } from './connectionPool.ts';
import { quoted } from './quoted.ts';
import { runQuery, streamQuery } from './runQuery.ts';
import type { StatementLimits } from './watchStatement.ts';

/** Cells that are sorted at once; the database holds each of them about three times while it does. */
const cellsInPart = 150_000;

/** One connection of an instance of its own, whose scratch tables and memory nobody else uses. */
export interface Workplace {
  readonly pool: ConnectionPool;
  readonly limits: StatementLimits;
  /** To be told once all lines are gathered: reading them needs less memory. */
  readonly onGathered: () => Promise<void>;
}

/**
 * The rows in their order, sorted and freed of repetitions one part after the other: a part is a range of the first
 * cells of the order, so that equal rows are in one part and parts follow each other.
 */
export async function* streamInParts(
  { lines, order }: NonNullable<LongQuery['inParts']>,
  place: Workplace,
): AsyncGenerator<readonly Row[]> {
  const { pool, limits, onGathered } = place;
  await runQuery({ ...lines, text: `CREATE OR REPLACE TEMP TABLE lines AS ${lines.text}` }, pool, limits);
  await onGathered();
  const { rows, partRows } = await measure(place);
  const cells = order.map(({ cell, way }) => `${quoted(cell)} ${way}`).join(', ');
  if (rows <= partRows) {
    yield* streamQuery(statement(`SELECT DISTINCT * FROM lines ORDER BY ${cells}`), pool, limits);
    return;
  }
  const ranks = await rankLines(order, { place, partRows });
  for (let start = 0; start < rows; start += partRows) {
    const part = `SELECT DISTINCT lines.* FROM lines JOIN ${ranks} AS ranks ON ranks.line = lines.rowid
      WHERE ranks.rank > ${start} AND ranks.rank <= ${start + partRows} ORDER BY ${cells}`;
    yield* streamQuery(statement(part), pool, limits);
  }
}

const statement = (text: string) => ({ text, values: [] });

async function measure({ pool, limits }: Workplace): Promise<{ rows: number; partRows: number }> {
  const text = `SELECT (SELECT count(*) FROM lines) AS rows,
    (SELECT count(*) FROM duckdb_columns() WHERE database_name = 'temp' AND table_name = 'lines') AS columns`;
  const [measured] = await runQuery(statement(text), pool, limits);
  const partRows = Math.max(1, Math.floor(cellsInPart / Number(measured?.['columns'])));
  return { rows: Number(measured?.['rows']), partRows };
}

interface RankRequest {
  readonly place: Workplace;
  readonly partRows: number;
}

/**
 * A table of each line's rank by as few cells of the order as leave no more than a part of lines with one rank; lines
 * that no cell tells apart are one row.
 */
async function rankLines(order: readonly OrderTerm[], { place, partRows }: RankRequest): Promise<string> {
  const { pool, limits } = place;
  const run = (text: string) => runQuery(statement(text), pool, limits);
  let known: string | null = null;
  for (const [number, { cell, way }] of order.entries()) {
    const table = `ranks_${number}`;
    const earlier = known === null ? 'lines' : `lines JOIN ${known} AS known ON known.line = lines.rowid`;
    const key = `${known === null ? '' : 'known.rank, '}lines.${quoted(cell)} ${way}`;
    await run(`CREATE OR REPLACE TEMP TABLE ${table} AS
      SELECT lines.rowid AS line, rank() OVER (ORDER BY ${key}) AS rank FROM ${earlier}`);
    if (known !== null) await run(`DROP TABLE ${known}`);
    known = table;
    const text = `SELECT max(tied) AS tied FROM (SELECT count(*) AS tied FROM ${table} GROUP BY rank)`;
    const [most] = await runQuery(statement(text), pool, limits);
    if (Number(most?.['tied']) <= partRows) break;
  }
  return known ?? 'lines';
}
