import {
  type DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBListVector,
  type DuckDBResult,
  type DuckDBValue,
  type DuckDBVector,
} from '@duckdb/node-api';
import type { Row, RowValue } from '../warehouse.ts';
import { fetchChunks } from './fetchChunks.ts';

/** Rows that become values at once: few, so that they are gone before the collector takes them for lasting. */
const batchRows = 128;

/** Batches of a result until it ends; column names that occur twice are told apart by a number. */
export async function* readBatches(result: DuckDBResult): AsyncGenerator<Row[]> {
  const names = result.deduplicatedColumnNames();
  for await (const chunk of fetchChunks(result)) {
    const { rowCount } = chunk;
    for (let start = 0; start < rowCount; start += batchRows) {
      yield readRows(chunk, names, { start, end: Math.min(start + batchRows, rowCount) });
    }
  }
}

/** Rows of a chunk, all or from `start` up to `end`, as plain values under these names. */
export function readRows(
  chunk: DuckDBDataChunk,
  names: readonly string[],
  { start, end } = { start: 0, end: chunk.rowCount },
): Row[] {
  const vectors = names.map((name, index) => ({ name, vector: chunk.getColumnVector(index) }));
  return Array.from({ length: end - start }, (_, place) => {
    const row: Record<string, RowValue> = {};
    for (const { name, vector } of vectors) row[name] = readValue(vector, start + place);
    return row;
  });
}

/** A vector remembers the lists that it was asked for, and the chunk its vectors; so lists are read past it. */
function readValue(vector: DuckDBVector, place: number): RowValue {
  if (!(vector instanceof DuckDBListVector)) return toRowValue(vector.getItem(place));
  const items = vector.getItemVector(place);
  return items && Array.from({ length: items.itemCount }, (_, item) => readValue(items, item));
}

function toRowValue(value: DuckDBValue): RowValue {
  switch (typeof value) {
    case 'bigint':
      return Number(value);
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    default:
      return toComposite(value);
  }
}

function toComposite(value: DuckDBValue): RowValue {
  if (value === null) return null;
  if (value instanceof DuckDBListValue) return value.items.map(toRowValue);
  if (value instanceof DuckDBDecimalValue) return value.toDouble();
  if (value instanceof DuckDBDateValue) return value.toString();
  return String(value);
}
