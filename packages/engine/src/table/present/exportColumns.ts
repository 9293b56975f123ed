import type { Scalar } from '@atrium/contract';
import type { CheckedTable, SoundColumn } from '../check/checkedTable.ts';
import { cellKey, tallyKey } from '../compile/names.ts';
import { columnHeadings, type DescribeContext, describeTable } from '../describe/describeTable.ts';
import { asWritten, type CellType, cellShape, cellType } from './cells.ts';
import { isScalar, scalarsIn, scalarText, type TableRow } from './presentRow.ts';

/** A value in a typed file: dates `YYYY-MM-DD`, perhaps with their time, ages in days; a list column holds lists, however short, or null. */
export type FileValue = Scalar | readonly Scalar[];

/** A column of an export, the same in every format. */
export interface ExportColumn {
  /** Unique whatever the case, and no formula to a spreadsheet. */
  readonly name: string;
  /** The person's own name for it, else the label, as given. */
  readonly title: string;
  readonly type: CellType;
  readonly column: SoundColumn;
  /** The cohort's criteria set that narrows the column, by name. */
  readonly criteriaSet: string | null;
  read(row: TableRow): FileValue;
}

/** The sound columns in order; broken ones are not exported (rule 5.15). */
export function exportColumns(table: CheckedTable, context: DescribeContext): readonly ExportColumn[] {
  const extended = describeTable(table, context);
  const sound = table.columns.flatMap((column, index) => {
    const view = extended.fields[index];
    return column.kind === 'broken' || view === undefined ? [] : [{ column, index, view }];
  });
  const units = new Map(
    sound.flatMap(({ column, view }): [string, string][] => {
      const unit = unitOf(cellType(column));
      return unit === null ? [] : [[view.entryId, unit]];
    }),
  );
  const names = columnHeadings(extended, units);
  return sound.map(({ column, index, view }, position) => ({
    name: names[position] ?? view.label,
    title: view.alias ?? view.label,
    type: cellType(column),
    column,
    criteriaSet: view.aggregationCriteriaSetName ?? null,
    read: cellReader(column, index),
  }));
}

/** In what the numbers of a cell are measured; ages are days in every file (rule 5.19). */
export const unitOf = (type: CellType): string | null => (type.kind === 'age' ? 'days' : type.unit);

function cellReader(column: SoundColumn, index: number): (row: TableRow) => FileValue {
  const shape = cellShape(column);
  const write = asWritten(shape);
  return (row) => {
    const value = row[cellKey(index)] ?? null;
    if (!isScalar(value)) return shape.time === null ? scalarsIn(value) : scalarsIn(value).map(write);
    if (value === null || !shape.isCounted) return write(value);
    return `(${scalarsIn(row[tallyKey(index)] ?? null).join('')}) ${scalarText(write(value))}`;
  };
}
