import type { Day } from '@atrium/contract/calendar/days';
import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import { type RawBuilder, sql } from 'kysely';
import { checkCohort } from '../cohort/check/checkCohort.ts';
import { compileSubjects } from '../cohort/compile/compileSubjects.ts';
import type { CohortPlan } from '../cohort/plan/cohortPlan.ts';
import { planCohort } from '../cohort/plan/planCohort.ts';
import { toQuery } from '../sql/query.ts';
import { day } from './definitions.ts';
import type { OpenRelease } from './openRelease.ts';
import { testEngine } from './testEngine.ts';

const longAgo = day('2030-01-01');

/** The plan of a definition as a phi member runs it. */
export function planOf(
  { release }: OpenRelease,
  definition: CohortDefinition,
  today: Day = longAgo,
): CohortPlan {
  const checked = checkCohort(definition, { lookup: release.lookup, member: { level: 'phi' } });
  if (checked.kind === 'broken') throw new Error(checked.errors.map(({ message }) => message).join(' '));
  return planCohort(checked, { today });
}

/** Ids of the subjects that the definition finds, through check, plan, compile and the engine. */
export async function findSubjects(
  open: OpenRelease,
  definition: CohortDefinition,
  today?: Day,
): Promise<string> {
  const { release } = open;
  const plan = planOf(open, definition, today);
  const other = testEngine();
  if (other !== null) return (await other.findSubjects(plan, open)).toSorted().join(' ');
  const subjects: RawBuilder<unknown> = compileSubjects(plan, release);
  const root = release.lookup.root.id;
  const rows = await open.run(
    toQuery(sql`SELECT ${sql.id(release.lookup.dictionary.subjectIdConceptId ?? '')} AS id
      FROM ${sql.id(release.release, root)} WHERE _subject IN (${subjects}) ORDER BY id`),
  );
  return rows.map(({ id }) => String(id)).join(' ');
}
