import { sql } from 'kysely';
import { parameter } from '../../sql/parameter.ts';
import { cell, tally } from '../compile/names.ts';
import {
  type AggregationRows,
  aggregateOf,
  atPosition,
  type CellContent,
  type PairColumns,
  type RankedCell,
  suitsAll,
} from './aggregation.ts';
import { contentOf, pick, positionIn, positionInput, returnInput } from './inputs.ts';
import { type MeantCell, type Pair, valuesOf } from './pairs.ts';

const counted: CellContent = { kind: 'count', isRequired: true };

const frequentReturns = ['value', 'count', 'value_and_count'] as const;
const positionId = 'most_frequent_ordinal_position';
const returnId = 'most_frequent_return_value';

type FrequentReturn = (typeof frequentReturns)[number];

function frequentWords(position: number, returns: FrequentReturn): string {
  const which = atPosition(position, 'most frequent', 'most frequent');
  if (returns === 'count') return `count of ${which}`;
  return returns === 'value' ? which : `${which} with count`;
}

export const counts: AggregationRows = {
  count_distinct: {
    group: 'aggregate',
    label: 'count distinct',
    suits: suitsAll,
    isCount: true,
    answer: () => ({
      words: 'count distinct',
      content: counted,
      sql: aggregateOf(({ value }) => sql`count(DISTINCT ${value})`),
      meaning: (pairs) => new Set(valuesOf(pairs)).size,
    }),
  },
  count_all: {
    group: 'aggregate',
    label: 'count all',
    suits: suitsAll,
    isCount: true,
    answer: () => ({
      words: 'count',
      content: counted,
      sql: aggregateOf(({ value }) => sql`count(${value})`),
      meaning: (pairs) => valuesOf(pairs).length,
    }),
  },
  most_frequent: {
    group: 'aggregate',
    label: 'most frequent',
    suits: suitsAll,
    inputs: () => [positionInput(positionId), returnInput(returnId, frequentReturns, 'value')],
    answer: (settings) => {
      const position = positionIn(settings, positionId);
      const returns = pick(frequentReturns, settings[returnId]);
      return {
        words: frequentWords(position, returns),
        content: contentOf(returns),
        sql: {
          kind: 'statement',
          over: (columns, cell) => mostFrequent(columns, cell, { position, showsCount: returns === 'count' }),
        },
        meaning: (pairs) => frequentIn(pairs, position, returns),
      };
    },
  },
};

/** Most frequent first, ties by value; the count stands beside the cell. */
function mostFrequent(
  { value }: PairColumns,
  { pairs, index }: RankedCell,
  { position, showsCount }: { readonly position: number; readonly showsCount: boolean },
) {
  const ranked = sql`SELECT _group, ${value} AS value, count(*) AS tally,
      row_number() OVER (PARTITION BY _group ORDER BY count(*) DESC, ${value}) AS rank
    FROM ${pairs} WHERE ${value} IS NOT NULL GROUP BY _group, ${value}`;
  const shown = showsCount ? sql`tally` : sql`value`;
  return sql`SELECT _group, ${shown} AS ${cell(index)}, tally AS ${tally(index)}
    FROM (${ranked}) AS ranked WHERE rank = ${parameter(position, 'BIGINT')}`;
}

function frequentIn(pairs: readonly Pair[], position: number, returns: FrequentReturn): MeantCell {
  const values = valuesOf(pairs);
  const tallies = [...new Set(values)].map((value) => ({
    value,
    tally: values.filter((other) => other === value).length,
  }));
  const found = tallies.toSorted((a, b) => b.tally - a.tally)[position - 1];
  if (found === undefined) return null;
  if (returns === 'value_and_count') return found;
  return returns === 'count' ? found.tally : found.value;
}
