import type { CrossTabTotals } from '@atrium/contract/wire/analysis';
import type { ShownCount } from '@atrium/contract/wire/statistics';
import { formatCount } from '../../../lib/formatNumber.ts';
import { gridWords } from '../analysisWords.ts';

/** What 100% is when cells are shown as percentages. */
export type PercentOf = 'row' | 'column';

type Cells = readonly (readonly ShownCount[])[];

/** The subjects of the row or column of a cell; undefined where no totals came. */
export const wholeOf = (
  totals: CrossTabTotals | undefined,
  of: PercentOf,
  { row, column }: { readonly row: number; readonly column: number },
): ShownCount | undefined => (of === 'row' ? totals?.rows[row] : totals?.columns[column]);

/** A cell's share of a total, from 0 to 1; undefined where one of them is hidden and where the total is 0. */
export const shareOf = (cell: ShownCount, whole: ShownCount | undefined): number | undefined =>
  typeof cell !== 'number' || typeof whole !== 'number' || whole === 0 ? undefined : cell / whole;

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** `0.347` → `34.7%`. */
export const formatShare = (share: number | undefined): string =>
  share === undefined ? '' : percent.format(share);

/** A cell as it is shown. A hidden one may be any number: the mark of the wire stands for small and for large ones (rule 7.2). */
export const formatCell = (cell: ShownCount): string =>
  typeof cell === 'number' ? formatCount(cell) : gridWords.hidden;

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
