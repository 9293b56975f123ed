import type { CheckedTable, SoundColumn } from '../check/checkedTable.ts';
import { cellKey, tallyKey } from '../compile/names.ts';
import { columnHeadings, type DescribeContext, describeTable } from '../describe/describeTable.ts';
import { type CellType, cellShape, cellType } from './cells.ts';
import type { FileColumn } from './fileCells.ts';

/** A column of an export, the same in every format. */
export interface ExportColumn {
  readonly file: FileColumn;
  /** The person's own name for it, else the label, as given. */
  readonly title: string;
  readonly column: SoundColumn;
  /** The name of the cohort's criteria set that the column is limited to. */
  readonly criteriaSet: string | null;
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
    file: {
      name: names[position] ?? view.label,
      type: cellType(column),
      shape: cellShape(column),
      cell: cellKey(index),
      tally: tallyKey(index),
    },
    title: view.alias ?? view.label,
    column,
    criteriaSet: view.aggregationCriteriaSetName ?? null,
  }));
}

/** In what the numbers of a cell are measured; ages are days in every file (rule 5.19). */
export const unitOf = (type: CellType): string | null => (type.kind === 'age' ? 'days' : type.unit);
