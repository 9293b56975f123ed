import type { Scalar } from '@atrium/contract';
import type { CheckedTable, SoundColumn } from '../check/checkedTable.ts';
import { cellKey, tallyKey } from '../compile/names.ts';
import { asWritten, cellShape } from './cells.ts';
import { disarmed } from './formulas.ts';
import { isScalar, scalarsIn, scalarText, type TableRow, type TableValue } from './presentRow.ts';

/**
 * A row of the export (rule 5.19): texts of the sound columns only, ages in days, lists joined by `; `. Texts
 * that a spreadsheet would take for a formula are disarmed; quoting is the writer's matter.
 */
export const presentCsvRow = ({ columns }: CheckedTable, row: TableRow): readonly string[] =>
  columns.flatMap((column, index) => {
    if (column.kind === 'broken') return [];
    return [disarmed(cellText(column, row[cellKey(index)] ?? null, row[tallyKey(index)] ?? null))];
  });

/** Missing values show as `null` within a list and as nothing alone. */
function cellText(column: SoundColumn, value: TableValue, tally: TableValue): string {
  const shape = cellShape(column);
  const write = asWritten(shape);
  if (!isScalar(value)) return scalarsIn(value).map(write).map(itemText).join('; ');
  if (value === null) return '';
  const text = scalarText(write(value));
  return shape.isCounted ? `(${scalarsIn(tally).join('')}) ${text}` : text;
}

/** So that a reader finds where an item ends: `;`, a backslash and the item `null` have a backslash in front. */
function itemText(item: Scalar): string {
  if (item === null) return 'null';
  const text = scalarText(item);
  return text === 'null' ? '\\null' : text.replaceAll(/[\\;]/g, '\\$&');
}
