import type { ExplainedSubject, NearMisses } from '@atrium/contract/endpoints/cohortSubjects';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import {
  alsoIn,
  type Concept,
  cellKey,
  filterParts,
  nearMisses,
  type OneSubject,
  oneSubject,
} from '@atrium/engine';
import type { Member } from '../access/index.ts';
import type { DefinitionDeps } from '../definition/index.ts';
import { disclosed } from '../http/index.ts';
import { countOf, type OpenCohort, openCohort, requirePlan } from './cohortKind.ts';
import { countEach, plansInstead } from './queryEffects.ts';
import { inOneLine, recordedCohort } from './recordedQuery.ts';
import { recordsOf, stackedTable } from './subjectRecords.ts';

interface SubjectRequest {
  readonly subject: string;
  readonly signal: AbortSignal;
}

/**
 * Says of one subject whether it is in the active cohort, which parts of the cohort it meets, and shows its records (rule
 * 3.30). A subject whom the member may not see is not there.
 */
export async function explainSubject(
  deps: DefinitionDeps,
  member: Member,
  { subject, signal }: SubjectRequest,
) {
  const cohort = await openCohort(deps, member);
  const plan = requirePlan(cohort, deps);
  const id = requireIds(cohort);
  const one = oneSubject(subject, cohort.release.lookup);
  const parts = filterParts(cohort.checked.definition, cohort.release.lookup);
  const alone = await plansInstead(
    deps,
    cohort,
    parts.map((part) => part.alone),
  );
  const plans = (found: OneSubject) => [found, ...[plan, ...alone].map((part) => alsoIn(found, part))];
  const [seen, isIn, ...met] =
    one === null ? [0] : await countEach(deps, cohort, { plans: plans(one), signal });
  if (one === null || seen !== 1) throw fieldRefusal('not_found', 'subject', 'nobody has this id');
  const records = await recordsOf({ deps, cohort, signal }, { one, plan });
  const reply: ExplainedSubject = {
    snapshotId: cohort.snapshot.snapshotId,
    subject,
    isIn: isIn === 1,
    parts: parts.map(({ entryId, isDeciding }, index) => ({ entryId, isDeciding, isMet: met[index] === 1 })),
    records,
  };
  const rows = records.reduce((sum, part) => sum + part.rows.length, 0);
  return disclosed(
    reply,
    [lineOf(cohort, { rows, explained: true }, [id, subject])],
    amountOf(rows, records),
  );
}

interface MissesRequest {
  readonly entryId: string;
  readonly signal: AbortSignal;
}

/** So many subjects are listed. */
const maxListed = 100;

/** Lists who would be in the active cohort without one part of it, and is not (rule 3.31). */
export async function queryNearMisses(
  deps: DefinitionDeps,
  member: Member,
  { entryId, signal }: MissesRequest,
) {
  const cohort = await openCohort(deps, member);
  const { release } = cohort;
  const plan = requirePlan(cohort, deps);
  const id = requireIds(cohort);
  const part = filterParts(cohort.checked.definition, release.lookup).find((one) => one.entryId === entryId);
  if (part === undefined)
    throw fieldRefusal('not_found', 'entry_id', 'there is no such filter or criteria set');
  const [without = plan] = await plansInstead(deps, cohort, [part.without]);
  const misses = nearMisses(plan, without);
  const table = stackedTable([id], release);
  const window = { limit: maxListed, offset: 0 };
  const [[counted], rows] = await Promise.all([
    deps.questions.ask(countOf(misses, release), release, { signal }),
    deps.questions.ask({ kind: 'page', table, plan: misses, window }, release, { signal }),
  ]);
  const reply: NearMisses = {
    snapshotId: cohort.snapshot.snapshotId,
    entryId,
    count: Number(counted?.['count'] ?? 0),
    subjects: rows.map((row) => String(row[cellKey(0)])),
  };
  const line = lineOf(cohort, { rows: rows.length, nearMisses: reply.count });
  return disclosed(reply, [line], amountOf(rows.length, reply.subjects));
}

/** The concept of the subjects' ids; refuses members who may not see them. */
export function requireIds({ release }: OpenCohort) {
  const { subjectId, concept } = release.lookup;
  const own = subjectId === undefined ? undefined : concept(subjectId.id);
  if (own !== undefined) return own;
  throw new PortalError('not_permitted', 'Your access to this dataset does not include the ids of subjects.');
}

export const amountOf = (rows: number, shown: unknown) => ({
  rows,
  bytes: Buffer.byteLength(JSON.stringify(shown)),
});

/** The line of rows that were read beside a cohort; who was looked at is part of the recorded query. */
export const lineOf = (
  cohort: OpenCohort,
  detail: Readonly<Record<string, number | true>>,
  named: readonly [Concept, string] | null = null,
) => ({
  action: 'preview' as const,
  detail: { release: cohort.release.release, snapshot: cohort.snapshot.snapshotId, ...detail },
  recordedQuery: {
    cohort: recordedCohort(cohort),
    ...(named && { concept: ofSubject(...named) }),
  },
});

const ofSubject = ({ id, title }: Concept, subject: string) => ({
  definition: { concept_id: id, value: subject },
  description: inOneLine(`${title} = "${subject}"`),
});
