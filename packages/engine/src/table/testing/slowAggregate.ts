import type { AggregationMethod, AggregationSettings, Scalar } from '@atrium/contract';
import type { AggregatedColumn } from '../check/checkedTable.ts';

/** A value of a row, and when the row happened. */
export interface SlowPair {
  readonly value: Scalar;
  readonly at: string | null;
}

/** Ascending, numbers before words and nulls last. */
export function compareScalars(one: Scalar, other: Scalar): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
  return one < other ? -1 : 1;
}

/** A method over the pairs of a group (rules 5.6, 5.7 and 5.8). */
export function slowAggregate(column: AggregatedColumn, pairs: readonly SlowPair[]): SlowCell {
  const { aggregation, subject } = column;
  const values = valuesIn(pairs);
  const { method, settings } = aggregation;
  switch (method) {
    case 'list_distinct':
      return list([...new Set(values)]);
    case 'list_all': {
      const all =
        settings['list_all_ordering'] === 'event_date'
          ? inTime(pairs, 1)
          : pairs.map(({ value }) => value).sort(compareScalars);
      return list(settings['list_all_include_nulls'] === 'yes' ? all : all.filter((value) => value !== null));
    }
    case 'count_all':
      return values.length;
    case 'count_distinct':
      return new Set(values).size;
    case 'most_frequent':
      return slowFrequent(settings, values);
    case 'latest':
      return inTime(pairs, -1)[positionIn(settings, method)] ?? null;
    case 'earliest':
      return inTime(pairs, 1)[positionIn(settings, method)] ?? null;
    case 'has_value':
      return slowPresence(settings, pairs);
    case 'min':
    case 'max':
      return slowExtreme(method, settings, numbersIn(pairs));
    case 'sum':
    case 'average':
    case 'median':
      return slowMeasure(method, numbersIn(pairs));
    default:
      throw new Error(`${method} of ${subject.concept.id} is not part of these tests.`);
  }
}

export type SlowCell = Scalar | readonly Scalar[];

/** The index of the wanted value. */
const positionIn = (settings: AggregationSettings, method: AggregationMethod): number =>
  Number(settings[`${method}_ordinal_position`]) - 1;

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

function slowFrequent(settings: AggregationSettings, values: readonly Scalar[]): SlowCell {
  const counts = [...new Set(values)].map((value) => ({
    value,
    count: values.filter((other) => other === value).length,
  }));
  const found = counts.sort((a, b) => b.count - a.count)[positionIn(settings, 'most_frequent')];
  return (settings['most_frequent_return_value'] === 'count' ? found?.count : found?.value) ?? null;
}

function slowPresence(
  { values, return_value: returns }: AggregationSettings,
  pairs: readonly SlowPair[],
): SlowCell {
  const found = pairs.filter(({ value }) => [values].flat().some((wanted) => wanted === value));
  const dates = found.flatMap(({ at }) => at ?? []).sort();
  if (returns === 'count') return found.length;
  if (returns === 'all_dates') return list(dates);
  return returns === 'latest_date' ? (dates.at(-1) ?? null) : found.length > 0;
}

function slowExtreme(
  method: 'min' | 'max',
  settings: AggregationSettings,
  numbers: readonly number[],
): SlowCell {
  const extreme = (method === 'min' ? numbers : numbers.toReversed())[positionIn(settings, method)];
  if (extreme === undefined || settings[`${method}_return_value`] === 'value') return extreme ?? null;
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
