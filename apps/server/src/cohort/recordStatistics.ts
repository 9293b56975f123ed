import type { ShownCount } from '@atrium/contract';
import type { CohortPlan, Concept } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { record } from '../audit/index.ts';
import { askedCohort, askedConcept } from './askedOf.ts';
import type { CohortDeps, OpenCohort } from './openCohort.ts';
import { everyone, type StatisticsQuery } from './statisticsRequest.ts';

export interface GivenStatistics {
  readonly concept: Concept;
  readonly cohort: OpenCohort;
  readonly plan: CohortPlan;
  readonly query: StatisticsQuery;
  /** As it was shown to the member. */
  readonly subjectsWithMissing?: ShownCount;
}

/** Puts statistics that were given on record: of which concept, over which release, in which cohort. */
export async function recordStatistics(
  { db }: Pick<CohortDeps, 'db'>,
  member: Member,
  { concept, cohort, plan, query, subjectsWithMissing }: GivenStatistics,
): Promise<void> {
  const overEveryone = plan === everyone;
  await record(db, {
    accountId: member.account.id,
    datasetId: member.datasetId,
    action: 'statistics',
    detail: {
      level: member.level,
      release: cohort.release.release,
      snapshot: overEveryone ? null : (cohort.snapshot?.id ?? null),
      overEveryone,
      concept: concept.id,
      ...(subjectsWithMissing === undefined ? {} : { subjectsWithMissing }),
    },
    asked: {
      ...(overEveryone ? {} : { cohort: askedCohort(cohort) }),
      concept: askedConcept({ concept, release: cohort.release, query }),
    },
  });
}
