import {
  type CohortEdited,
  type CohortTransformation,
  cohortDefinitionWire,
  PortalError,
} from '@atrium/contract';
import {
  applyCohortTransformation,
  type CohortEditContext,
  type CohortOutcome,
  compileKnownValues,
  type KnownValues,
  type ReleaseSql,
  toKnownValues,
  valuesToLookUp,
} from '@atrium/engine';
import { z } from 'zod';
import type { Member } from '../access/index.ts';
import { openLiveRelease } from '../catalogue/index.ts';
import { edit, newEntryId } from '../snapshot/index.ts';
import { type CohortDeps, cohortHistory, openedCohort, readDefinition } from './openCohort.ts';
import { presentCohort } from './present.ts';

export interface EditRequest {
  readonly transformation: CohortTransformation;
  readonly signal: AbortSignal;
}

/** One edit of the active cohort (rule 3.9); a refused one changes nothing and still answers 200. */
export async function editCohort(
  deps: CohortDeps,
  member: Member,
  { transformation, signal }: EditRequest,
): Promise<CohortEdited> {
  const { release, context } = await prepareEdit(deps, member, { transformation, signal });
  const { outcome, snapshot } = await edit(deps.db, cohortHistory(member), (stored) => {
    const outcome = applyCohortTransformation(readDefinition(stored), transformation, context);
    const definition =
      outcome.kind === 'changed' ? z.encode(cohortDefinitionWire, outcome.definition) : undefined;
    return { definition, outcome, start: [] };
  });
  return { ...presentOutcome(outcome), ...presentCohort(openedCohort(release, member, snapshot)) };
}

/** What an edit is applied with: the live release and all that the edit needs to know of its data. */
export async function prepareEdit(deps: CohortDeps, member: Member, request: EditRequest) {
  const release = await openLiveRelease(deps, member);
  requireKnownNames(request.transformation, release);
  const known = await lookUp(deps, release, request);
  const context: CohortEditContext = { lookup: release.lookup, member, newEntryId, known };
  return { release, context };
}

/** A name that this dataset does not have is not found, rather than a refused edit (rule 3.9). */
function requireKnownNames(transformation: CohortTransformation, { lookup }: ReleaseSql): void {
  if (transformation.kind === 'add_entry' && lookup.concept(transformation.conceptId) === undefined) {
    throw new PortalError('not_found', `concept_id: there is no concept ${transformation.conceptId}`);
  }
  if (
    transformation.kind === 'add_criteria_set' &&
    lookup.collection(transformation.collectionId) === undefined
  ) {
    throw new PortalError(
      'not_found',
      `collection_id: there is no collection ${transformation.collectionId}`,
    );
  }
}

async function lookUp(
  { warehouse }: CohortDeps,
  release: ReleaseSql,
  { transformation, signal }: EditRequest,
): Promise<KnownValues | null> {
  const question = valuesToLookUp(transformation, release.lookup);
  if (question === null) return null;
  return toKnownValues(question, await warehouse.run(compileKnownValues(question, release), { signal }));
}

function presentOutcome(outcome: CohortOutcome) {
  const refusal = outcome.kind === 'refused' ? outcome : { errors: [], warnings: [], warningEntries: [] };
  const named = outcome.kind === 'changed' || outcome.kind === 'unchanged' ? outcome.entryId : undefined;
  return {
    transformationSuccessful: outcome.kind === 'changed' || outcome.kind === 'unchanged',
    transformationErrors: refusal.errors.map(({ message }) => message),
    transformationWarnings: [...refusal.warnings],
    transformationWarningEntries: [...refusal.warningEntries],
    ...(named === undefined ? {} : { entryId: named }),
  };
}
