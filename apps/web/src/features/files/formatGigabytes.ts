import { formatBytes } from '../../lib/formatBytes.ts';

const gigabytes = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Bytes divided by 1e9, with two decimals: `31,250.00`. */
export const formatGigabytes = (bytes: number): string => gigabytes.format(bytes / 1e9);

/** A size in the unit that fits, with its gigabytes where that is another one: `396 kB (0.00 GB)`. */
export function formatSize(bytes: number): string {
  const inGigabytes = `${formatGigabytes(bytes)} GB`;
  return hasOtherUnit(bytes) ? `${formatBytes(bytes)} (${inGigabytes})` : inGigabytes;
}

/** Whether another unit than gigabytes fits the size. */
export const hasOtherUnit = (bytes: number): boolean => bytes !== 0 && !formatBytes(bytes).endsWith(' GB');
