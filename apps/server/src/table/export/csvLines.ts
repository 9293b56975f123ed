import { presentCsvRow } from '@atrium/engine';
import { csvText } from '../../http/index.ts';
import { pieces } from './pieces.ts';
import type { TableExport } from './tableExport.ts';

/** A line of names, then a line for each row; texts that a spreadsheet would run are disarmed (rule 5.19). */
export async function* csvLines({ table, columns, batches }: TableExport): AsyncGenerator<string> {
  let heading = csvText([columns.map(({ name }) => name)]);
  for await (const batch of pieces(batches)) {
    yield heading + csvText(batch.map((row) => presentCsvRow(table, row)));
    heading = '';
  }
  if (heading !== '') yield heading;
}
