import { momentText } from '@atrium/contract/calendar/moments';
import type { Scalar } from '@atrium/contract/wire/tableView';
import { wordOf } from '../../dictionary/numberWords.ts';
import type { CellShape } from './cells.ts';

/** A value within a text or a file: booleans as `True` and `False`. */
export function scalarText(value: Scalar): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return String(value);
}

/** A value as the warehouse gives it: dates as `YYYY-MM-DD`, lists as arrays. */
export type TableValue = Scalar | readonly TableValue[];

/** A row of a compiled table, by cell key. */
export type TableRow = Readonly<Record<string, TableValue>>;

/** The value as a scalar, if it is one. */
export const isScalar = (value: TableValue): value is Scalar => !Array.isArray(value);

/** A list of scalars; lists within lists do not occur. */
export const scalarsIn = (value: TableValue): readonly Scalar[] =>
  isScalar(value) ? [value] : value.filter(isScalar);

/** A value as pages and files hold it: a date with its time reads as it was written (rule 5.21), a word as itself. */
export const asWritten =
  ({ time, words }: Pick<CellShape, 'time' | 'words'>) =>
  (value: Scalar): Scalar => {
    if (typeof value === 'number') return words === null ? value : (wordOf({ words }, value) ?? value);
    return time === null || typeof value !== 'string' ? value : momentText(value, time);
  };
