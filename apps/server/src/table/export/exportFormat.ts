import type { ExportColumn } from '@atrium/engine';
import { parquetFile } from '@atrium/warehouse';
import { csvLines } from './csvLines.ts';
import { jsonLines } from './jsonLines.ts';
import type { TableExport } from './tableExport.ts';

/** How rows become a file, batch by batch; nothing is written before the first batch has come. */
type Write = (rows: TableExport) => AsyncIterable<string | Uint8Array>;

export const exportFormats = ['csv', 'ndjson', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const writers: Readonly<Record<ExportFormat, Write>> = {
  csv: csvLines,
  ndjson: jsonLines,
  parquet: ({ columns, batches }) => parquetFile(columns, cellsOf(columns, batches)),
};

async function* cellsOf(columns: readonly ExportColumn[], batches: TableExport['batches']) {
  for await (const batch of batches) yield batch.map((row) => columns.map((column) => column.read(row)));
}
