/** When something happened, as an answer: the first, the last or every event date. */
export const dateReturns = ['earliest_date', 'latest_date', 'all_dates'] as const;
export type DateReturn = (typeof dateReturns)[number];

export const frequentReturns = ['value', 'count', 'value_and_count'] as const;
export const extremeReturns = ['value', 'count', ...dateReturns] as const;
export const presenceReturns = ['boolean', 'count', ...dateReturns] as const;
export const textPresenceReturns = [
  ...presenceReturns,
  'earliest_value',
  'latest_value',
  'all_values',
] as const;
export const listOrders = ['value', 'event_date'] as const;

/** Methods that need nothing but the values. */
export const plainMethods = [
  'list_distinct',
  'count_distinct',
  'count_all',
  'average',
  'median',
  'std_dev',
  'sum',
  'min_date',
  'max_date',
] as const;

/**
 * How the values of a group become one cell (rules 5.5 and 5.6). The input is always the distinct (row, value) pairs
 * of
 * the group's rows; nulls are left out unless said otherwise. Positions count from 1.
 */
export type Aggregation =
  | { readonly kind: (typeof plainMethods)[number] }
  | {
      readonly kind: 'list_all';
      readonly includeNulls: boolean;
      readonly order: (typeof listOrders)[number];
    }
  | {
      readonly kind: 'most_frequent';
      readonly position: number;
      readonly returns: (typeof frequentReturns)[number];
    }
  | { readonly kind: 'latest' | 'earliest'; readonly position: number }
  | {
      readonly kind: 'min' | 'max';
      readonly position: number;
      readonly returns: (typeof extremeReturns)[number];
    }
  | {
      readonly kind: 'has_value' | 'has_value_text';
      readonly values: readonly string[];
      readonly returns: (typeof textPresenceReturns)[number];
    };
