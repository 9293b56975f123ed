import type { LinesInParts } from '@atrium/engine';
import type { Row } from '../warehouse.ts';
import { gatherPieces, streamInPieces } from './pieces.ts';
import { quoted } from './quoted.ts';
import { inOrder, rankLines } from './rankLines.ts';
import { runQuery, streamQuery } from './runQuery.ts';
import { made, statement } from './scratch.ts';
import type { Workplace } from './workplace.ts';

/** Cells that are sorted at once, items of lists counted; the database holds each about three times while it does. */
const cellsInPart = 150_000;

/**
 * The rows in their order, sorted and freed of repetitions one part after the other: a part is a range of the first
 * cells of the order, so that equal rows are in one part and parts follow each other.
 */
export async function* streamInParts(
  { lines, repeats, order, inPieces }: LinesInParts,
  place: Workplace,
): AsyncGenerator<readonly Row[]> {
  const { pool, limits, pieces, allow } = place;
  if (inPieces === null || pieces === 1) await runQuery(made('lines', lines), pool, limits);
  else if (order.every(({ cell }) => inPieces.keys.includes(cell))) {
    yield* streamInPieces(inPieces, order, place);
    return;
  } else await gatherPieces(inPieces, place);
  await allow('reading');
  const { rows, partRows } = await measure(place);
  const cells = inOrder(order);
  const select = repeats ? 'SELECT DISTINCT' : 'SELECT';
  if (rows <= partRows) {
    yield* streamQuery(statement(`${select} * FROM lines ORDER BY ${cells}`), pool, limits);
    return;
  }
  const ranks = await rankLines('lines', { order, place, partRows });
  for (let start = 0; start < rows; start += partRows) {
    const part = `${select} lines.* FROM lines JOIN ${ranks} AS ranks ON ranks.line = lines.rowid
      WHERE ranks.rank > ${start} AND ranks.rank <= ${start + partRows} ORDER BY ${cells}`;
    yield* streamQuery(statement(part), pool, limits);
  }
}

/** How many lines there are, and how many make a part. */
async function measure({ pool, limits }: Workplace): Promise<{ rows: number; partRows: number }> {
  const columns = await runQuery(
    statement(`SELECT column_name AS name, data_type LIKE '%[]' AS lists FROM duckdb_columns()
      WHERE database_name = 'temp' AND table_name = 'lines'`),
    pool,
    limits,
  );
  const items = columns
    .filter(({ lists }) => lists === true)
    .map(({ name }) => ` + coalesce(sum(len(${quoted(String(name))})), 0)`);
  const text = `SELECT count(*) AS rows, ${columns.length} * count(*)${items.join('')} AS cells FROM lines`;
  const [measured] = await runQuery(statement(text), pool, limits);
  const [rows, cells] = [Number(measured?.['rows']), Number(measured?.['cells'])];
  return { rows, partRows: Math.max(1, Math.floor((cellsInPart * rows) / Math.max(1, cells))) };
}
