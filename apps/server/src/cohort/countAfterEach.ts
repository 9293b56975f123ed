import type { CohortPreviews } from '@atrium/contract/endpoints/cohortInsight';
import { ofPreview } from '@atrium/contract/wire/audit';
import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import type { AddFilter } from '@atrium/contract/wire/cohortTransformation';
import { takeTimeSlices } from '@atrium/warehouse';
import type { Member } from '../access/index.ts';
import { type DefinitionDeps, loadActiveDefinition } from '../definition/index.ts';
import { disclosed, type OpenMeter } from '../http/index.ts';
import { cohortKind } from './cohortKind.ts';
import { countLine } from './countCohort.ts';
import { countEach, plansInstead } from './queryEffects.ts';

interface PreviewsRequest {
  readonly transformations: readonly AddFilter[];
  readonly meter: Pick<OpenMeter, 'requireRoom'>;
  readonly signal: AbortSignal;
}

/**
 * Counts the subjects that the active cohort would have after each of some filters (rule 11.14); nothing is stored but
 * the line of the audit. A filter that would be refused has no count.
 */
export async function countAfterEach(
  deps: DefinitionDeps,
  member: Member,
  { transformations, meter, signal }: PreviewsRequest,
) {
  const slice = takeTimeSlices();
  const base = await cohortKind.loadBase(deps, member);
  const edits = transformations.map((edit) => ({ ...edit, validateOnly: false }));
  const tested = edits.reduce((sum, edit) => sum + cohortKind.countTested(edit, base), 0);
  meter.requireRoom(tested);
  const { definition, snapshot } = await loadActiveDefinition(deps, cohortKind, { base, member });
  const after: (CohortDefinition | null)[] = [];
  for (const edit of edits) {
    await slice.giveWay();
    const outcome = (await cohortKind.prepareEdit(deps, edit, { base, member, signal }))(definition);
    after.push(outcome.kind === 'changed' ? outcome.definition : null);
  }
  const cohort = cohortKind.open({ definition, snapshot }, base);
  const changed = after.filter((one) => one !== null);
  const plans = await plansInstead(deps, cohort, changed);
  const counted = new Map(
    (await countEach(deps, cohort, { plans, signal })).map((count, index) => [changed[index], count]),
  );
  const counts = after.map((one) => (one === null ? null : (counted.get(one) ?? null)));
  const reply: CohortPreviews = { snapshotId: snapshot.snapshotId, counts };
  const count = Math.max(0, ...counted.values());
  const line = countLine({ cohort, detail: { count, filters: counts.length, [ofPreview]: true } });
  return disclosed(reply, [line], { rows: tested, bytes: 0 });
}
