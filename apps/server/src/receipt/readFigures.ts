import type { AnalysisResult, ReceiptFigures } from '@atrium/contract';
import type { Member } from '../access/index.ts';
import { type AnalysisDeps, answerAnalysis, openDefinitions } from '../analysis/index.ts';
import { openEarlierRelease, openLiveRelease, releaseNumber } from '../catalogue/index.ts';
import {
  countLine,
  countSubjects,
  issueCohortReceipt,
  readAttrition,
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

const nothingCounted: ReceiptFigures = { count: null, attrition: [], crossTab: null, isSame: null };

/**
 * Counts anew what a receipt stands for, on its own release and within the rights of the member today (rule 12.31).
 * Members who see aggregates only get the cross-tab, and on the live release only.
 * @throws PortalError 'not_ready' where the release is not kept any more
 * @throws PortalError 'cohort_has_errors' where the cohort is broken there (rule 3.5)
 */
export async function readFigures(deps: AnalysisDeps, member: Member, { id, signal }: OneReceipt) {
  const stored = await loadReceipt(deps, member, id);
  const live = await openLiveRelease(deps, member);
  const isLive = stored.release === live.release;
  if (!isLive && !member.seesSubjects) return showsNothing(nothingCounted);
  const release = isLive ? live : await openEarlierRelease(deps, member, releaseNumber(stored.release));
  const open = openDefinitions(stored.definitions, release);
  const crossTabOf = async () => {
    const { analysis } = open;
    if (analysis === null) return null;
    const source = { open: async () => analysis, fileName: 'aggregate', detail: { receipt: id } };
    return answerAnalysis(deps, member, { source, overEveryone: false, signal });
  };
  if (!member.seesSubjects) {
    const answered = await crossTabOf();
    if (answered === null) return showsNothing(nothingCounted);
    return answered.with((crossTab) => ({
      ...nothingCounted,
      crossTab,
      isSame: isSameAs(id, crossTab.analysisReceipt),
    }));
  }
  const { cohort, table } = open;
  const plan = requirePlan(cohort, deps);
  const count = await countSubjects(deps, cohort, signal);
  const attrition = [
    ...(await readAttrition(deps, { definition: stored.definitions.cohort, cohort }, signal)),
  ];
  const answered = await crossTabOf();
  const crossTab: AnalysisResult | null = answered?.reply ?? null;
  const { definition } = recordedCohort(cohort);
  const cohortReceipt = await issueCohortReceipt(deps, member, {
    release,
    plan,
    definition,
    threshold: null,
  });
  const receipts = {
    cohort: cohortReceipt,
    table: table === null ? undefined : (await issueTableReceipts(deps, member, table, plan)).tableReceipt,
    analysis: crossTab?.analysisReceipt,
  };
  const line = countLine({
    cohort,
    detail: { count, steps: attrition.length, cohortReceipt, receipt: id },
  });
  const reply: ReceiptFigures = { count, attrition, crossTab, isSame: isSameAs(id, receipts[stored.kind]) };
  return disclosed(reply, [line, ...(answered?.lines ?? [])]);
}

const isSameAs = (id: string, receipt: string | undefined): boolean | null =>
  receipt === undefined ? null : receipt === id;
