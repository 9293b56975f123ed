import { presentCsvRow } from '@atrium/engine';
import { stringify } from 'csv-stringify/sync';
import { pieces } from './pieces.ts';
import type { TableExport } from './tableExport.ts';

const written = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    { record_delimiter: 'windows' },
  );

/** A line of names, then a line for each row; texts that a spreadsheet would run are disarmed (contract 12.3). */
export async function* csvLines({ table, columns, batches }: TableExport): AsyncGenerator<string> {
  let heading = written([columns.map(({ name }) => name)]);
  for await (const batch of pieces(batches)) {
    yield heading + written(batch.map((row) => presentCsvRow(table, row)));
    heading = '';
  }
  if (heading !== '') yield heading;
}
