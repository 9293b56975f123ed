import type { CohortTransformation, CohortTrial } from '@atrium/contract';
import { applyCohortTransformation, checkCohort, compileCount, toQuery } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { record } from '../audit/index.ts';
import { readActive } from '../snapshot/index.ts';
import { askedCohort } from './askedOf.ts';
import { type EditRequest, prepareEdit } from './editCohort.ts';
import {
  type CohortDeps,
  cohortHistory,
  type OpenCohort,
  openCohort,
  readDefinition,
  requirePlan,
} from './openCohort.ts';

/** Subjects in the active cohort. */
export async function countCohort(deps: CohortDeps, member: Member, signal: AbortSignal) {
  const cohort = await openCohort(deps, member);
  const count = await countOn(deps, cohort, signal);
  await recordCount(deps, member, { cohort, detail: { count } });
  return { count, definition: cohort.definition };
}

/**
 * Subjects that the active cohort would have after an edit; nothing is stored but the line of the audit. A cohort that
 * has errors then is refused like the active one (rule 3.11).
 */
export async function countAfterEdit(
  deps: CohortDeps,
  member: Member,
  request: EditRequest,
): Promise<CohortTrial> {
  const { release, context } = await prepareEdit(deps, member, request);
  const snapshot = await readActive(deps.db, cohortHistory(member));
  const snapshotId = snapshot?.id ?? null;
  const before = readDefinition(snapshot?.definition);
  const outcome = applyCohortTransformation(before, asMade(request.transformation), context);
  if (outcome.kind === 'refused')
    return {
      count: null,
      errors: [...outcome.errors.map(({ message }) => message), ...outcome.warnings],
      snapshotId,
    };
  const definition = outcome.kind === 'changed' ? outcome.definition : before;
  const checked = checkCohort(definition, { lookup: release.lookup, member });
  const cohort = { release, snapshot, definition, checked };
  const count = await countOn(deps, cohort, request.signal);
  await recordCount(deps, member, { cohort, detail: { count, isTrial: true } });
  return { count, errors: [], snapshotId };
}

/** What is tried is never made, so that asking only for its validation makes no difference. */
const asMade = (edit: CohortTransformation): CohortTransformation =>
  edit.kind === 'add_entry' ? { ...edit, validateOnly: false } : edit;

async function countOn(deps: CohortDeps, cohort: OpenCohort, signal: AbortSignal): Promise<number> {
  const plan = requirePlan(cohort, deps);
  const [row] = await deps.warehouse.run(toQuery(compileCount(plan, cohort.release)), { signal });
  return Number(row?.['count'] ?? 0);
}

interface Counted {
  readonly cohort: OpenCohort;
  /** What is said of the count beside its release and snapshot. */
  readonly detail: Readonly<Record<string, number | boolean>>;
}

const recordCount = (deps: CohortDeps, member: Member, { cohort, detail }: Counted) =>
  record(deps.db, {
    accountId: member.account.id,
    datasetId: member.datasetId,
    action: 'count',
    detail: {
      level: member.level,
      release: cohort.release.release,
      snapshot: cohort.snapshot?.id ?? null,
      ...detail,
    },
    asked: { cohort: askedCohort(cohort) },
  });
