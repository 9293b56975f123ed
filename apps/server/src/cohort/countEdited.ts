import type { CohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import type { EditedCount } from '@atrium/contract/wire/cohortView';
import type { Member } from '../access/index.ts';
import type { DisclosureLine } from '../audit/index.ts';
import { type DefinitionDeps, loadActiveDefinition, openStored, workOutEdits } from '../definition/index.ts';
import { type Amount, type Answered, disclosed, type OpenMeter, showsNothing } from '../http/index.ts';
import { cohortKind, describeOnce, issueCohortReceipt, requirePlan } from './cohortKind.ts';
import { asMade, countLine, countSubjects } from './countCohort.ts';
import { recordedCohort } from './recordedQuery.ts';

export interface EditsRequest {
  readonly from: 'active' | 'empty';
  readonly transformations: readonly CohortTransformation[];
  readonly meter: Pick<OpenMeter, 'requireRoom'>;
  readonly signal: AbortSignal;
}

/**
 * Counts the subjects of the cohort that edits make of the active one, or of an empty one, and issues the receipt of that
 * cohort; no edit is made (rule 14.82).
 */
export async function countEdited(
  deps: DefinitionDeps,
  member: Member,
  { from, transformations, meter, signal }: EditsRequest,
): Promise<Answered<EditedCount, DisclosureLine, Amount>> {
  const base = await cohortKind.loadBase(deps, member);
  const active = await loadActiveDefinition(deps, cohortKind, { base, member });
  const before = from === 'empty' ? cohortKind.start(base) : active.definition;
  const { steps, tested, refusal } = await workOutEdits(deps, cohortKind, {
    ...{ base, member, signal, before },
    transformations: transformations.map(asMade),
    requireRoom: (values) => meter.requireRoom(values),
  });
  const takes = { rows: tested, bytes: 0 };
  const cohort = openStored(cohortKind, refusal === null ? (steps.at(-1) ?? before) : before, base);
  const { describe } = describeOnce(cohort.checked, base.lookup);
  if (refusal !== null) {
    const errors = [...refusal.errors.map(({ message }) => message), ...refusal.warnings];
    const refused: EditedCount = { count: null, describe, errors, refusedIndex: refusal.index };
    if (tested === 0) return showsNothing(refused);
    return disclosed(refused, [{ action: 'values_test', detail: { of: 'cohort', values: tested } }], takes);
  }
  const count = await countSubjects(deps, cohort, signal);
  const cohortReceipt = await issueCohortReceipt(deps, member, {
    release: base,
    plan: requirePlan(cohort, deps),
    definition: recordedCohort(cohort).definition,
    threshold: null,
  });
  const line = countLine({ cohort, detail: { count, cohortReceipt } });
  return disclosed({ count, describe, errors: [], cohortReceipt }, [line], takes);
}
