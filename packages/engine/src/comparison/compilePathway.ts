import { type RawBuilder, sql } from 'kysely';
import { compileCourse } from '../cohort/compile/compilePathway.ts';
import { compileRowCondition } from '../cohort/compile/compileRowCondition.ts';
import { compileSubjects } from '../cohort/compile/compileSubjects.ts';
import type { CohortPlan } from '../cohort/plan/cohortPlan.ts';
import type { Pathway } from '../concepts/rowCondition.ts';
import { asPart, type ReleaseSql } from '../rows/release.ts';

/**
 * Rows of two kinds, each with how many `subjects` of the cohort: `reached` and `way` where these stand after their last
 * stage, and `stage` and `days` for the time that they took to a stage, the second being 1 (rules 17.31 and 17.32).
 */
export function compilePathway(pathway: Pathway, plan: CohortPlan, release: ReleaseSql): RawBuilder<unknown> {
  const given = { release, compileCondition: compileRowCondition };
  const waits = [...pathway.stages.keys()].slice(1).map((stage) => {
    const [from, to] = [sql.ref(`m${stage - 1}`), sql.ref(`m${stage}`)];
    return sql`SELECT NULL, NULL, ${sql.lit(stage)}, ${to} - ${from}, count(*) FROM course
      WHERE ${to} IS NOT NULL GROUP BY 4`;
  });
  return sql`WITH cohort ${asPart(release)} (${compileSubjects(plan, release)}),
    ${compileCourse(pathway, given)}
    SELECT reached, way, CAST(NULL AS INTEGER) AS stage, CAST(NULL AS INTEGER) AS days, count(*) AS subjects
    FROM course GROUP BY 1, 2 UNION ALL ${sql.join(waits, sql` UNION ALL `)}`;
}
