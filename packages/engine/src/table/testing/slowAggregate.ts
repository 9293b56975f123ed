import type { Scalar } from '@atrium/contract';
import type { Aggregation } from '../aggregation/aggregation.ts';
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

/** A method over the pairs of a group (rules 5.6, 5.7 and 5.8). */
export function slowAggregate(column: AggregatedColumn, pairs: readonly SlowPair[]): SlowCell {
  const { aggregation, subject } = column;
  const values = valuesIn(pairs);
  switch (aggregation.kind) {
    case 'list_distinct':
      return list([...new Set(values)]);
    case 'list_all': {
      const all =
        aggregation.order === 'event_date'
          ? inTime(pairs, 1)
          : pairs.map(({ value }) => value).sort(compareScalars);
      return list(aggregation.includeNulls ? all : all.filter((value) => value !== null));
    }
    case 'count_all':
      return values.length;
    case 'count_distinct':
      return new Set(values).size;
    case 'most_frequent':
      return slowFrequent(aggregation, values);
    case 'latest':
      return inTime(pairs, -1)[aggregation.position - 1] ?? null;
    case 'earliest':
      return inTime(pairs, 1)[aggregation.position - 1] ?? null;
    case 'has_value':
    case 'has_value_text':
      return slowPresence(aggregation, pairs);
    case 'min':
    case 'max':
      return slowExtreme(aggregation, numbersIn(pairs));
    case 'sum':
    case 'average':
    case 'median':
      return slowMeasure(aggregation.kind, numbersIn(pairs));
    default:
      throw new Error(`${aggregation.kind} of ${subject.concept.id} is not part of these tests.`);
  }
}

export type SlowCell = Scalar | readonly Scalar[];
type Of<Kind extends Aggregation['kind']> = Extract<Aggregation, { kind: Kind }>;

const list = (values: readonly Scalar[]): readonly Scalar[] | null => (values.length === 0 ? null : values);

const valuesIn = (pairs: readonly SlowPair[]): readonly Scalar[] =>
  pairs
    .map(({ value }) => value)
    .filter((value) => value !== null)
    .sort(compareScalars);

const numbersIn = (pairs: readonly SlowPair[]): readonly number[] =>
  valuesIn(pairs).filter((value) => typeof value === 'number');

const inTime = (pairs: readonly SlowPair[], direction: 1 | -1): readonly Scalar[] =>
  pairs
    .filter(({ at }) => at !== null)
    .sort((a, b) => direction * compareScalars(a.at, b.at) || compareScalars(a.value, b.value))
    .map(({ value }) => value);

function slowFrequent({ position, returns }: Of<'most_frequent'>, values: readonly Scalar[]): SlowCell {
  const counts = [...new Set(values)].map((value) => ({
    value,
    count: values.filter((other) => other === value).length,
  }));
  const place = counts.sort((a, b) => b.count - a.count)[position - 1];
  return (returns === 'count' ? place?.count : place?.value) ?? null;
}

function slowPresence(
  { values, returns }: Of<'has_value' | 'has_value_text'>,
  pairs: readonly SlowPair[],
): SlowCell {
  const found = pairs.filter(({ value }) => values.some((wanted) => wanted === value));
  const dates = found.flatMap(({ at }) => at ?? []).sort();
  if (returns === 'count') return found.length;
  if (returns === 'all_dates') return list(dates);
  return returns === 'latest_date' ? (dates.at(-1) ?? null) : found.length > 0;
}

function slowExtreme({ kind, position, returns }: Of<'min' | 'max'>, numbers: readonly number[]): SlowCell {
  const extreme = (kind === 'min' ? numbers : numbers.toReversed())[position - 1];
  if (extreme === undefined || returns === 'value') return extreme ?? null;
  return numbers.filter((value) => value === extreme).length;
}

function slowMeasure(kind: 'sum' | 'average' | 'median', numbers: readonly number[]): SlowCell {
  const upper = numbers[Math.floor(numbers.length / 2)];
  const lower = numbers[Math.floor((numbers.length - 1) / 2)];
  if (upper === undefined || lower === undefined) return null;
  if (kind === 'median') return (upper + lower) / 2;
  const sum = numbers.reduce((total, value) => total + value, 0);
  return kind === 'sum' ? sum : sum / numbers.length;
}
