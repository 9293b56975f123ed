import type { Cell, Scalar } from '@atrium/contract/wire/tableView';
import { columnWidth } from '../../../ui/grid/columnWidth.ts';
import type { GridRow } from './gridRows.ts';

export type Linked = Extract<Cell, { readonly link: string }>;
type List = Extract<Cell, readonly unknown[]>;

export const isLinked = (cell: Cell): cell is Linked =>
  cell !== null && typeof cell === 'object' && 'link' in cell;
const isList = (cell: Cell): cell is List => Array.isArray(cell);

export const isNothing = (cell: Cell): cell is null | List =>
  cell === null || (isList(cell) && cell.length === 0);

const age = /^(-?\d+) years, (-?\d+) days$/;

/** The text of a cell, and the whole of what it stands for: an age is short in the table (rule 11.20). */
export function cellText(cell: Exclude<Cell, Linked>): { readonly text: string; readonly whole: string } {
  const values: readonly Scalar[] = isList(cell) ? cell : [cell];
  const joined = (show: (value: Scalar) => string) =>
    isList(cell) ? values.map((value) => besideMissing(value, show)).join('; ') : show(cell);
  return { text: joined((value) => scalarText(value).replace(age, '$1 y $2 d')), whole: joined(scalarText) };
}

const missing = 'null';

/** In a list a value that reads like a missing one looks as in files (rules 5.19 and 9.27). */
const besideMissing = (value: Scalar, show: (value: Scalar) => string): string =>
  value === missing ? `\\${value}` : show(value);

const significantDigits = 6;

/** One value as text: True or False, whole numbers unchanged, others with six significant digits. */
function scalarText(value: Scalar): string {
  if (value === null) return missing;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number' && !Number.isInteger(value)) {
    return String(Number(value.toPrecision(significantDigits)));
  }
  return String(value);
}

const letter = 7.3;
const padding = 26;
const linkIcon = 24;
const headingLetter = 8;
const sortIcon = 24;
export const widestFitted = 320;

/** The width that the cells of a column need, in pixels. */
export const contentWidth = (rows: readonly GridRow[], index: number): number =>
  Math.ceil(
    rows.reduce((widest, { cells }) => {
      const cell = cells[index];
      if (cell === undefined || isNothing(cell)) return widest;
      const needs = isLinked(cell)
        ? cell.value.length * letter + linkIcon
        : cellText(cell).text.length * letter;
      return Math.max(widest, needs + padding);
    }, 0),
  );

/** A column fits its name and its content up to 320 pixels, and is at least as wide as its header asks for. */
export const fittedWidth = (header: string, content: number): number =>
  Math.max(
    columnWidth(header),
    Math.min(widestFitted, Math.max(content, Math.ceil(header.length * headingLetter + padding + sortIcon))),
  );
