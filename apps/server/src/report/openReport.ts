import type { TableDefinition } from '@atrium/contract/wire/tableDefinition';
import type { Member } from '../access/index.ts';
import {
  type AnalysisDeps,
  type AnalysisSource,
  analysisKind,
  type OpenDefinitions,
  openDefinitions,
} from '../analysis/index.ts';
import { type LiveRelease, openEarlierRelease, openLiveRelease } from '../catalogue/index.ts';
import { today } from '../cohort/index.ts';
import { openStored } from '../definition/index.ts';
import type { MailQueue } from '../mail/index.ts';
import { type OpenTable, type TableDeps, type TableSource, tableKind } from '../table/index.ts';
import { loadReport, type ReportRecord } from './reportStore.ts';
import { loadContent, type ReportContent } from './versions.ts';

/** The parts that are needed to save, open and run reports. */
export interface ReportDeps extends TableDeps, AnalysisDeps {
  /** Sends mail to people with whom a report was shared. */
  readonly mails: MailQueue;
  /** The address at which people reach the portal; null: the one at which a request came. */
  readonly publicUrl: string | null;
  /** The version of the portal. */
  readonly software: string;
}

/** The definitions of a report on one release, checked for the member who opened it. */
export interface OpenReport extends OpenDefinitions<OpenTable> {
  readonly content: ReportContent;
}

/** Checks the definitions of a report for the members who see this release as given (rule 12.5). */
export const openContent = (content: ReportContent, release: LiveRelease): OpenReport => ({
  content,
  ...openDefinitions(content, release),
});

/** The release on which a report runs, as the member sees it: the live one, or its own where it stays there. */
export const releaseOf = (
  deps: Pick<ReportDeps, 'db' | 'questions' | 'clock'>,
  member: Member,
  { releaseChoice, releaseId }: Pick<ReportRecord, 'releaseChoice' | 'releaseId'>,
): Promise<LiveRelease> =>
  releaseChoice === 'own' ? openEarlierRelease(deps, member, releaseId) : openLiveRelease(deps, member);

/** Opens a report for a member who may see it. */
export async function openReport(
  deps: ReportDeps,
  member: Member,
  report: ReportRecord,
): Promise<OpenReport> {
  const [content, release] = await Promise.all([
    loadContent(deps.db, report),
    releaseOf(deps, member, report),
  ]);
  return openContent(content, release);
}

/** The name and the cohort of a report that the member may see. */
export async function cohortOfReport(
  deps: Pick<ReportDeps, 'db'>,
  member: Member,
  reportId: number,
): Promise<{ readonly name: string; readonly cohort: ReportContent['cohort'] }> {
  const report = await loadReport(deps.db, member, reportId);
  const { cohort } = await loadContent(deps.db, report);
  return { name: report.name, cohort };
}

const maxName = 60;

export const fileNameOf = ({ id, name }: ReportRecord): string => {
  const plain = name.normalize('NFKD').replace(/[^\w-]+/g, '_');
  return plain.replace(/^_+|_+$/g, '').slice(0, maxName) || `report_${id}`;
};

const sourceOf = (report: ReportRecord, { clock }: Pick<ReportDeps, 'clock'>) => ({
  fileName: `${fileNameOf(report)}_${today(clock)}`,
  detail: { report: report.id, version: report.version },
});

export interface OneSortKey {
  readonly sortField?: string | undefined;
  readonly sortDirection?: 1 | -1 | undefined;
}

/** One sort key in place of the stored ones; a column that the table does not have leaves them (rule 12.6). */
function sortedBy(table: TableDefinition, { sortField, sortDirection = 1 }: OneSortKey): TableDefinition {
  if (!table.fields.some(({ entryId }) => entryId === sortField) || sortField === undefined) return table;
  return { ...table, sort: [{ entryId: sortField, direction: sortDirection }] };
}

/** The table of a report, to be shown or exported. */
export const tableOfReport = (
  deps: ReportDeps,
  member: Member,
  { report, sort = {} }: { readonly report: ReportRecord; readonly sort?: OneSortKey },
): TableSource => ({
  ...sourceOf(report, deps),
  open: async () => {
    const { content, cohort, table } = await openReport(deps, member, report);
    const sorted = sortedBy(content.table, sort);
    return sorted === content.table ? table : openStored(tableKind, sorted, cohort);
  },
});

/** The cross-tab of a report; one without is the empty one. */
export const analysisOfReport = (deps: ReportDeps, member: Member, report: ReportRecord): AnalysisSource => ({
  ...sourceOf(report, deps),
  open: async () => {
    const { analysis, cohort } = await openReport(deps, member, report);
    return analysis ?? openStored(analysisKind, { rows: [], cols: [] }, cohort);
  },
});
