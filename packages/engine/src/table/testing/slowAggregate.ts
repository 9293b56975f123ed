import type { Scalar } from '@atrium/contract';
import type { AggregatedColumn } from '../check/checkedTable.ts';

/** A value of a row, and when the row happened. */
export interface SlowPair {
  readonly value: Scalar;
  readonly at: string | null;
}

/** Ascending, nulls last. */
export function compareScalars(one: Scalar, other: Scalar): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return one < other ? -1 : 1;
}

/** A method over the pairs of a group, as semantics 3.4 says it in words. */
export function slowAggregate(
  { aggregation, subject }: AggregatedColumn,
  pairs: readonly SlowPair[],
): Scalar | readonly Scalar[] {
  const ascending = pairs
    .map(({ value }) => value)
    .filter((value) => value !== null)
    .sort(compareScalars);
  const numbers = ascending.filter((value) => typeof value === 'number');
  const distinct = [...new Set(ascending)];
  const list = (values: readonly Scalar[]): readonly Scalar[] | null => (values.length === 0 ? null : values);
  const dated = pairs.filter(({ at }) => at !== null);
  const inTime = (direction: 1 | -1): readonly Scalar[] =>
    dated
      .toSorted((a, b) => direction * compareScalars(a.at, b.at) || compareScalars(a.value, b.value))
      .map(({ value }) => value);
  switch (aggregation.kind) {
    case 'list_distinct':
      return list(distinct);
    case 'list_all': {
      const values =
        aggregation.order === 'event_date' ? inTime(1) : pairs.map(({ value }) => value).sort(compareScalars);
      return list(aggregation.includeNulls ? values : values.filter((value) => value !== null));
    }
    case 'count_all':
      return ascending.length;
    case 'count_distinct':
      return distinct.length;
    case 'most_frequent': {
      const counts = distinct.map((value) => ({
        value,
        count: ascending.filter((other) => other === value).length,
      }));
      const place = counts.toSorted((a, b) => b.count - a.count)[aggregation.position - 1];
      return (aggregation.returns === 'count' ? place?.count : place?.value) ?? null;
    }
    case 'latest':
      return inTime(-1)[aggregation.position - 1] ?? null;
    case 'earliest':
      return inTime(1)[aggregation.position - 1] ?? null;
    case 'has_value': {
      const found = pairs.filter(({ value }) => aggregation.values.some((wanted) => wanted === value));
      const dates = found.flatMap(({ at }) => at ?? []).sort();
      if (aggregation.returns === 'count') return found.length;
      if (aggregation.returns === 'all_dates') return list(dates);
      return aggregation.returns === 'latest_date' ? (dates.at(-1) ?? null) : found.length > 0;
    }
    case 'min':
    case 'max': {
      const ordered = aggregation.kind === 'min' ? numbers : numbers.toReversed();
      const extreme = ordered[aggregation.position - 1];
      if (extreme === undefined || aggregation.returns === 'value') return extreme ?? null;
      return numbers.filter((value) => value === extreme).length;
    }
    case 'sum':
      return numbers.length === 0 ? null : numbers.reduce((total, value) => total + value, 0);
    case 'average':
      return numbers.length === 0
        ? null
        : numbers.reduce((total, value) => total + value, 0) / numbers.length;
    case 'median': {
      const upper = numbers[Math.floor(numbers.length / 2)];
      const lower = numbers[Math.floor((numbers.length - 1) / 2)];
      return upper === undefined || lower === undefined ? null : (upper + lower) / 2;
    }
    default:
      throw new Error(`${aggregation.kind} of ${subject.concept.id} is not part of these tests.`);
  }
}
