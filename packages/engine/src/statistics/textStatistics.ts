import { type RawBuilder, sql } from 'kysely';
import { isPattern, patternOf } from '../concepts/regex.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import type { ReleaseSql } from '../rows/release.ts';
import { textOrder } from '../sql/dialect.ts';
import { parameter } from '../sql/parameter.ts';
import { distinctTexts } from './choiceStatistics.ts';
import { compilePopulation, compileTally, type Population } from './population.ts';

type Fragment = RawBuilder<unknown>;

/** What is looked for among the values: a part of the text in any case, or `/…/` a regular expression. */
export interface TextSearch {
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

/**
 * Rows `value` of one page in order, each with `total`, the number of distinct values that the search meets; of an
 * ontology concept the labels of the terms in the data.
 *
 * The first two ids of subjects that hold “a”, behind their population:
 * ```sql
 * … SELECT value, count(*) OVER () AS total FROM (SELECT DISTINCT value FROM pair) AS d
 * WHERE position(lower($1::VARCHAR) IN lower(value)) > 0
 * ORDER BY value LIMIT $2::BIGINT OFFSET $3::BIGINT
 * ```
 */
export function compileTextValues(
  concept: Concept,
  search: TextSearch,
  context: { readonly population: Population; readonly release: ReleaseSql },
): Fragment {
  return sql`${compilePopulation(concept, context.population, context.release)}
    SELECT value, count(*) OVER () AS total
    FROM (${distinctTexts(concept, context.release)}) AS d
    WHERE ${meets(search.search, context.release)}
    ORDER BY ${textOrder(sql`value`, context.release.dialect)}
    LIMIT ${parameter(search.limit, 'BIGINT')} OFFSET ${parameter(search.offset, 'BIGINT')}`;
}

/** One row: `total`, for pages past the end. */
export const compileTextTotal = (
  concept: Concept,
  search: string,
  context: { readonly population: Population; readonly release: ReleaseSql },
): Fragment =>
  sql`${compilePopulation(concept, context.population, context.release)}
    SELECT count(*) AS total FROM (SELECT DISTINCT value FROM pair WHERE ${meets(search, context.release)}) AS met`;

/** Rows `value`, `entries`, `subjects`: how often each of these values (one at least) occurs. */
export const compileTextCounts = (
  concept: Concept,
  values: readonly string[],
  context: { readonly population: Population; readonly release: ReleaseSql },
): Fragment => {
  const wanted = sql.join(values.map((value) => parameter(value, 'VARCHAR')));
  return sql`${compilePopulation(concept, context.population, context.release)}
    ${compileTally(concept, sql`pair WHERE value IN (${wanted})`, context.release)}`;
};

/** A pattern that no engine could run meets nothing. */
function meets(search: string, release: ReleaseSql): Fragment {
  if (search === '') return sql`TRUE`;
  const pattern = patternOf(search);
  if (pattern !== null && !isPattern(pattern)) return sql`FALSE`;
  if (pattern !== null) return release.dialect.matches(sql`value`, parameter(pattern, 'VARCHAR'));
  return sql`position(lower(${parameter(search, 'VARCHAR')}) IN lower(value)) > 0`;
}
