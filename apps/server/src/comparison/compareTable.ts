import type { ComparisonTable, GroupChoice } from '@atrium/contract/endpoints/comparison';
import { countInSeveral, overlapPlans } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { type AnalysisDeps, countCells } from '../analysis/index.ts';
import type { DisclosureLine } from '../audit/index.ts';
import { issueCohortReceipt } from '../cohort/index.ts';
import { disclosed } from '../http/index.ts';
import { axesOf } from './comparable.ts';
import { compareConcept } from './compareConcept.ts';
import { type OpenGroups, openGroups } from './openGroups.ts';
import { tableForAggregates } from './tableForAggregates.ts';

export interface TableRequest {
  readonly choices: readonly GroupChoice[];
  readonly conceptIds: readonly string[];
  readonly signal: AbortSignal;
}

/** Lays concepts side by side in groups of subjects (chapter 17). */
export async function compareTable(deps: AnalysisDeps, member: Member, request: TableRequest) {
  if (!member.seesSubjects) return await tableForAggregates(deps, member, request);
  const { choices, conceptIds, signal } = request;
  const open = await openGroups(deps, member, { choices, signal });
  const { release, groups } = open;
  const counts = countCells(deps, release, signal);
  const axes = await counts.axis(axesOf(release, conceptIds));
  const sizes = await countAllOf(deps, open, { plans: groups.map(({ plan }) => plan), signal });
  const overlaps = overlapPlans(groups.map(({ plan }) => plan));
  const inSeveral = countInSeveral(await countAllOf(deps, open, { plans: overlaps, signal }));
  const given = {
    ...open,
    sizes,
    areApart: inSeveral === 0,
    cells: (axis: (typeof axes)[number], plan: (typeof groups)[number]['plan']) => counts.cells([axis], plan),
    countMissing: async (
      concept: (typeof axes)[number]['concept'],
      plan: (typeof groups)[number]['plan'],
    ) => {
      const question = { kind: 'missing', concept, population: { plan, prefilter: null } } as const;
      const [row] = await deps.questions.ask(question, release, { signal });
      return Number(row?.['subjects'] ?? 0);
    },
  };
  const concepts: ComparisonTable['concepts'] = [];
  for (const axis of axes) concepts.push(await compareConcept(axis, given));
  const receipts = await issueReceipts(deps, member, open);
  const table: ComparisonTable = {
    groups: groups.map(({ title }, index) => ({
      title,
      count: sizes[index] ?? 0,
      cohortReceipt: receipts[index] ?? null,
    })),
    ...{ inSeveral, moreGroups: open.moreGroups, concepts, suppression: null },
  };
  return disclosed(table, [comparedLine(open, { sizes, receipts, conceptIds })]);
}

async function countAllOf(
  { questions }: Pick<AnalysisDeps, 'questions'>,
  { release }: OpenGroups,
  {
    plans,
    signal,
  }: { readonly plans: readonly OpenGroups['groups'][number]['plan'][]; readonly signal: AbortSignal },
): Promise<readonly number[]> {
  const [row] = await questions.ask({ kind: 'counts', plans }, release, { signal });
  return plans.map((_, index) => Number(row?.[`c${index}`] ?? 0));
}

/** The receipt of each group, null for a group that no cohort definition says. */
async function issueReceipts(
  deps: AnalysisDeps,
  member: Member,
  { groups, release }: OpenGroups,
): Promise<readonly (string | null)[]> {
  const receipts: (string | null)[] = [];
  for (const { cohort } of groups)
    receipts.push(
      cohort === null
        ? null
        : await issueCohortReceipt(deps, member, { ...cohort, release, threshold: null }),
    );
  return receipts;
}

interface Compared {
  readonly sizes: readonly number[];
  readonly receipts: readonly (string | null)[];
  readonly conceptIds: readonly string[];
}

/** The line of the audit: which groups, how large, and which concepts. */
function comparedLine(
  { release, groups }: OpenGroups,
  { sizes, receipts, conceptIds }: Compared,
): DisclosureLine {
  const described = groups.map(
    ({ title, cohort }) => `${title}: ${cohort?.description ?? 'in none of the others'}`,
  );
  return {
    action: 'comparison',
    detail: {
      release: release.release,
      groups: groups.length,
      counts: sizes.join(', '),
      concepts: conceptIds.length,
      receipts: receipts.filter((receipt) => receipt !== null).join(', '),
    },
    recordedQuery: {
      comparison: {
        definition: {
          groups: groups.map(({ title, cohort }) => ({ title, cohort: cohort?.definition ?? null })),
          concepts: conceptIds,
        },
        description: described.join('\n'),
      },
    },
  };
}
