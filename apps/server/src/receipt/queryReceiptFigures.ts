import type { ReceiptFigures } from '@atrium/contract/wire/receipt';
import type { Member } from '../access/index.ts';
import {
  type AnalysisDeps,
  answerAnalysis,
  type Definitions,
  type OpenDefinitions,
  openDefinitions,
} from '../analysis/index.ts';
import type { DisclosureLine } from '../audit/index.ts';
import { openEarlierRelease, openLiveRelease, releaseNumber } from '../catalogue/index.ts';
import {
  countLine,
  countSubjects,
  issueCohortReceipt,
  queryAttrition,
  recordedCohort,
  requirePlan,
} from '../cohort/index.ts';
import { loadReceipt } from '../definition/index.ts';
import { disclosed, showsNothing } from '../http/index.ts';
import { issueTableReceipts } from '../table/index.ts';

interface OneReceipt {
  readonly id: string;
  readonly signal: AbortSignal;
}

const nothingCounted = { count: null, attrition: [], crossTab: null, isSame: null };

/**
 * Counts anew what a receipt stands for, on its own release and within the rights of the member today (rule 12.31).
 * Members who see aggregates only get the cross-tab, and on the live release only.
 * @throws PortalError 'not_ready' where the release is not kept any more
 * @throws PortalError 'cohort_has_errors' where the cohort is broken there (rule 3.5)
 */
export async function queryReceiptFigures(deps: AnalysisDeps, member: Member, { id, signal }: OneReceipt) {
  const { definitions, kind, release: ofReceipt } = await loadReceipt(deps, member, id);
  const live = await openLiveRelease(deps, member);
  const isLive = ofReceipt === live.release;
  if (!isLive && !member.seesSubjects) return showsNothing(nothingCounted);
  const release = isLive ? live : await openEarlierRelease(deps, member, releaseNumber(ofReceipt));
  const open = openDefinitions(definitions, release);
  const counted = member.seesSubjects
    ? await countOpen(deps, member, { definitions, open, id, signal })
    : null;
  const tab = await crossTabOf(deps, member, { open, id, signal });
  const lines: readonly DisclosureLine[] = [...(counted?.lines ?? []), ...(tab?.lines ?? [])];
  const receipts = { ...counted?.receipts, analysis: tab?.reply.analysisReceipt };
  const reply: ReceiptFigures = {
    count: counted?.count ?? null,
    attrition: [...(counted?.attrition ?? [])],
    crossTab: tab?.reply ?? null,
    isSame: isSameAs(id, receipts[kind]),
  };
  const [first, ...more] = lines;
  return first === undefined ? showsNothing(reply) : disclosed(reply, [first, ...more]);
}

interface Counting extends OneReceipt {
  readonly open: OpenDefinitions;
}

/** The cohort of a receipt, counted step by step, with the receipts that the same question has today. */
async function countOpen(
  deps: AnalysisDeps,
  member: Member,
  { definitions, open, id, signal }: Counting & { readonly definitions: Definitions },
) {
  const { cohort, table } = open;
  const { release } = cohort;
  const plan = requirePlan(cohort, deps);
  const count = await countSubjects(deps, cohort, signal);
  const attrition = await queryAttrition(deps, { definition: definitions.cohort, cohort }, signal);
  const { definition } = recordedCohort(cohort);
  const cohortReceipt = await issueCohortReceipt(deps, member, {
    release,
    plan,
    definition,
    threshold: null,
  });
  const ofTable = table === null ? undefined : await issueTableReceipts(deps, member, table, plan);
  const line = countLine({ cohort, detail: { count, steps: attrition.length, cohortReceipt, receipt: id } });
  return {
    count,
    attrition,
    receipts: { cohort: cohortReceipt, table: ofTable?.tableReceipt },
    lines: [line],
  };
}

/** The cross-tab of a receipt, over its cohort; null where it has none. */
async function crossTabOf(deps: AnalysisDeps, member: Member, { open, id, signal }: Counting) {
  const { analysis } = open;
  if (analysis === null) return null;
  const source = { open: async () => analysis, fileName: 'aggregate', detail: { receipt: id } };
  return answerAnalysis(deps, member, { source, overEveryone: false, signal });
}

const isSameAs = (id: string, receipt: string | undefined): boolean | null =>
  receipt === undefined ? null : receipt === id;
