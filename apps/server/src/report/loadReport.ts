import type { ReportLoaded } from '@atrium/contract';
import type { Member } from '../access/index.ts';
import { analysisKind, presentAnalysis } from '../analysis/index.ts';
import { openLiveRelease } from '../catalogue/index.ts';
import { cohortKind, presentCohort } from '../cohort/index.ts';
import { loadAsActive } from '../definition/index.ts';
import { presentTable, tableKind } from '../table/index.ts';
import { openContent, type ReportDeps } from './openReport.ts';
import { recordReport } from './saveReport.ts';
import type { ReportRecord } from './store.ts';
import { loadContent } from './versions.ts';

/**
 * Makes what a report holds the active definitions of the member: one snapshot each, in one transaction, which undo
 * takes back (rule 12.11). What is active runs on the live release, whatever the report runs on.
 */
export async function loadReportAsActive(
  deps: ReportDeps,
  member: Member,
  report: ReportRecord,
): Promise<ReportLoaded> {
  const content = await loadContent(deps.db, { reportId: report.id, version: report.version });
  const release = await openLiveRelease(deps, member);
  const { table, analysis } = openContent(content, release);
  const { cohort } = table;
  const loaded = await deps.db.transaction().execute(async (transaction) => {
    const ofCohort = { member, base: release, definition: content.cohort };
    const ofTable = { member, base: cohort, definition: content.table };
    const ids = {
      cohort: await loadAsActive(transaction, cohortKind, ofCohort),
      table: await loadAsActive(transaction, tableKind, ofTable),
      analysis:
        content.analysis === null
          ? null
          : await loadAsActive(transaction, analysisKind, {
              member,
              base: cohort,
              definition: content.analysis,
            }),
    };
    await recordReport(transaction, member, {
      action: 'report_load',
      detail: { report: report.id, version: report.version, snapshot: ids.cohort.snapshotId },
    });
    return ids;
  });
  const errors = [
    ...presentCohort(cohort).errors,
    ...(analysis === null ? [] : presentAnalysis(analysis).errors),
  ];
  return {
    errors,
    warnings: presentTable(table).warnings,
    snapshotId: loaded.cohort.snapshotId,
    previousSnapshotId: loaded.cohort.previousSnapshotId,
    tableSnapshotId: loaded.table.snapshotId,
    analysisSnapshotId: loaded.analysis?.snapshotId ?? null,
  };
}
