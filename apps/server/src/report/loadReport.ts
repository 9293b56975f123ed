import type { ReportLoaded } from '@atrium/contract/wire/report';
import type { Member } from '../access/index.ts';
import { activateDefinitions, errorsOf } from '../analysis/index.ts';
import { openLiveRelease } from '../catalogue/index.ts';
import { presentTable } from '../table/index.ts';
import { openContent, type ReportDeps } from './openReport.ts';
import type { ReportRecord } from './reportStore.ts';
import { recordReport } from './saveReport.ts';
import { loadContent } from './versions.ts';

/**
 * Makes the definitions of a report the active ones of the member: one snapshot each, in one transaction, which undo
 * takes back (rule 12.11). Active definitions run on the live release, even if the report runs on another.
 */
export async function loadReportAsActive(
  deps: ReportDeps,
  member: Member,
  report: ReportRecord,
): Promise<ReportLoaded> {
  const { db } = deps;
  const content = await loadContent(db, report);
  const open = openContent(content, await openLiveRelease(deps, member));
  const loaded = await db.transaction().execute(async (transaction) => {
    const writing = { db, transaction };
    const ids = await activateDefinitions(writing, member, { definitions: content, base: open.cohort });
    await recordReport(transaction, member, {
      action: 'report_load',
      detail: { report: report.id, version: report.version, snapshot: ids.cohort.snapshotId },
    });
    return ids;
  });
  return {
    errors: errorsOf(open),
    warnings: presentTable(open.table).warnings,
    snapshotId: loaded.cohort.snapshotId,
    previousSnapshotId: loaded.cohort.previousSnapshotId,
    tableSnapshotId: loaded.table.snapshotId,
    analysisSnapshotId: loaded.analysis?.snapshotId ?? null,
  };
}
