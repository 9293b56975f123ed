import { unreachable } from '@atrium/contract/errors/unreachable';
import { sql } from 'kysely';
import { parameter } from '../../sql/parameter.ts';
import { cell, type Fragment } from '../compile/names.ts';
import {
  type AggregationRow,
  type AggregationRows,
  type AggregationSql,
  aggregateOf,
  atPosition,
  oneValue,
  type PairColumns,
  suitsDates,
  suitsMeasures,
} from './aggregation.ts';
import type { ColumnSubject } from './columnSubject.ts';
import { contentOf, dateReturns, givenBy, pick, positionIn, positionInput, returnInput } from './inputs.ts';
import { datesOf, inTimeOrder, listOf, type MeantCell, numbersOf, type Pair, valuesOf } from './pairs.ts';

const extremeReturns = ['value', 'count', ...dateReturns] as const;
type ExtremeReturn = (typeof extremeReturns)[number];

const extremeAnswers: Readonly<Record<ExtremeReturn, string>> = {
  value: '',
  count: 'count of ',
  earliest_date: 'first date of ',
  latest_date: 'last date of ',
  all_dates: 'dates of ',
};

interface Extreme {
  readonly method: 'min' | 'max';
  readonly label: string;
  /** What the n-th is called after the first. */
  readonly other: string;
  readonly direction: Fragment;
}

const extreme = ({ method, label, other, direction }: Extreme): AggregationRow => ({
  group: 'aggregate',
  label,
  suits: suitsMeasures,
  inputs: (subject) => [
    positionInput(`${method}_ordinal_position`),
    returnInput(`${method}_return_value`, givenBy(subject, extremeReturns), 'value'),
  ],
  answer: (settings) => {
    const position = positionIn(settings, `${method}_ordinal_position`);
    const returns = pick(extremeReturns, settings[`${method}_return_value`]);
    const value = (columns: PairColumns): Fragment =>
      position === 1
        ? sql`${sql.raw(method)}(${columns.number})`
        : nth(
            sql`array_agg(${columns.number} ORDER BY ${columns.number} ${direction})
              FILTER (WHERE ${columns.number} IS NOT NULL)`,
            position,
          );
    return {
      words: `${extremeAnswers[returns]}${atPosition(position, label, other)}`,
      content: contentOf(returns),
      sql: returns === 'value' ? aggregateOf(value) : aboutExtreme(value, returns),
      meaning: (pairs) => {
        const numbers = numbersOf(pairs);
        const extreme = (method === 'min' ? numbers : numbers.toReversed())[position - 1];
        const having = pairs.filter((pair) => pair.value === extreme);
        return extreme === undefined || returns === 'value' ? (extreme ?? null) : answerOf(having, returns);
      },
    };
  },
});

/** The n-th of the values in that order; null where there are fewer. */
const nth = (values: Fragment, position: number): Fragment =>
  sql`(${values})[${parameter(position, 'INTEGER')}]`;

/** About the pairs that hold the n-th lowest or highest value: how many they are, or when their rows happened. */
const aboutExtreme = (
  extremeOf: (columns: PairColumns) => Fragment,
  returns: Exclude<ExtremeReturn, 'value'>,
): AggregationSql => ({
  kind: 'statement',
  over: (columns, { pairs, index }) => {
    const extremes = sql`SELECT _group AS of_group, ${extremeOf(columns)} AS extreme
      FROM ${pairs} GROUP BY _group`;
    return sql`SELECT _group, ${answer(columns, returns)} AS ${cell(index)} FROM ${pairs}
      JOIN (${extremes}) AS extremes ON of_group = _group AND extreme = ${columns.number} GROUP BY _group`;
  },
});

function answer({ eventDate }: PairColumns, returns: Exclude<ExtremeReturn, 'value'>): Fragment {
  switch (returns) {
    case 'count':
      return sql`count(*)`;
    case 'earliest_date':
      return sql`min(${eventDate})`;
    case 'latest_date':
      return sql`max(${eventDate})`;
    case 'all_dates':
      return sql`array_agg(${eventDate} ORDER BY ${eventDate}) FILTER (WHERE _start IS NOT NULL)`;
    default:
      return unreachable(returns);
  }
}

function answerOf(having: readonly Pair[], returns: Exclude<ExtremeReturn, 'value'>): MeantCell {
  const dates = datesOf(having);
  switch (returns) {
    case 'count':
      return having.length;
    case 'earliest_date':
      return dates[0] ?? null;
    case 'latest_date':
      return dates.at(-1) ?? null;
    case 'all_dates':
      return listOf(dates);
    default:
      return unreachable(returns);
  }
}

const isOrderedInTime = (subject: ColumnSubject): boolean => subject.start !== null && !suitsDates(subject);

/** Undated rows drop out, null values do not (rule 5.7). */
const inTime = (method: 'latest' | 'earliest', direction: Fragment): AggregationRow => ({
  group: 'aggregate',
  label: method,
  suits: isOrderedInTime,
  inputs: () => [positionInput(`${method}_ordinal_position`)],
  answer: (settings) => {
    const position = positionIn(settings, `${method}_ordinal_position`);
    return {
      words: atPosition(position, method, method),
      content: oneValue,
      sql: aggregateOf(({ value, eventDate }) =>
        nth(
          sql`array_agg(${value} ORDER BY ${eventDate} ${direction}, ${value} ASC NULLS LAST)
            FILTER (WHERE _start IS NOT NULL)`,
          position,
        ),
      ),
      meaning: (pairs) => inTimeOrder(pairs, method === 'earliest' ? 1 : -1)[position - 1] ?? null,
    };
  },
});

const ofDates = (method: 'min' | 'max', which: string): AggregationRow => ({
  group: 'aggregate',
  label: `${which} date`,
  suits: suitsDates,
  answer: () => ({
    words: which,
    content: oneValue,
    sql: aggregateOf(({ value }) => sql`${sql.raw(method)}(${value})`),
    meaning: (pairs) => valuesOf(pairs).at(method === 'min' ? 0 : -1) ?? null,
  }),
});

const ascending = sql`ASC`;
const descending = sql`DESC`;

export const ofTime: AggregationRows = {
  latest: inTime('latest', descending),
  earliest: inTime('earliest', ascending),
};

export const extremes: AggregationRows = {
  min: extreme({ method: 'min', label: 'minimum', other: 'lowest', direction: ascending }),
  max: extreme({ method: 'max', label: 'maximum', other: 'highest', direction: descending }),
};

export const dateExtremes: AggregationRows = {
  min_date: ofDates('min', 'earliest'),
  max_date: ofDates('max', 'latest'),
};
