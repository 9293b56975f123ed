import { cohortDefinitionWire } from '@atrium/contract/wire/cohortDefinition';
import type { ShownCount } from '@atrium/contract/wire/statistics';
import {
  type CheckedCohort,
  type CohortPlan,
  type Concept,
  kindOf,
  type Lookup,
  plainText,
  type ReleaseSql,
} from '@atrium/engine';
import { z } from 'zod';
import { oncePer } from '../asking/index.ts';
import type { RecordedDefinition } from '../audit/index.ts';
import { describeOnce, everyone, type OpenCohort } from './cohortKind.ts';
import type { StatisticsQuery } from './statisticsRequest.ts';

/** A name as one line: a line break in it could pass for another filter or column. */
export const inOneLine = (name: string): string => name.replace(/\s+/g, ' ');

/** A cohort as it was run, for the audit. */
export const recordedCohort = ({
  checked,
  release,
}: Pick<OpenCohort, 'checked' | 'release'>): RecordedDefinition => recordOnce(checked, release.lookup);

const recordOnce = oncePer((checked: CheckedCohort, lookup: Lookup) => ({
  definition: z.encode(cohortDefinitionWire, checked.definition),
  description: plainText(describeOnce(checked, lookup).describe) || 'Everyone',
}));

interface QueriedConcept {
  readonly concept: Concept;
  readonly release: ReleaseSql;
  readonly query: Pick<StatisticsQuery, 'prefilterValue' | 'ontologyClass' | 'criteriaSet' | 'polarity'>;
}

/** The concept whose statistics the member got, for the audit; the text of a search for its values is not recorded. */
function recordedConcept({ concept, release, query }: QueriedConcept): RecordedDefinition {
  const { prefilterValue, ontologyClass, criteriaSet, polarity } = query;
  const by = concept.prefilter === null ? undefined : release.lookup.concept(concept.prefilter.conceptId);
  const where = by === undefined || prefilterValue === undefined ? '' : `, ${by.title} = "${prefilterValue}"`;
  const only = polarity === undefined ? '' : `, ${polarity}`;
  const around = kindOf(concept).isCoded ? ontologyClass : undefined;
  const below = around === undefined ? '' : `, around "${around}"`;
  return {
    definition: {
      concept_id: concept.id,
      prefilter_value: by === undefined ? undefined : prefilterValue,
      criteria_set: criteriaSet,
      polarity,
      ontology_class: around,
    },
    description: inOneLine(`${concept.title}${where}${only}${below}`),
  };
}

export interface GivenStatistics {
  readonly concept: Concept;
  readonly cohort: OpenCohort;
  readonly plan: CohortPlan;
  readonly query: StatisticsQuery;
  /** As it was shown to the member. */
  readonly subjectsWithMissing?: ShownCount;
}

/** The line about statistics: of which concept, over which release, in which cohort. */
export function statisticsLine({ concept, cohort, plan, query, subjectsWithMissing }: GivenStatistics) {
  const overEveryone = plan === everyone;
  return {
    action: 'statistics' as const,
    detail: {
      release: cohort.release.release,
      snapshot: overEveryone ? null : cohort.snapshot.snapshotId,
      overEveryone,
      concept: concept.id,
      ...(subjectsWithMissing === undefined ? {} : { subjectsWithMissing }),
    },
    recordedQuery: {
      ...(overEveryone ? {} : { cohort: recordedCohort(cohort) }),
      concept: recordedConcept({ concept, release: cohort.release, query }),
    },
  };
}
