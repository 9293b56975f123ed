import type { ComparedGroup } from '@atrium/contract/endpoints/comparison';
import type { AuditDetail } from '@atrium/contract/wire/audit';
import { type CohortPlan, countInSeveral, overlapPlans } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import type { AnalysisDeps } from '../analysis/index.ts';
import type { DisclosureLine } from '../audit/index.ts';
import { issueCohortReceipt } from '../cohort/index.ts';
import type { OpenGroups } from './openGroups.ts';

export interface DescribedGroups {
  readonly groups: readonly ComparedGroup[];
  readonly sizes: readonly number[];
  /** Subjects in more than one group (rule 17.2). */
  readonly inSeveral: number;
  /** The line of the audit: which groups, how large, and what was compared. */
  readonly line: (compared: Readonly<Record<string, unknown>>, shown?: AuditDetail) => DisclosureLine;
}

/** Counts the groups of a comparison and issues the receipt of each that a cohort definition says. */
export async function describeGroups(
  deps: AnalysisDeps,
  member: Member,
  { open, signal }: { readonly open: OpenGroups; readonly signal: AbortSignal },
): Promise<DescribedGroups> {
  const { groups, release } = open;
  const countAll = async (plans: readonly CohortPlan[]): Promise<readonly number[]> => {
    const [row] = await deps.questions.ask({ kind: 'counts', plans }, release, { signal });
    return plans.map((_, index) => Number(row?.[`c${index}`] ?? 0));
  };
  const plans = groups.map(({ plan }) => plan);
  const sizes = await countAll(plans);
  const inSeveral = countInSeveral(await countAll(overlapPlans(plans)));
  const shown: ComparedGroup[] = [];
  for (const [index, { title, cohort }] of groups.entries()) {
    const counted = cohort === null ? null : { ...cohort, release, threshold: null };
    const cohortReceipt = counted === null ? null : await issueCohortReceipt(deps, member, counted);
    shown.push({ title, count: sizes[index] ?? 0, cohortReceipt });
  }
  return {
    ...{ groups: shown, sizes, inSeveral },
    line: (compared, more = {}) => ({
      action: 'comparison',
      detail: {
        release: release.release,
        groups: groups.length,
        counts: sizes.join(', '),
        compared: Object.keys(compared).join(', '),
        receipts: shown.flatMap(({ cohortReceipt }) => cohortReceipt ?? []).join(', '),
        ...more,
      },
      recordedQuery: {
        comparison: {
          definition: {
            ...compared,
            groups: groups.map(({ title, cohort }) => ({ title, cohort: cohort?.definition ?? null })),
          },
          description: groups
            .map(({ title, cohort }) => `${title}: ${cohort?.description ?? 'made of others'}`)
            .join('\n'),
        },
      },
    }),
  };
}
