import {
  type CohortDefinition,
  type CohortTransformation,
  type CohortView,
  cohortDefinitionWire,
  fieldRefusal,
  PortalError,
  toDay,
} from '@atrium/contract';
import {
  applyCohortTransformation,
  type CheckedCohort,
  type CohortPlan,
  checkCohort,
  compileKnownValues,
  describeCohort,
  planCohort,
  type ReleaseSql,
  redactCohort,
  toKnownValues,
  valuesToLookUp,
} from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { openLiveRelease } from '../catalogue/index.ts';
import {
  type DefinitionDeps,
  type DefinitionKind,
  newEntryId,
  openActive,
  type SnapshotIds,
} from '../definition/index.ts';

/** A member's cohort on the live release, checked for this member at this moment. */
export interface OpenCohort {
  readonly release: ReleaseSql;
  readonly snapshot: SnapshotIds;
  /** As it is shown; what is run is `checked`. */
  readonly definition: CohortDefinition;
  readonly checked: CheckedCohort;
}

/** How cohort definitions are opened, edited and shown; a member who has not edited one has the empty one. */
export const cohortKind: DefinitionKind<
  CohortDefinition,
  CohortTransformation,
  ReleaseSql,
  OpenCohort,
  CohortView
> = {
  kind: 'cohort',
  codec: cohortDefinitionWire,
  loadBase: openLiveRelease,
  start: () => [],
  open: ({ definition, snapshot }, release, member) => {
    const context = { lookup: release.lookup, member };
    const checked = checkCohort(definition, context);
    return { release, snapshot, definition: redactCohort(definition, context), checked };
  },
  prepareEdit: async ({ warehouse }, transformation, { base: release, member, signal }) => {
    requireKnownNames(transformation, release);
    const question = valuesToLookUp(transformation, release.lookup);
    const known =
      question === null
        ? null
        : toKnownValues(question, await warehouse.run(compileKnownValues(question, release), { signal }));
    const context = { lookup: release.lookup, member, newEntryId, known };
    return (before) => applyCohortTransformation(before, transformation, context);
  },
  present: presentCohort,
};

/** A name that this dataset does not have is not found, rather than a refused edit (rule 3.9). */
function requireKnownNames(transformation: CohortTransformation, { lookup }: ReleaseSql): void {
  if (transformation.kind === 'add_entry' && lookup.concept(transformation.conceptId) === undefined) {
    throw fieldRefusal('not_found', 'concept_id', `there is no concept ${transformation.conceptId}`);
  }
  if (
    transformation.kind === 'add_criteria_set' &&
    lookup.collection(transformation.collectionId) === undefined
  ) {
    throw fieldRefusal('not_found', 'collection_id', `there is no collection ${transformation.collectionId}`);
  }
}

/** A cohort as the client draws it (rule 3.21). */
function presentCohort({ release, snapshot, definition, checked }: OpenCohort): CohortView {
  const { criteriaSets, describe } = describeCohort(checked, { lookup: release.lookup });
  return {
    definition,
    criteriaSets: [...criteriaSets],
    describe,
    warnings: [],
    errors: checked.kind === 'broken' ? checked.errors.map((error) => error.message) : [],
    ...snapshot,
  };
}

/** Opens the active cohort of a member. */
export const openCohort = (deps: DefinitionDeps, member: Member): Promise<OpenCohort> =>
  openActive(deps, cohortKind, member);

/** The plan of everyone: no conditions. */
export const everyone: CohortPlan = { subject: { kind: 'and', conditions: [] }, sets: [] };

/** The plan of a sound cohort; refuses one with errors, which yields no number (rule 3.5). */
export function requirePlan(cohort: OpenCohort, deps: Pick<DefinitionDeps, 'clock'>): CohortPlan {
  if (cohort.checked.kind === 'broken') {
    throw new PortalError('cohort_has_errors', 'This cohort has filters you cannot use.');
  }
  return planCohort(cohort.checked, { today: today(deps.clock) });
}

/** The calendar day of the server's time zone. */
export function today(clock: () => Date) {
  const now = clock();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const day = toDay(parts.map((part) => String(part).padStart(2, '0')).join('-'));
  if (day === undefined) throw new Error('The clock shows no day.');
  return day;
}
