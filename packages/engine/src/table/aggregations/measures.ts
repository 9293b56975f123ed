import { sql } from 'kysely';
import type { Fragment } from '../compile/names.ts';
import { type AggregationRow, type AggregationRows, aggregateOf, suitsMeasures } from './aggregation.ts';

interface Measure {
  readonly label: string;
  readonly isWithinValues: boolean;
  readonly of: (value: Fragment) => Fragment;
}

const measure = ({ label, isWithinValues, of }: Measure): AggregationRow => ({
  group: 'aggregate',
  label,
  suits: suitsMeasures,
  answer: () => ({
    words: label,
    content: { kind: 'measure', isWithinValues },
    sql: aggregateOf(({ number }) => of(number)),
  }),
});

export const measures: AggregationRows<'average' | 'median' | 'std_dev' | 'sum'> = {
  average: measure({
    label: 'average',
    isWithinValues: true,
    of: (value) => sql`CAST(avg(${value}) AS DOUBLE PRECISION)`,
  }),
  median: measure({
    label: 'median',
    isWithinValues: true,
    of: (value) => sql`percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(${value} AS DOUBLE PRECISION))`,
  }),
  std_dev: measure({
    label: 'standard deviation',
    isWithinValues: false,
    of: (value) => sql`CAST(stddev_samp(${value}) AS DOUBLE PRECISION)`,
  }),
  sum: measure({
    label: 'sum',
    isWithinValues: false,
    of: (value) => sql`CAST(sum(${value}) AS DOUBLE PRECISION)`,
  }),
};
