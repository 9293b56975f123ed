import type { CrossTab, ShownCount } from '@atrium/contract';

/** The threshold of a dataset that sets none; the rule of federal health agencies (PCORnet, CMS). */
export const defaultSmallCountThreshold = 11;

/** A count as a member who may see aggregates only sees it: 1 … threshold − 1 becomes "<threshold"; 0 stays. */
export const suppressCount = (count: number, threshold: number): ShownCount =>
  count > 0 && count < threshold ? `<${threshold}` : count;

/** The rule of `suppressCount` in every cell. */
export const suppressCrossTab = (crossTab: CrossTab, threshold: number): CrossTab => ({
  ...crossTab,
  data: crossTab.data.map((line) =>
    line.map((cell) => (typeof cell === 'number' ? suppressCount(cell, threshold) : cell)),
  ),
});
