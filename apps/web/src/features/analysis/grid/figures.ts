import type { ShownCount } from '@atrium/contract/wire/statistics';
import { formatCount } from '../../../lib/formatNumber.ts';
import { gridWords } from '../analysisWords.ts';

/** Cells added up: `known` is the sum of the cells that are shown; hidden cells make it a lower bound. */
export interface CellSum {
  readonly known: number;
  readonly isAtLeast: boolean;
}

/** What 100% is when cells are shown as percentages. */
export type PercentOf = 'row' | 'column';

/** The sums of every row, of every column, and of all cells. */
export interface CellSums {
  readonly rows: readonly CellSum[];
  readonly columns: readonly CellSum[];
  readonly all: CellSum;
  readonly highest: number;
}

type Cells = readonly (readonly ShownCount[])[];

const nothing: CellSum = { known: 0, isAtLeast: false };

const plus = (sum: CellSum, cell: ShownCount): CellSum =>
  typeof cell === 'number'
    ? { known: sum.known + cell, isAtLeast: sum.isAtLeast }
    : { known: sum.known, isAtLeast: true };

const joined = (one: CellSum, other: CellSum): CellSum => ({
  known: one.known + other.known,
  isAtLeast: one.isAtLeast || other.isAtLeast,
});

/**
 * Adds up the cells. A sum counts a subject once for every cell that it is in, so it is not a number of subjects. A
 * hidden cell adds nothing and makes the sum a lower bound.
 */
export function sumCells(data: Cells, columnCount: number): CellSums {
  const rows = data.map((line) => line.reduce(plus, nothing));
  const columns = Array.from({ length: columnCount }, (_, column) =>
    data.reduce((sum, line) => plus(sum, line[column] ?? 0), nothing),
  );
  let highest = 0;
  for (const line of data) {
    for (const cell of line) if (typeof cell === 'number' && cell > highest) highest = cell;
  }
  return { rows, columns, all: rows.reduce(joined, nothing), highest };
}

/** A cell's share of a sum, from 0 to 1; undefined for a hidden cell and where the sum is 0. */
export const shareOf = (cell: ShownCount, { known }: CellSum): number | undefined =>
  typeof cell !== 'number' || known === 0 ? undefined : cell / known;

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** `0.347` → `34.7%`. If the sum is a lower bound, the share is an upper bound: `≤ 34.7%`. */
export function formatShare(share: number | undefined, of: CellSum): string {
  if (share === undefined) return '';
  return of.isAtLeast && share > 0 ? `≤ ${percent.format(share)}` : percent.format(share);
}

/** `1204` → `1,204`; a sum of which a cell is hidden is not known. */
export const formatSum = ({ known, isAtLeast }: CellSum): string => (isAtLeast ? '–' : formatCount(known));

/** A cell as it is shown. A hidden one may be any number: the mark of the wire stands for small and for large ones (rule 7.2). */
export const formatCell = (cell: ShownCount): string =>
  typeof cell === 'number' ? formatCount(cell) : gridWords.hidden;

/** Whether a sum is exact, for a `data-sum` attribute. */
export const boundOf = ({ isAtLeast }: CellSum): 'atLeast' | 'exact' => (isAtLeast ? 'atLeast' : 'exact');

/** What stands in hidden cells of the wire, such as `<11`; undefined where no cell is hidden. */
export function hiddenAs(data: Cells): string | undefined {
  for (const line of data) {
    const hidden = line.find((cell) => typeof cell === 'string');
    if (typeof hidden === 'string') return hidden;
  }
  return undefined;
}

/** The number in `<11`; undefined for any other text. */
export function thresholdIn(hidden: string): number | undefined {
  const [, digits] = /^<\s*(\d+)$/.exec(hidden) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
