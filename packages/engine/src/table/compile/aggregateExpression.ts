import { unreachable } from '@atrium/contract';
import { sql } from 'kysely';
import { parameter } from '../../sql/parameter.ts';
import type { Aggregation, plainMethods } from '../aggregation/aggregation.ts';
import type { AggregatedColumn } from '../check/checkedTable.ts';
import { yearOf } from './conceptValue.ts';
import { codeName, type Fragment, valueName } from './names.ts';

type Presence = Extract<Aggregation, { kind: 'has_value' | 'has_value_text' }>;

/** Methods whose answer needs the values ranked or compared first, and so a statement of its own. */
export type RankedAggregation =
  | Extract<Aggregation, { kind: 'most_frequent' }>
  | (Extract<Aggregation, { kind: 'min' | 'max' }> & { readonly returns: Exclude<ExtremeReturn, 'value'> });
type ExtremeReturn = Extract<Aggregation, { kind: 'min' | 'max' }>['returns'];

/** An SQL aggregate over the pairs of a group, or the method where one aggregate cannot say it. */
export type AggregateExpression =
  | { readonly kind: 'expression'; readonly expression: Fragment }
  | { readonly kind: 'ranked'; readonly aggregation: RankedAggregation };

/** The n-th of the values in that order; null where there are fewer. */
export const nth = (values: Fragment, position: number): Fragment =>
  sql`(${values})[${parameter(position, 'INTEGER')}]`;

/** The n-th lowest or highest value, counting repeats. */
export function extremeValue(column: AggregatedColumn, kind: 'min' | 'max', position: number): Fragment {
  const value = valueName(column.subject.concept);
  if (position === 1) return kind === 'min' ? sql`min(${value})` : sql`max(${value})`;
  const direction = kind === 'min' ? sql`ASC` : sql`DESC`;
  return nth(
    sql`array_agg(${value} ORDER BY ${value} ${direction}) FILTER (WHERE ${value} IS NOT NULL)`,
    position,
  );
}

/**
 * When a row happened, as this member may see it; rows are ordered by this too, since an order within a year tells
 * more than the year (rule 1.16).
 */
export const eventDate = (column: AggregatedColumn): Fragment =>
  column.eventYearsOnly ? yearOf(sql`_start`) : sql`_start`;

export function aggregateExpression(column: AggregatedColumn): AggregateExpression {
  const { aggregation } = column;
  const expression = (of: Fragment): AggregateExpression => ({ kind: 'expression', expression: of });
  switch (aggregation.kind) {
    case 'list_all':
      return expression(listAll(column, aggregation));
    case 'most_frequent':
      return { kind: 'ranked', aggregation };
    case 'latest':
    case 'earliest':
      return expression(inTime(column, aggregation));
    case 'min':
    case 'max': {
      const { kind, position, returns } = aggregation;
      if (returns !== 'value') return { kind: 'ranked', aggregation: { kind, position, returns } };
      return expression(extremeValue(column, kind, position));
    }
    case 'has_value':
    case 'has_value_text':
      return expression(presence(column, aggregation));
    default:
      return expression(plain(column, aggregation.kind));
  }
}

function plain(column: AggregatedColumn, kind: (typeof plainMethods)[number]): Fragment {
  const value = valueName(column.subject.concept);
  switch (kind) {
    case 'list_distinct':
      return sql`array_agg(DISTINCT ${value} ORDER BY ${value}) FILTER (WHERE ${value} IS NOT NULL)`;
    case 'count_distinct':
      return sql`count(DISTINCT ${value})`;
    case 'count_all':
      return sql`count(${value})`;
    case 'average':
      return sql`CAST(avg(${value}) AS DOUBLE PRECISION)`;
    case 'median':
      return sql`percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(${value} AS DOUBLE PRECISION))`;
    case 'std_dev':
      return sql`CAST(stddev_samp(${value}) AS DOUBLE PRECISION)`;
    case 'sum':
      return sql`CAST(sum(${value}) AS DOUBLE PRECISION)`;
    case 'min_date':
      return sql`min(${value})`;
    case 'max_date':
      return sql`max(${value})`;
    default:
      return unreachable(kind);
  }
}

function listAll(
  column: AggregatedColumn,
  { includeNulls, order }: Extract<Aggregation, { kind: 'list_all' }>,
): Fragment {
  const value = valueName(column.subject.concept);
  const tests = [
    ...(includeNulls ? [] : [sql`${value} IS NOT NULL`]),
    ...(order === 'value' ? [] : [sql`_start IS NOT NULL`]),
  ];
  const filter = tests.length === 0 ? sql`` : sql`FILTER (WHERE ${sql.join(tests, sql` AND `)})`;
  const by = order === 'value' ? sql`` : sql`${eventDate(column)},`;
  return sql`array_agg(${value} ORDER BY ${by} ${value} ASC NULLS LAST) ${filter}`;
}

/** Undated rows drop out, null values do not (rule 5.7). */
function inTime(
  column: AggregatedColumn,
  { kind, position }: Extract<Aggregation, { kind: 'latest' | 'earliest' }>,
): Fragment {
  const value = valueName(column.subject.concept);
  const direction = kind === 'latest' ? sql`DESC` : sql`ASC`;
  return nth(
    sql`array_agg(${value} ORDER BY ${eventDate(column)} ${direction}, ${value} ASC NULLS LAST)
      FILTER (WHERE _start IS NOT NULL)`,
    position,
  );
}

/** Ontology terms are looked for by label or by code, alone and not with their descendants. */
function presence(column: AggregatedColumn, { values, returns }: Presence): Fragment {
  const { concept } = column.subject;
  const value = valueName(concept);
  const isWanted = (of: Fragment): Fragment => sql`${of} = ANY(${parameter(values, 'VARCHAR[]')})`;
  const found =
    concept.type === 'ontology'
      ? sql`(${isWanted(value)} OR ${isWanted(codeName(concept))})`
      : isWanted(value);
  const date = eventDate(column);
  switch (returns) {
    case 'boolean':
      return sql`coalesce(bool_or(${found}), FALSE)`;
    case 'count':
      return sql`count(*) FILTER (WHERE ${found})`;
    case 'earliest_date':
      return sql`min(${date}) FILTER (WHERE ${found})`;
    case 'latest_date':
      return sql`max(${date}) FILTER (WHERE ${found})`;
    case 'all_dates':
      return sql`array_agg(${date} ORDER BY ${date}) FILTER (WHERE ${found} AND _start IS NOT NULL)`;
    case 'earliest_value':
      return sql`(array_agg(${value} ORDER BY ${date}, ${value}) FILTER (WHERE ${found} AND _start IS NOT NULL))[1]`;
    case 'latest_value':
      return sql`(array_agg(${value} ORDER BY ${date} DESC, ${value})
        FILTER (WHERE ${found} AND _start IS NOT NULL))[1]`;
    case 'all_values':
      return sql`array_agg(${value} ORDER BY ${value}) FILTER (WHERE ${found})`;
    default:
      return unreachable(returns);
  }
}
