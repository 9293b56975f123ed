import { topCodedAgeDays, toYearsAndDays } from '@atrium/contract/calendar/ages';
import type { Cell, Scalar } from '@atrium/contract/wire/tableView';
import { yearText } from '../../concepts/conceptsWords.ts';
import type { CheckedTable, SoundColumn } from '../check/checkedTable.ts';
import { cellKey, tallyKey } from '../compile/names.ts';
import { type CellShape, cellShape } from './cells.ts';
import { asWritten, isScalar, scalarsIn, scalarText, type TableRow, type TableValue } from './tableValue.ts';

/** A row of the page as it travels (rules 5.15 and 5.17): one cell per column, null under a broken one. */
export const presentRow = ({ columns }: CheckedTable, row: TableRow): readonly Cell[] =>
  columns.map((column, index) => {
    if (column.kind === 'broken') return null;
    return presentCell(column, row[cellKey(index)] ?? null, row[tallyKey(index)] ?? null);
  });

function presentCell(column: SoundColumn, value: TableValue, tally: TableValue): Cell {
  const shape = cellShape(column);
  const show = shape.time === null && shape.words === null ? shownAs(shape) : asWritten(shape);
  if (!isScalar(value)) return unwrapped(scalarsIn(value).map(show));
  if (value === null) return null;
  if (shape.isCounted) return `(${scalarsIn(tally).join('')}) ${scalarText(show(value))}`;
  return shape.link === null ? show(value) : linked(String(asWritten(shape)(value)), shape.link);
}

const shownAs =
  ({ value, topCodedYear }: CellShape) =>
  (scalar: Scalar): Scalar => {
    if (value === 'plain' || typeof scalar !== 'number') return scalar;
    if (value === 'topCodedAge' && scalar >= topCodedAgeDays) return '90 years or more';
    if (value !== 'year') return ageText(scalar);
    return scalar === topCodedYear ? yearText(scalar, topCodedYear) : scalar;
  };

/** A list of one is that one (rule 5.17). */
const unwrapped = (list: readonly Scalar[]): Cell => {
  const [only] = list;
  return only !== undefined && list.length === 1 ? only : list;
};

const linked = (value: string, template: string): Cell => ({
  link: template.replaceAll('{value}', encodeURIComponent(value)),
  value,
});

/** Ages read as years and days (rule 5.17). */
function ageText(value: number): string {
  const { years, days } = toYearsAndDays(Math.round(value));
  return `${years} years, ${days} days`;
}
