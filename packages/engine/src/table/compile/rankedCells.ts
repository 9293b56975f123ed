import { unreachable } from '@atrium/contract';
import { sql } from 'kysely';
import { parameter } from '../../sql/parameter.ts';
import type { AggregatedColumn } from '../check/checkedTable.ts';
import { eventDate, extremeValue, type RankedAggregation } from './aggregateExpression.ts';
import { cell, type Fragment, tally, valueName } from './names.ts';
import type { Slot } from './tableLayout.ts';

type Extreme = Exclude<RankedAggregation, { kind: 'most_frequent' }>;

/** `_group` and the cell of one column, from the pairs of its groups. */
export function rankedCells(
  slot: Slot<AggregatedColumn>,
  aggregation: RankedAggregation,
  pairs: Fragment,
): Fragment {
  return aggregation.kind === 'most_frequent'
    ? frequentCells(slot, aggregation, pairs)
    : extremeCells(slot, aggregation, pairs);
}

/** Most frequent first, ties by value. */
function frequentCells(
  { index, column }: Slot<AggregatedColumn>,
  { position, returns }: Exclude<RankedAggregation, Extreme>,
  pairs: Fragment,
): Fragment {
  const value = valueName(column.subject.concept);
  const ranked = sql`SELECT _group, ${value} AS value, count(*) AS tally,
      row_number() OVER (PARTITION BY _group ORDER BY count(*) DESC, ${value}) AS place
    FROM ${pairs} WHERE ${value} IS NOT NULL GROUP BY _group, ${value}`;
  const shown = returns === 'count' ? sql`tally` : sql`value`;
  return sql`SELECT _group, ${shown} AS ${cell(index)}, tally AS ${tally(index)}
    FROM (${ranked}) AS ranked WHERE place = ${parameter(position, 'BIGINT')}`;
}

/** About the pairs that hold the n-th extreme value: how many they are, or when their rows happened. */
function extremeCells(
  { index, column }: Slot<AggregatedColumn>,
  { kind, position, returns }: Extreme,
  pairs: Fragment,
): Fragment {
  const value = valueName(column.subject.concept);
  const extremes = sql`SELECT _group AS of_group, ${extremeValue(column, kind, position)} AS extreme
    FROM ${pairs} GROUP BY _group`;
  return sql`SELECT _group, ${extremeAnswer(column, returns)} AS ${cell(index)}
    FROM ${pairs} JOIN (${extremes}) AS extremes ON of_group = _group AND extreme = ${value} GROUP BY _group`;
}

function extremeAnswer(column: AggregatedColumn, returns: Extreme['returns']): Fragment {
  const date = eventDate(column);
  switch (returns) {
    case 'count':
      return sql`count(*)`;
    case 'earliest_date':
      return sql`min(${date})`;
    case 'latest_date':
      return sql`max(${date})`;
    case 'all_dates':
      return sql`array_agg(${date} ORDER BY ${date}) FILTER (WHERE _start IS NOT NULL)`;
    default:
      return unreachable(returns);
  }
}
