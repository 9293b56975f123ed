/**
 * A histogram bin holds values from `from` on, up to the `from` of the next bin; the last bin has no upper bound
 * because nothing lies above it. `from` is a number, days for ages, or an ISO day for dates.
 */
export interface Bin {
  readonly label: string;
  readonly from: number | string;
}

/** A histogram never has more bins than this. */
export const mostBins = 30;
