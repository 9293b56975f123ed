import type { SavedComparison, SavedFigures } from '@atrium/contract/endpoints/savedComparison';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Member } from '../access/index.ts';
import type { LiveRelease } from '../catalogue/index.ts';
import type { DefinitionDeps } from '../definition/index.ts';
import type { ReportRecord } from './reportStore.ts';
import { countedOn, lockReport, recordReport } from './saveReport.ts';
import { insertVersion, loadContent } from './versions.ts';

interface NewComparison {
  readonly report: ReportRecord;
  /** Null takes the comparison out of the report. */
  readonly comparison: SavedComparison | null;
  /** Its groups, counted on the release. */
  readonly figures: SavedFigures;
  readonly release: LiveRelease;
  /** The version that the caller has seen. */
  readonly seen: number | undefined;
  readonly signal: AbortSignal;
}

/** A report that stays on an earlier release keeps what was saved there (rule 17.26). */
export function requireOnLive({ releaseChoice }: Pick<ReportRecord, 'releaseChoice'>): void {
  if (releaseChoice === 'own')
    throw new PortalError(
      'conflict',
      'This report stays on an earlier release. Move it to the live release before a comparison is saved in it.',
    );
}

/** Keeps a comparison in a report, as a new version on the live release; returns its number (rule 17.26). */
export async function saveComparison(
  deps: DefinitionDeps,
  member: Member,
  { report, comparison, figures, release, seen, signal }: NewComparison,
): Promise<number> {
  const content = { ...(await loadContent(deps.db, report)), comparison };
  const counted = await countedOn(deps, release, { content, signal });
  return deps.db.transaction().execute(async (transaction) => {
    const version = (await lockReport(transaction, report.id, seen ?? report.version)) + 1;
    await transaction.updateTable('report').set({ version }).where('id', '=', report.id).execute();
    await insertVersion(transaction, member, {
      ...{ reportId: report.id, version, cause: 'comparison', ...counted },
      figures: comparison === null ? null : figures,
    });
    await recordReport(transaction, member, {
      action: 'report_edit',
      detail: {
        ...{ report: report.id, version, release: release.release, count: counted.count },
        groups: figures.length,
        groupCounts: figures.map(({ count }) => count).join(', '),
      },
      recordedQuery: counted.recordedQuery,
    });
    return version;
  });
}
