import { type CheckedTable, type ExportColumn, presentCsvRow, type TableRow } from '@atrium/engine';
import type { WriteParquet } from '@atrium/warehouse';
import { csvText } from '../../http/index.ts';

/** The rows of a table on their way into a file. */
export interface TableExport {
  readonly table: CheckedTable;
  readonly columns: readonly ExportColumn[];
  readonly batches: AsyncIterable<readonly TableRow[]>;
  readonly writeParquet: WriteParquet;
}

/** Writes rows as a file, batch by batch; nothing is written before the first batch is there. */
type Write = (rows: TableExport) => AsyncIterable<string | Uint8Array>;

export type ExportFormat = 'csv' | 'ndjson' | 'parquet';

export const writers: Readonly<Record<ExportFormat, Write>> = {
  csv: csvLines,
  ndjson: jsonLines,
  parquet: ({ columns, batches, writeParquet }) => writeParquet(columns, cellsOf(columns, batches)),
};

/** A line of names, then a line for each row; texts that a spreadsheet would run are disarmed (rule 5.19). */
async function* csvLines({ table, columns, batches }: TableExport): AsyncGenerator<string> {
  let heading = csvText([columns.map(({ name }) => name)]);
  for await (const batch of inSmallBatches(batches)) {
    yield heading + csvText(batch.map((row) => presentCsvRow(table, row)));
    heading = '';
  }
  if (heading !== '') yield heading;
}

/** A JSON object for each row and line. Written key by key, since an object of ours would put names like `1` first. */
async function* jsonLines({ columns, batches }: TableExport): AsyncGenerator<string> {
  const cells = columns.map((column) => ({ key: JSON.stringify(column.name), read: jsonReader(column) }));
  for await (const batch of inSmallBatches(batches)) {
    yield batch.map((row) => `{${cells.map(({ key, read }) => `${key}:${read(row)}`).join(',')}}\n`).join('');
  }
}

/** A cell as JSON; a whole number beyond 2^53 comes as its digits, and stays a number. */
const jsonReader =
  ({ read, type }: ExportColumn) =>
  (row: TableRow): string => {
    const value = read(row);
    return type.kind === 'integer' && typeof value === 'string' ? value : JSON.stringify(value);
  };

async function* cellsOf(columns: readonly ExportColumn[], batches: TableExport['batches']) {
  for await (const batch of batches) yield batch.map((row) => columns.map((column) => column.read(row)));
}

/**
 * How many rows make one text. The text of a whole batch is so large that the memory manager keeps it apart and frees
 * it late; small texts are freed early.
 */
const rowsInSmallBatch = 128;

async function* inSmallBatches(batches: TableExport['batches']): AsyncGenerator<readonly TableRow[]> {
  for await (const batch of batches) {
    for (let start = 0; start < batch.length; start += rowsInSmallBatch) {
      yield batch.slice(start, start + rowsInSmallBatch);
    }
  }
}
