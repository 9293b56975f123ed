import { toDay } from '@atrium/contract/calendar/days';
import { cohortDefinitionWire } from '@atrium/contract/wire/cohortDefinition';
import {
  type CohortPlan,
  checkCohort,
  compileSubjects,
  planCohort,
  type ReleaseSql,
  toQuery,
  visibilityOfEverything,
} from '@atrium/engine';
import { sql } from 'kysely';
import type { Warehouse } from '../releases/warehouse.ts';

export interface OpenedRelease {
  readonly warehouse: Warehouse;
  readonly release: ReleaseSql;
}

/** Imports a package as `release_1` and opens it. */
export async function importAndOpen(warehouse: Warehouse, packagePath: string): Promise<OpenedRelease> {
  await warehouse.releases.build({ packagePath, release: 'release_1' });
  const lookup = await warehouse.questions.open('release_1');
  return {
    warehouse,
    release: {
      release: 'release_1',
      lookup,
      dialect: warehouse.questions.dialect,
      visibility: visibilityOfEverything,
    },
  };
}

/** The plan of a sound definition in its wire form, as of 2024-01-01. */
export function planOf(definition: readonly unknown[], { lookup }: ReleaseSql): CohortPlan {
  const checked = checkCohort(cohortDefinitionWire.parse(definition), { lookup, member: { level: 'phi' } });
  const today = toDay('2024-01-01');
  if (checked.kind === 'broken' || today === undefined) throw new Error('The definition is not sound.');
  return planCohort(checked, { today });
}

/** Ids of the subjects in the cohort, sorted by code point. */
export async function subjectIds(
  definition: readonly unknown[],
  { warehouse, release }: OpenedRelease,
): Promise<readonly unknown[]> {
  const found = compileSubjects(planOf(definition, release), release);
  const root = sql.id(release.release, release.lookup.root.id);
  const rows = await warehouse.questions.run(
    toQuery(sql`SELECT subject_id FROM ${root} WHERE _subject IN (${found})`),
  );
  return rows.map((row) => row['subject_id']).sort();
}
