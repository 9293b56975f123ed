import type { Member } from '../access/index.ts';
import { record } from '../audit/index.ts';
import type { CohortDeps } from '../cohort/index.ts';
import { askedAnalysis } from './askedAnalysis.ts';
import type { AnalysisAnswer } from './runAnalysis.ts';

/** Puts a cross-tab that was given on record: which definitions over which release, and how large it is. */
export async function recordRun(
  { db }: Pick<CohortDeps, 'db'>,
  member: Member,
  { dataset, open, overEveryone }: AnalysisAnswer,
): Promise<void> {
  await record(db, {
    accountId: member.account.id,
    datasetId: member.datasetId,
    action: 'cross_tab',
    detail: {
      level: member.level,
      release: open.cohort.release.release,
      snapshot: open.snapshot?.id ?? null,
      cohortSnapshot: overEveryone ? null : (open.cohort.snapshot?.id ?? null),
      overEveryone,
      rows: dataset?.index.length ?? 0,
      columns: dataset?.columns.length ?? 0,
    },
    asked: askedAnalysis(open, overEveryone),
  });
}
