import { sql } from 'kysely';
import type { Fragment } from '../compile/names.ts';
import { type AggregationRow, type AggregationRows, aggregateOf, suitsMeasures } from './aggregation.ts';
import { numbersOf } from './pairs.ts';

interface Measure {
  readonly label: string;
  readonly isWithinValues: boolean;
  readonly of: (value: Fragment) => Fragment;
  /** Of the values in ascending order, at least one. */
  readonly meaning: (values: readonly number[]) => number | null;
}

const measure = ({ label, isWithinValues, of, meaning }: Measure): AggregationRow => ({
  group: 'aggregate',
  label,
  suits: suitsMeasures,
  answer: () => ({
    words: label,
    content: { kind: 'measure', isWithinValues },
    sql: aggregateOf(({ number }) => of(number)),
    meaning: (pairs) => {
      const values = numbersOf(pairs);
      return values.length === 0 ? null : meaning(values);
    },
  }),
});

const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const meanOf = (values: readonly number[]): number => sumOf(values) / values.length;

function medianOf(values: readonly number[]): number {
  const [lower, upper] = [Math.floor((values.length - 1) / 2), Math.floor(values.length / 2)];
  return meanOf([...values.slice(lower, lower + 1), ...values.slice(upper, upper + 1)]);
}

/** That of a sample, which one value has not. */
const deviationOf = (values: readonly number[]): number | null =>
  values.length === 1
    ? null
    : Math.sqrt(sumOf(values.map((value) => (value - meanOf(values)) ** 2)) / (values.length - 1));

export const measures: AggregationRows = {
  average: measure({
    label: 'average',
    isWithinValues: true,
    of: (value) => sql`CAST(avg(${value}) AS DOUBLE PRECISION)`,
    meaning: meanOf,
  }),
  median: measure({
    label: 'median',
    isWithinValues: true,
    of: (value) => sql`percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(${value} AS DOUBLE PRECISION))`,
    meaning: medianOf,
  }),
  std_dev: measure({
    label: 'standard deviation',
    isWithinValues: false,
    of: (value) => sql`CAST(stddev_samp(${value}) AS DOUBLE PRECISION)`,
    meaning: deviationOf,
  }),
};

export const totals: AggregationRows = {
  sum: measure({
    label: 'sum',
    isWithinValues: false,
    of: (value) => sql`CAST(sum(${value}) AS DOUBLE PRECISION)`,
    meaning: sumOf,
  }),
};
