import type { NumberStatistics } from '@atrium/contract';
import type { Bin } from '../../../../charts/histogramProps.ts';
import { formatCount } from '../../../../lib/formatNumber.ts';
import { magnitude } from '../../counts.ts';

/** The server's histogram as bars. */
export const toBins = (data: NumberStatistics['histogramData']): readonly Bin[] =>
  data.map(([label, count]) => ({ label, value: magnitude(count), shown: formatCount(count) }));

/** The chart in one sentence. */
export function chartSummary(name: string, bins: readonly Bin[]): string {
  const [first] = bins;
  const last = bins.at(-1);
  if (first === undefined || last === undefined) return `${name}: no chart`;
  const highest = bins.reduce((best, bin) => (bin.value > best.value ? bin : best), first);
  return `${name}: histogram of ${bins.length} bins from ${first.label} to ${last.label}; most entries (${highest.shown}) in ${highest.label}.`;
}
