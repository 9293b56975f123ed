import { PortalError } from '@atrium/contract/errors/errorCode';
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
import { mayChange } from './policy.ts';
import { loadReport, loadReports, type ReportRecord } from './reportStore.ts';
import { loadContent, loadContents, loadSaving, type ReportContent } from './versions.ts';

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

/** A report, or one version of it. */
export interface ReportVersionRef {
  readonly reportId: number;
  readonly version?: number | undefined;
}

interface ReportCohort {
  readonly name: string;
  /** The version that was opened. */
  readonly version: number;
  readonly cohort: ReportContent['cohort'];
}

/**
 * The names and cohorts of reports that the member may see, in two statements. Another version than the last one is for
 * its creator, and for who found it pinned (rule 17.26).
 */
export async function cohortsOfReports(
  { db }: Pick<ReportDeps, 'db'>,
  member: Member,
  {
    refs,
    pinned,
  }: { readonly refs: readonly ReportVersionRef[]; readonly pinned: readonly ReportVersionRef[] },
): Promise<readonly ReportCohort[]> {
  const reports = await loadReports(db, member, [...new Set(refs.map(({ reportId }) => reportId))]);
  const wanted = refs.map(({ reportId, version: given }) => {
    const report = reports.get(reportId);
    if (report === undefined) throw new PortalError('not_found', 'There is no such report.');
    const { name } = report;
    const version = given ?? report.version;
    const isPinned = pinned.some((one) => one.reportId === reportId && one.version === version);
    if (version !== report.version && !isPinned) requireLast(member, report);
    return { id: reportId, version, name };
  });
  const contents = await loadContents(db, wanted);
  return wanted.map(({ name, version }, index) => {
    const content = contents[index];
    if (content === undefined) throw new PortalError('not_found', 'There is no such version.');
    return { name, version, cohort: content.cohort };
  });
}

/** Earlier versions are the creator's (rule 12.2). */
function requireLast(member: Member, report: ReportRecord): void {
  if (!mayChange(member, report))
    throw new PortalError('changed_meanwhile', 'This report was saved meanwhile. Please open it again.');
}

/** A version of a report on which a comparison stands (rule 17.26). */
export interface ComparisonBase {
  readonly report: ReportRecord;
  readonly version: number;
  readonly content: ReportContent;
  readonly release: LiveRelease;
}

/** Opens a version of a report for a comparison, on the live release or on the one on which it was saved. */
export async function openComparisonBase(
  deps: Pick<ReportDeps, 'db' | 'questions' | 'clock'>,
  member: Member,
  {
    reportId,
    version: given,
    isAsSaved = false,
  }: ReportVersionRef & { readonly isAsSaved?: boolean | undefined },
): Promise<ComparisonBase> {
  const report = await loadReport(deps.db, member, reportId);
  const version = given ?? report.version;
  if (version !== report.version) requireLast(member, report);
  const content = await loadContent(deps.db, { id: reportId, version });
  const release = isAsSaved
    ? await openEarlierRelease(deps, member, (await loadSaving(deps.db, { reportId, version })).releaseId)
    : await openLiveRelease(deps, member);
  return { report, version, content, release };
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
