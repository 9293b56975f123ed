import { sql } from 'kysely';
import { type AggregationRows, aggregateOf, type InputSpec, listOfValues, suitsAll } from './aggregation.ts';
import { inputError, pick } from './inputs.ts';
import { compareScalars, inTimeOrder, listOf, valuesOf } from './pairs.ts';

const orders = ['value', 'event_date'] as const;

const nullsInput: InputSpec = {
  kind: 'choice',
  id: 'list_all_include_nulls',
  label: 'include missing values',
  options: [
    ['no', 'no'],
    ['yes', 'yes'],
  ],
  initial: 'no',
};

const orderInput: InputSpec = {
  kind: 'choice',
  id: 'list_all_ordering',
  label: 'order by',
  options: orders.map((order) => [order, order === 'value' ? 'value' : 'event date'] as const),
  initial: 'value',
};

export const lists: AggregationRows = {
  list_distinct: {
    group: 'list',
    label: 'list distinct',
    suits: suitsAll,
    answer: () => ({
      words: 'distinct',
      content: listOfValues,
      sql: aggregateOf(
        ({ value }) =>
          sql`array_agg(DISTINCT ${value} ORDER BY ${value}) FILTER (WHERE ${value} IS NOT NULL)`,
      ),
      meaning: (pairs) => listOf([...new Set(valuesOf(pairs))]),
    }),
  },
  list_all: {
    group: 'list',
    label: 'list all',
    suits: suitsAll,
    inputs: ({ start }) => [nullsInput, ...(start === null ? [] : [orderInput])],
    /** A list ordered by dates that the member may not use is not ordered by value instead. */
    fault: (inputs, { start, collection }) =>
      inputs[orderInput.id] === 'event_date' && start === null
        ? inputError(orderInput, 'not_allowed', `You may not use the dates of ${collection.title}.`)
        : null,
    answer: (settings) => {
      const holdsNulls = settings[nullsInput.id] === 'yes';
      const isByDate = pick(orders, settings[orderInput.id]) === 'event_date';
      return {
        words: 'all values',
        content: { ...listOfValues, holdsNulls },
        sql: aggregateOf(({ value, eventDate }) => {
          const tests = [
            ...(holdsNulls ? [] : [sql`${value} IS NOT NULL`]),
            ...(isByDate ? [sql`_start IS NOT NULL`] : []),
          ];
          const filter = tests.length === 0 ? sql`` : sql`FILTER (WHERE ${sql.join(tests, sql` AND `)})`;
          const by = isByDate ? sql`${eventDate},` : sql``;
          return sql`array_agg(${value} ORDER BY ${by} ${value} ASC NULLS LAST) ${filter}`;
        }),
        meaning: (pairs) => {
          const all = isByDate
            ? inTimeOrder(pairs, 1)
            : pairs.map(({ value }) => value).toSorted(compareScalars);
          return listOf(holdsNulls ? all : all.filter((value) => value !== null));
        },
      };
    },
  },
};
