import type { LinesInPieces, OrderTerm } from '@atrium/engine';
import { pieceTable } from '@atrium/engine/plain';
import { quoted } from '../sql/quoted.ts';
import type { Row } from '../sql/row.ts';
import { isOutOfMemory } from './instance.ts';
import { orderBy, rankLines } from './rankLines.ts';
import { runQuery, streamQuery } from './runQuery.ts';
import { type StreamSession, scratchTable, statement } from './streamSession.ts';

/** Reading the base more often than this would take too long. */
const maxPieces = 1000;

/** Makes the table `lines` piece by piece; a piece holds the base rows whose keys have the same remainder. */
export async function gatherInPieces(
  { base, keys, lines }: LinesInPieces,
  { pool, limits, pieces }: StreamSession,
): Promise<void> {
  await runQuery(scratchTable('scattered', base), pool, limits);
  const remainder = `hash(${keys.map((key) => quoted(key)).join(', ')}) % ${pieces}`;
  for (let number = 0; number < pieces; number += 1) {
    const piece = statement(`SELECT * FROM scattered WHERE ${remainder} = ${number}`);
    await runQuery(scratchTable(pieceTable, piece), pool, limits);
    const more = { ...lines, text: `INSERT INTO lines ${lines.text}` };
    await runQuery(number === 0 ? scratchTable('lines', lines) : more, pool, limits);
  }
  await runQuery(statement('DROP TABLE scattered'), pool, limits);
}

/**
 * The rows piece by piece, where the keys determine the order: a piece is a range of the order. A piece that does not
 * fit into memory is tried again in smaller ones; a single row that does not fit gets all the memory there is.
 */
export async function* streamInPieces(
  { base, lines }: LinesInPieces,
  order: readonly OrderTerm[],
  session: StreamSession,
): AsyncGenerator<readonly Row[]> {
  const { pool, limits, pieces, allow } = session;
  await runQuery(scratchTable('scattered', base), pool, limits);
  const [counted] = await runQuery(statement('SELECT count(*) AS rows FROM scattered'), pool, limits);
  const rows = Number(counted?.['rows']);
  const ranks = await rankLines('scattered', { order, session, partRows: Math.ceil(rows / maxPieces) });
  const sorted = { ...lines, text: `SELECT * FROM (${lines.text}) AS lines ORDER BY ${orderBy(order)}` };
  const largest = Math.max(1, Math.ceil(rows / pieces));
  let size = largest;
  let hasMost = false;
  for (let start = 0; start < rows; ) {
    const piece = statement(`SELECT scattered.* FROM scattered JOIN ${ranks} AS ranks
      ON ranks.line = scattered.rowid WHERE ranks.rank > ${start} AND ranks.rank <= ${start + size}`);
    let isEmpty = true;
    try {
      await runQuery(scratchTable(pieceTable, piece), pool, limits);
      for await (const portion of streamQuery(sorted, pool, limits)) {
        isEmpty = false;
        yield portion;
      }
      start += size;
      size = Math.min(largest, size * 2);
      if (hasMost) await allow('gathering');
      hasMost = false;
    } catch (error) {
      if (!isEmpty || !isOutOfMemory(error) || hasMost) throw error;
      hasMost = size === 1;
      if (hasMost) await allow('most');
      size = Math.ceil(size / 4);
    }
  }
}
