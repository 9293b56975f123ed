import { type RawBuilder, sql } from 'kysely';
import { kindOf } from '../concepts/kinds.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import type { ReleaseSql } from '../rows/release.ts';
import { textOrder } from '../sql/textOrder.ts';
import { compilePopulation, type Population } from './population.ts';

/** Rows `value`, `entries`, `subjects`: most entries first, ties by value (rules 4.3 and 4.7). */
export const compileChoiceStatistics = (
  concept: Concept,
  population: Population,
  release: ReleaseSql,
): RawBuilder<unknown> =>
  sql`${compilePopulation(concept, population, release)}
    SELECT ${label(concept)} AS value, count(DISTINCT _row) AS entries, count(DISTINCT _subject) AS subjects
    FROM pair GROUP BY value ORDER BY entries DESC, ${kindOf(concept).isText ? textOrder(sql`value`, release.dialect) : sql`1`}`;

/** Booleans are spelled as the wire spells them. */
const label = (concept: Concept): RawBuilder<unknown> =>
  kindOf(concept).isText ? sql`value` : sql`CASE WHEN value THEN 'True' ELSE 'False' END`;
