import type { CheckedTable, ExportColumn, TableRow } from '@atrium/engine';

/** The rows of a table on their way into a file. */
export interface TableExport {
  readonly table: CheckedTable;
  readonly columns: readonly ExportColumn[];
  readonly batches: AsyncIterable<readonly TableRow[]>;
}
