import {
  type DuckDBConnection,
  type DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBListVector,
  type DuckDBResult,
  type DuckDBValue,
  type DuckDBVector,
  ResultReturnType,
} from '@duckdb/node-api';
import { collectRows } from '../asking/sessions.ts';
import { type TimeSlice, takeTimeSlices } from '../asking/timeSlices.ts';
import { addMemoryPressure } from '../sql/externalMemory.ts';
import { parsePackedList } from '../sql/packedList.ts';
import type { Row, RowValue } from '../sql/row.ts';

/** Memory of a chunk, at the most: room for 2,048 values of 16 bytes in each column, the texts, and what is made of them. */
const memoryOf = ({ columnCount, rowCount }: DuckDBDataChunk): number =>
  columnCount * (2048 * 16 + rowCount * 48);

/** The collector is told of so many bytes at once: to reserve a buffer takes longer than to decode a small chunk. */
const toldAtOnce = 256 * 1024;

/**
 * Chunks of a result until it ends; each may be used only until the next is fetched. Throws where a stream broke off
 * before its end, as it does when another statement runs on its connection. `memory` is that of a chunk.
 */
export async function* fetchChunks(
  result: DuckDBResult,
  memory: (chunk: DuckDBDataChunk) => number = memoryOf,
): AsyncGenerator<DuckDBDataChunk> {
  let untold = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    untold += memory(chunk);
    if (untold >= toldAtOnce) {
      addMemoryPressure(chunk, untold);
      untold = 0;
    }
    yield chunk;
    chunk.reset();
  }
  // The end and any fault of a stream give the same empty chunk, and no message; only the type of the result differs.
  if (result.returnType === ResultReturnType.INVALID)
    throw new Error('The result of a statement broke off before its end.');
}

/** Rows that are decoded at once: few, so that the garbage collector frees them while they are young. */
const portionRows = 128;

/** Portions of rows until the result ends, decoded in slices: a row may hold long lists. */
export async function* decodePortions(result: DuckDBResult, slice = takeTimeSlices()): AsyncGenerator<Row[]> {
  const resultColumns = columnsOf(result);
  for await (const chunk of fetchChunks(result)) {
    const { rowCount } = chunk;
    const columns = resultColumns.map((column, index) => ({
      ...column,
      vector: chunk.getColumnVector(index),
    }));
    for (let start = 0; start < rowCount; ) {
      await slice.giveWay();
      const rows = decodeRows(columns, { start, end: Math.min(start + portionRows, rowCount), slice });
      start += rows.length;
      yield rows;
    }
  }
}

/** All rows of a statement that has no parameters. */
export const queryRows = async (connection: DuckDBConnection, text: string): Promise<readonly Row[]> =>
  collectRows(decodePortions(await connection.run(text)));

interface Portion {
  readonly start: number;
  readonly end: number;
  readonly slice: TimeSlice;
}

/** Rows of a chunk from `start` to before `end` as plain values: one at least, and no more than fit into the slice. */
function decodeRows(columns: readonly Column[], { start, end, slice }: Portion): Row[] {
  const rows: Row[] = [];
  do {
    const row: Record<string, RowValue> = {};
    for (const column of columns) row[column.name] = decodeCell(column, start + rows.length);
    rows.push(row);
  } while (start + rows.length < end && !slice.isOver());
  return rows;
}

interface ResultColumn {
  readonly name: string;
  /** A list that was packed as JSON. */
  readonly isPacked: boolean;
}

/** A column name that occurs twice gets a number. */
function columnsOf(result: DuckDBResult): readonly ResultColumn[] {
  const types = result.columnTypes();
  return result
    .deduplicatedColumnNames()
    .map((name, index) => ({ name, isPacked: types[index]?.alias === 'JSON' }));
}

interface Column extends ResultColumn {
  readonly vector: DuckDBVector;
}

const decodeCell = ({ vector, isPacked }: Column, row: number): RowValue => {
  const value = decodeValue(vector, row);
  return isPacked && typeof value === 'string' ? parsePackedList(value) : value;
};

/** `getItem` of a list vector keeps each list for as long as the chunk lives; so the items are decoded one by one. */
function decodeValue(vector: DuckDBVector, index: number): RowValue {
  if (!(vector instanceof DuckDBListVector)) return toRowValue(vector.getItem(index));
  const items = vector.getItemVector(index);
  return items && Array.from({ length: items.itemCount }, (_, item) => decodeValue(items, item));
}

function toRowValue(value: DuckDBValue): RowValue {
  switch (typeof value) {
    case 'bigint':
      return exactly(value);
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    default:
      return toComposite(value);
  }
}

/** A whole number, or its digits where it lies beyond 2^53. */
const exactly = (value: bigint): number | string =>
  Number.isSafeInteger(Number(value)) ? Number(value) : String(value);

function toComposite(value: DuckDBValue): RowValue {
  if (value === null) return null;
  if (value instanceof DuckDBListValue) return value.items.map(toRowValue);
  if (value instanceof DuckDBDecimalValue) return value.toDouble();
  if (value instanceof DuckDBDateValue) return value.toString();
  return String(value);
}
