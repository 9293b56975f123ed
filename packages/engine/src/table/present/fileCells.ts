import { disarmed } from '@atrium/contract/documents/formulas';
import type { Scalar } from '@atrium/contract/wire/tableView';
import type { CellShape, CellType } from './cells.ts';
import { asWritten, isScalar, scalarsIn, scalarText, type TableRow } from './tableValue.ts';

/** A value in a typed file: dates `YYYY-MM-DD`, perhaps with their time, ages in days; a list column holds lists, however short, or null. */
export type FileValue = Scalar | readonly Scalar[];

/** A column of a file as plain data, so that it can be sent to a thread. */
export interface FileColumn {
  /** Unique regardless of case, and never a formula in a spreadsheet. */
  readonly name: string;
  readonly type: CellType;
  readonly shape: CellShape;
  /** The key of its cell in a row, and that of the count beside it. */
  readonly cell: string;
  readonly tally: string;
}

/** Takes the values of these columns from a row, as files hold them. */
export function fileValues(columns: readonly FileColumn[]): (row: TableRow) => readonly FileValue[] {
  const readers = columns.map(cellReader);
  return (row) => readers.map((read) => read(row));
}

function cellReader({ shape, cell, tally }: FileColumn): (row: TableRow) => FileValue {
  const write = asWritten(shape);
  return (row) => {
    const value = row[cell] ?? null;
    if (!isScalar(value))
      return shape.time === null && shape.words === null ? scalarsIn(value) : scalarsIn(value).map(write);
    if (value === null || !shape.isCounted) return write(value);
    return `(${scalarsIn(row[tally] ?? null).join('')}) ${scalarText(write(value))}`;
  };
}

/**
 * The cells of a line of CSV (rule 5.19): ages in days, lists joined by `; `. Texts that a spreadsheet would take for a
 * formula are disarmed. The writer does the quoting.
 */
export const csvCells = (values: readonly FileValue[]): readonly string[] =>
  values.map((value) => disarmed(cellText(value)));

/** Missing values show as `null` within a list and as nothing alone. */
function cellText(value: FileValue): string {
  if (!isScalar(value)) return value.map(itemText).join('; ');
  return value === null ? '' : scalarText(value);
}

/** So that a reader finds where an item ends: `;`, a backslash and the item `null` have a backslash in front. */
function itemText(item: Scalar): string {
  if (item === null) return 'null';
  const text = scalarText(item);
  return text === 'null' ? '\\null' : text.replaceAll(/[\\;]/g, '\\$&');
}
