import type { Bar, Figure, Totals } from './bar.ts';

/** The same bars as percentages of their populations, each with its count behind. */
export const asShares = (bars: readonly Bar[], [whole, part]: Totals): readonly Bar[] =>
  bars.map((bar) => ({
    label: bar.label,
    ...shareOf(bar, whole),
    ...(bar.part !== undefined && { part: shareOf(bar.part, part) }),
  }));

function shareOf({ value, shown }: Figure, total: number): Figure {
  const share = total === 0 ? 0 : (100 * value) / total;
  return { value: share, shown: `${share.toFixed(1)}% (${shown})` };
}
