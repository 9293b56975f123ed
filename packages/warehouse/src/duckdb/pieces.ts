import type { LinesInPieces, OrderTerm } from '@atrium/engine';
import type { Row } from '../warehouse.ts';
import { isOutOfMemory } from './isOutOfMemory.ts';
import { quoted } from './quoted.ts';
import { inOrder, rankLines } from './rankLines.ts';
import { runQuery, streamQuery } from './runQuery.ts';
import { made, statement } from './scratch.ts';
import type { Workplace } from './workplace.ts';

/** Gathers `lines` piece by piece, each of what has the same remainder of its keys. */
export async function gatherPieces(
  { base, keys, linesOf }: LinesInPieces,
  { pool, limits, pieces }: Workplace,
): Promise<void> {
  await runQuery(made('scattered', base), pool, limits);
  const lines = linesOf('piece');
  const remainder = `hash(${keys.map((key) => quoted(key)).join(', ')}) % ${pieces}`;
  for (let number = 0; number < pieces; number += 1) {
    const piece = statement(`SELECT * FROM scattered WHERE ${remainder} = ${number}`);
    await runQuery(made('piece', piece), pool, limits);
    const more = { ...lines, text: `INSERT INTO lines ${lines.text}` };
    await runQuery(number === 0 ? made('lines', lines) : more, pool, limits);
  }
  await runQuery(statement('DROP TABLE scattered'), pool, limits);
}

/**
 * The rows piece by piece, where the order follows from the keys: a piece is a range of it. One that does not fit is
 * tried in smaller ones, and what cannot be parted with all the memory there is.
 */
export async function* streamInPieces(
  { base, linesOf }: LinesInPieces,
  order: readonly OrderTerm[],
  place: Workplace,
): AsyncGenerator<readonly Row[]> {
  const { pool, limits, pieces, allow } = place;
  await runQuery(made('scattered', base), pool, limits);
  const [counted] = await runQuery(statement('SELECT count(*) AS rows FROM scattered'), pool, limits);
  const rows = Number(counted?.['rows']);
  const ranks = await rankLines('scattered', { order, place, partRows: Math.ceil(rows / mostPieces) });
  const lines = linesOf('piece');
  const sorted = { ...lines, text: `SELECT * FROM (${lines.text}) AS lines ORDER BY ${inOrder(order)}` };
  const largest = Math.max(1, Math.ceil(rows / pieces));
  let size = largest;
  let hasMost = false;
  for (let start = 0; start < rows; ) {
    const piece = statement(`SELECT scattered.* FROM scattered JOIN ${ranks} AS ranks
      ON ranks.line = scattered.rowid WHERE ranks.rank > ${start} AND ranks.rank <= ${start + size}`);
    let isEmpty = true;
    try {
      await runQuery(made('piece', piece), pool, limits);
      for await (const batch of streamQuery(sorted, pool, limits)) {
        isEmpty = false;
        yield batch;
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

/** More would read the base too often. */
const mostPieces = 1000;
