import type { ShownCount } from '@atrium/contract/wire/statistics';

/** The threshold of a dataset that sets none; the rule of federal health agencies (PCORnet, CMS). See rule 7.1. */
export const defaultSmallCountThreshold = 11;

/**
 * What is shown in place of a hidden figure: the same mark for small figures and for those that protect them (rule
 * 7.2).
 */
export const withheldMark = (threshold: number): string => `<${threshold}`;

export const isSmall = (count: number, threshold: number): boolean => count > 0 && count < threshold;

/** A single count as a member who may see aggregates only sees it: 1 … threshold − 1 becomes "<threshold"; 0 stays. */
export const suppressCount = (count: number, threshold: number): ShownCount =>
  isSmall(count, threshold) ? withheldMark(threshold) : count;
