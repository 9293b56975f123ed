import { type AuditDetail, ofPreview } from '@atrium/contract/wire/audit';
import type { CohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import type { CohortCount, CohortPreview } from '@atrium/contract/wire/cohortView';
import { takeTimeSlices } from '@atrium/warehouse';
import type { Member } from '../access/index.ts';
import { oncePer } from '../asking/index.ts';
import type { DisclosureLine, RecordedLine } from '../audit/index.ts';
import { type DefinitionDeps, loadActiveDefinition, recordQuestion } from '../definition/index.ts';
import { type Amount, type Answered, disclosed, type OpenMeter, showsNothing } from '../http/index.ts';
import {
  cohortKind,
  countOf,
  describeOnce,
  issueCohortReceipt,
  type OpenCohort,
  openCohort,
  requirePlan,
} from './cohortKind.ts';
import { recordedCohort } from './recordedQuery.ts';

/** Counts the subjects of the active cohort. */
export async function countCohort(deps: DefinitionDeps, member: Member, signal: AbortSignal) {
  const cohort = await openCohort(deps, member);
  const count = await countSubjects(deps, cohort, signal);
  const cohortReceipt = await issueCohortReceipt(deps, member, {
    release: cohort.release,
    plan: requirePlan(cohort, deps),
    definition: recordedCohort(cohort).definition,
    threshold: null,
  });
  const line = countLine({ cohort, detail: { count, cohortReceipt } });
  return disclosed(answerOf(cohort, { count, cohortReceipt }), [line]);
}

/** The same answer is the same object, so that it is encoded once. */
function answerOf(
  { definition, release }: OpenCohort,
  { count, cohortReceipt }: { readonly count: number; readonly cohortReceipt: string },
): CohortCount {
  const given = answers(definition, release);
  const before = given.get(cohortReceipt);
  if (before?.count === count) return before;
  const answer = Object.freeze({ count, definition, cohortReceipt });
  given.set(cohortReceipt, answer);
  return answer;
}

const answers = oncePer(() => new Map<string, CohortCount>());

export interface PreviewRequest {
  readonly transformation: CohortTransformation;
  readonly meter: Pick<OpenMeter, 'requireRoom'>;
  readonly signal: AbortSignal;
}

/**
 * Counts the subjects that the active cohort would have after an edit; nothing is stored but the line of the audit. A
 * cohort that has errors then is refused like the active one (rule 3.11).
 */
export async function countAfterEdit(
  deps: DefinitionDeps,
  member: Member,
  { transformation, meter, signal }: PreviewRequest,
): Promise<Answered<CohortPreview, DisclosureLine, Amount>> {
  const slice = takeTimeSlices();
  const base = await cohortKind.loadBase(deps, member);
  const edit = asMade(transformation);
  await slice.giveWay();
  const tested = cohortKind.countTested(edit, base);
  meter.requireRoom(tested);
  await slice.giveWay();
  const takes = { rows: tested, bytes: 0 };
  const apply = await cohortKind.prepareEdit(deps, edit, { base, member, signal });
  const { definition, snapshot } = await loadActiveDefinition(deps, cohortKind, { base, member });
  const { snapshotId } = snapshot;
  await slice.giveWay();
  const outcome = apply(definition);
  await slice.giveWay();
  if (outcome.kind === 'refused') {
    const errors = [...outcome.errors.map(({ message }) => message), ...outcome.warnings];
    const refused: CohortPreview = { count: null, errors, snapshotId };
    if (tested === 0) return showsNothing(refused);
    return disclosed(refused, [{ action: 'values_test', detail: { of: 'cohort', values: tested } }], takes);
  }
  const after = outcome.kind === 'changed' ? outcome.definition : definition;
  const cohort = cohortKind.open({ definition: after, snapshot }, base);
  await slice.giveWay();
  const count = await countSubjects(deps, cohort, signal);
  await slice.giveWay();
  // To put 25,000 values into words, and then to record them, takes longer than a time slice each.
  describeOnce(cohort.checked, cohort.release.lookup);
  await slice.giveWay();
  const line = countLine({ cohort, detail: { count, [ofPreview]: true } });
  await slice.giveWay();
  return disclosed({ count, errors: [], snapshotId }, [line], takes);
}

/** A preview changes nothing, so an edit that is sent for validation only is previewed like any other. */
export const asMade = (edit: CohortTransformation): CohortTransformation =>
  edit.kind === 'add_entry' || edit.kind === 'import_cohort' ? { ...edit, validateOnly: false } : edit;

/** Counts the subjects of a cohort; refuses one with errors (rule 3.5). */
export async function countSubjects(
  deps: Pick<DefinitionDeps, 'questions' | 'clock'>,
  cohort: OpenCohort,
  signal: AbortSignal,
): Promise<number> {
  const plan = requirePlan(cohort, deps);
  const [row] = await deps.questions.ask(countOf(plan, cohort.release), cohort.release, { signal });
  return Number(row?.['count'] ?? 0);
}

interface CountToRecord {
  readonly cohort: OpenCohort;
  /** Stands in the audit beside the release and the snapshot; the count is null where there is none. */
  readonly detail: AuditDetail & { readonly count: number | null };
}

/** The line of a count; a cohort that gave no number is not named. */
export const countLine = ({ cohort, detail }: CountToRecord) => ({
  action: 'count' as const,
  detail: {
    release: cohort.release.release,
    snapshot: cohort.snapshot.snapshotId,
    ...detail,
  },
  recordedQuery: detail.count === null ? {} : { cohort: recordedCohort(cohort) },
});

/** Records that a member had the subjects of a cohort counted. */
export const recordCount = (
  deps: DefinitionDeps,
  member: Member,
  counted: CountToRecord,
): Promise<RecordedLine> => recordQuestion(deps, member, countLine(counted));
