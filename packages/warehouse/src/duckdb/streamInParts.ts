import type { LinesInParts } from '@atrium/engine';
import { quoted } from '../sql/quoted.ts';
import type { Row } from '../sql/row.ts';
import { orderBy, rankLines } from './rankLines.ts';
import { runQuery, streamQuery } from './runQuery.ts';
import { gatherInPieces, streamInPieces } from './streamInPieces.ts';
import { type StreamSession, scratchTable, statement } from './streamSession.ts';

/** Cells that are sorted at once, items of lists counted; a sort takes about three times their memory. */
const cellsInPart = 150_000;

/**
 * The rows in their order, sorted and without repetitions, one part after the other. A part is a range of the first
 * cells of the order, so that equal rows are in one part and the parts follow each other.
 */
export async function* streamInParts(
  { lines, repeats, order, inPieces }: LinesInParts,
  session: StreamSession,
): AsyncGenerator<readonly Row[]> {
  const { pool, limits, pieces, allow } = session;
  if (inPieces === null || pieces === 1) await runQuery(scratchTable('lines', lines), pool, limits);
  else if (order.every(({ cell }) => inPieces.keys.includes(cell))) {
    yield* streamInPieces(inPieces, order, session);
    return;
  } else await gatherInPieces(inPieces, session);
  await allow('reading');
  const { rows, partRows } = await measure(session);
  const cells = orderBy(order);
  const select = repeats ? 'SELECT DISTINCT' : 'SELECT';
  if (rows <= partRows) {
    yield* streamQuery(statement(`${select} * FROM lines ORDER BY ${cells}`), pool, limits);
    return;
  }
  const ranks = await rankLines('lines', { order, session, partRows });
  for (let start = 0; start < rows; start += partRows) {
    const part = `${select} lines.* FROM lines JOIN ${ranks} AS ranks ON ranks.line = lines.rowid
      WHERE ranks.rank > ${start} AND ranks.rank <= ${start + partRows} ORDER BY ${cells}`;
    yield* streamQuery(statement(part), pool, limits);
  }
}

/** How many lines there are, and how many make a part. */
async function measure({ pool, limits }: StreamSession): Promise<{ rows: number; partRows: number }> {
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
