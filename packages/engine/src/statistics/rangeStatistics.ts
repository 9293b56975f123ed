import { type RawBuilder, sql } from 'kysely';
import { kindOf } from '../concepts/kinds.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import type { ReleaseSql } from '../rows/release.ts';
import { isWord } from '../rows/rows.ts';
import { parameter } from '../sql/parameter.ts';
import type { Bin } from './bins.ts';
import { areOwnRows, compilePopulation, type Population } from './population.ts';

type Fragment = RawBuilder<unknown>;

const isDate = (concept: Concept): boolean => kindOf(concept).scale === 'date';

/** The pairs that hold a number, not a word beside the numbers. */
const numberPairs = (concept: Concept): Fragment =>
  kindOf(concept).hasWords ? sql`pair WHERE NOT ${isWord(sql`value`)}` : sql`pair`;

/** Each value of each row once, however many subjects share the row. */
const distinctPairs = (concept: Concept, release: ReleaseSql): Fragment =>
  areOwnRows(concept, release)
    ? numberPairs(concept)
    : sql`(SELECT DISTINCT _row, value FROM ${numberPairs(concept)}) AS d`;

/**
 * One row: `count` of (row, value) pairs, `subjects` with a value, `min`, `max` and, but for dates, `avg`
 * (rule 4.4). Ages are in days, dates ISO text; words beside numbers are left out (rule 4.15).
 *
 * The weights of everyone, behind their population:
 * ```sql
 * … SELECT CAST(coalesce(sum(count), 0) AS BIGINT) AS count, count(*) AS subjects, min(least) AS min, max(most) AS max,
 * sum(total) / CAST(sum(count) AS DOUBLE PRECISION) AS avg
 * FROM (
 *   SELECT _subject, count(*) AS count, min(value) AS least, max(value) AS most,
 *     sum(CAST(value AS DOUBLE PRECISION)) AS total
 *   FROM pair GROUP BY _subject) AS tally
 * ```
 */
export function compileRangeSummary(concept: Concept, population: Population, release: ReleaseSql): Fragment {
  const shown = (value: Fragment): Fragment => (isDate(concept) ? sql`CAST(${value} AS VARCHAR)` : value);
  if (areOwnRows(concept, release)) {
    const total = isDate(concept) ? sql`NULL` : sql`sum(CAST(value AS DOUBLE PRECISION))`;
    const mean = isDate(concept) ? sql`NULL` : sql`sum(total) / CAST(sum(count) AS DOUBLE PRECISION)`;
    return sql`${compilePopulation(concept, population, release)}
      SELECT CAST(coalesce(sum(count), 0) AS BIGINT) AS count, count(*) AS subjects,
        ${shown(sql`min(least)`)} AS min, ${shown(sql`max(most)`)} AS max, ${mean} AS avg
      FROM (SELECT _subject, count(*) AS count, min(value) AS least, max(value) AS most, ${total} AS total
        FROM ${numberPairs(concept)} GROUP BY _subject) AS tally`;
  }
  return sql`${compilePopulation(concept, population, release)}
    SELECT count(*) AS count, (SELECT count(DISTINCT _subject) FROM ${numberPairs(concept)}) AS subjects,
      ${shown(sql`min(value)`)} AS min, ${shown(sql`max(value)`)} AS max,
      ${isDate(concept) ? sql`NULL` : sql`avg(value)`} AS avg
    FROM ${distinctPairs(concept, release)}`;
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
 * FROM pair
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
    SELECT ${sql.join(columns)} FROM ${distinctPairs(concept, context.release)}`;
}
