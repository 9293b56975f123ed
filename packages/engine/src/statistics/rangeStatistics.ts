import { type RawBuilder, sql } from 'kysely';
import { kindOf } from '../concepts/kinds.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import type { ReleaseSql } from '../rows/release.ts';
import { isWord } from '../rows/rows.ts';
import { parameter } from '../sql/parameter.ts';
import type { Bin } from './bins.ts';
import { compilePopulation, type Population } from './population.ts';

type Fragment = RawBuilder<unknown>;

const isDate = (concept: Concept): boolean => kindOf(concept).scale === 'date';

/** The pairs that hold a number, not a word beside the numbers. */
const numberPairs = (concept: Concept): Fragment =>
  kindOf(concept).hasWords ? sql`pair WHERE NOT ${isWord(sql`value`)}` : sql`pair`;

/** Each value of each row once, however many subjects share the row. */
const distinctPairs = (concept: Concept): Fragment =>
  sql`(SELECT DISTINCT _row, value FROM ${numberPairs(concept)}) AS d`;

/**
 * One row: `count` of (row, value) pairs, `subjects` with a value, `min`, `max` and, but for dates, `avg`
 * (rule 4.4). Ages are in days, dates ISO text; words beside numbers are left out (rule 4.15).
 *
 * The weights of everyone, behind their population:
 * ```sql
 * … SELECT count(*) AS count, (SELECT count(DISTINCT _subject) FROM pair) AS subjects,
 * min(value) AS min, max(value) AS max, avg(value) AS avg
 * FROM (SELECT DISTINCT _row, value FROM pair) AS d
 * ```
 */
export function compileRangeSummary(concept: Concept, population: Population, release: ReleaseSql): Fragment {
  const shown = (value: Fragment): Fragment => (isDate(concept) ? sql`CAST(${value} AS VARCHAR)` : value);
  return sql`${compilePopulation(concept, population, release)}
    SELECT count(*) AS count, (SELECT count(DISTINCT _subject) FROM ${numberPairs(concept)}) AS subjects,
      ${shown(sql`min(value)`)} AS min, ${shown(sql`max(value)`)} AS max,
      ${isDate(concept) ? sql`NULL` : sql`avg(value)`} AS avg
    FROM ${distinctPairs(concept)}`;
}

/**
 * One row with the columns `b0`, `b1`, … for the bins, how many (row, value) pairs lie in each; for numbers also `m0`,
 * `m1`, …, the greatest value in each, null in an empty one.
 *
 * The weights of everyone below 5 and from 5, behind their population:
 * ```sql
 * … SELECT count(*) FILTER (WHERE TRUE AND value < $1::DOUBLE PRECISION) AS "b0",
 * max(value) FILTER (WHERE TRUE AND value < $2::DOUBLE PRECISION) AS "m0",
 * count(*) FILTER (WHERE value >= $3::DOUBLE PRECISION AND TRUE) AS "b1",
 * max(value) FILTER (WHERE value >= $4::DOUBLE PRECISION AND TRUE) AS "m1"
 * FROM (SELECT DISTINCT _row, value FROM pair) AS d
 * ```
 */
export function compileHistogram(
  concept: Concept,
  bins: readonly Bin[],
  context: { readonly population: Population; readonly release: ReleaseSql },
): Fragment {
  const type = isDate(concept) ? 'DATE' : 'DOUBLE PRECISION';
  const isNumber = kindOf(concept).scale === 'number';
  const columns = bins.flatMap((bin, index) => {
    const next = bins[index + 1];
    const below = next === undefined ? sql`TRUE` : sql`value < ${parameter(next.from, type)}`;
    const above = index === 0 ? sql`TRUE` : sql`value >= ${parameter(bin.from, type)}`;
    const inBin = sql`FILTER (WHERE ${above} AND ${below})`;
    const count = sql`count(*) ${inBin} AS ${sql.id(`b${index}`)}`;
    return isNumber ? [count, sql`max(value) ${inBin} AS ${sql.id(`m${index}`)}`] : [count];
  });
  return sql`${compilePopulation(concept, context.population, context.release)}
    SELECT ${sql.join(columns)} FROM ${distinctPairs(concept)}`;
}
