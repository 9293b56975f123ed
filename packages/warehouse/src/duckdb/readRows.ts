import {
  type DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  type DuckDBResult,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { Row, RowValue } from '../warehouse.ts';

/** A chunk of a result as plain rows; column names that occur twice are told apart by a number. */
export function readRows(chunk: DuckDBDataChunk, names: readonly string[]): Row[] {
  const columns = chunk.getColumns();
  const rows: Record<string, RowValue>[] = Array.from({ length: chunk.rowCount }, () => ({}));
  names.forEach((name, index) => {
    const column = columns[index] ?? [];
    rows.forEach((row, place) => {
      row[name] = toRowValue(column[place] ?? null);
    });
  });
  return rows;
}

/** Chunks of a result until it ends. */
export async function* readBatches(result: DuckDBResult): AsyncGenerator<Row[]> {
  const names = result.deduplicatedColumnNames();
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return;
    yield readRows(chunk, names);
  }
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
