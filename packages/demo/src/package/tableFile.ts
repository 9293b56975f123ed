import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { Row } from './demoDataset.ts';
import { type Cell, type Field, listDelimiter } from './field.ts';
import type { Table } from './table.ts';

/** An open CSV file of a table; rows reach the disk when their promise settles. */
export interface TableFile {
  append(rows: readonly Row[]): Promise<void>;
  close(): Promise<void>;
}

export async function openTableFile(folder: string, table: Table): Promise<TableFile> {
  const file = await open(join(folder, `${table.name}.csv`), 'w');
  const missing = missingMark(table);
  await file.writeFile(stringify([table.fields.map((field) => field.name)]));
  return {
    async append(rows) {
      if (rows.length > 0)
        await file.writeFile(stringify(rows.map((row) => record(row, table.fields, missing))));
    },
    close: () => file.close(),
  };
}

function record(row: Row, fields: readonly Field[], missing: string): string[] {
  return fields.map((field) => cellText(row[field.name] ?? null) || missing);
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'object' ? cell.join(listDelimiter) : String(cell);
}

function missingMark(table: Table): string {
  const mark = table.resource.schema?.missingValues?.at(-1) ?? '';
  return typeof mark === 'string' ? mark : mark.value;
}
