import { analysisDefinitionWire } from '@atrium/contract/wire/analysis';
import { cohortDefinitionWire } from '@atrium/contract/wire/cohortDefinition';
import type { ReportDetail, ReportInForm, ReportItem } from '@atrium/contract/wire/report';
import { tableDefinitionWire } from '@atrium/contract/wire/tableDefinition';
import { z } from 'zod';
import type { Member } from '../access/index.ts';
import { presentAnalysis } from '../analysis/index.ts';
import { presentCohort } from '../cohort/index.ts';
import { presentTable } from '../table/index.ts';
import type { OpenReport } from './openReport.ts';
import { mayChange } from './policy.ts';
import type { ReportRecord, Share } from './reportStore.ts';

const sharingOf = ({ isPublic }: ReportRecord, shares: readonly Share[]): string => {
  if (isPublic) return 'public';
  if (shares.length === 0) return 'private';
  return shares.length === 1 ? '1 user' : `${shares.length} users`;
};

/** A report in a list; addresses and levels of others are for its creator only (rule 12.8). */
export function presentItem(member: Member, report: ReportRecord, shares: readonly Share[] = []): ReportItem {
  const isMine = mayChange(member, report);
  return {
    id: report.id,
    name: report.name,
    description: report.description,
    created: report.created.toISOString(),
    project: report.project?.id ?? null,
    projectId: report.project?.id ?? null,
    projectName: report.project?.name ?? '',
    creator: report.creatorMembership ?? 0,
    creatorName: report.creatorName,
    type: 'table',
    public: report.isPublic,
    starred: report.isStarred,
    shareWith: shares.map((share) => (isMine ? share : { id: share.id, name: share.name })),
    sharingDescription: sharingOf(report, shares),
    isMine,
    hasAnalysis: report.hasAnalysis,
    hasComparison: report.hasComparison,
    version: report.version,
    saved: report.saved.toISOString(),
    releaseChoice: report.releaseChoice,
    expectations: report.expectations,
  };
}

export const presentInForm = (report: ReportRecord): ReportInForm => ({
  id: report.id,
  name: report.name,
  description: report.description,
  created: report.created.toISOString(),
  creator: report.creatorName,
  project: report.project?.name ?? '',
  projectId: report.project?.id ?? null,
  public: report.isPublic,
});

/** The content of a report as the caller may see it, in the spelling of the wire. */
function definitionText({ cohort, table, analysis }: OpenReport): string {
  return JSON.stringify({
    cohort_def: z.encode(cohortDefinitionWire, cohort.definition),
    table_def: z.encode(tableDefinitionWire, presentTable(table).definition),
    ...(analysis === null ? {} : { analysis_def: z.encode(analysisDefinitionWire, analysis.definition) }),
  });
}

export interface PresentedReport {
  readonly report: ReportRecord;
  readonly shares: readonly Share[];
  readonly open: OpenReport;
  readonly fullUrl: string;
}

export function presentDetail(
  member: Member,
  { report, shares, open, fullUrl }: PresentedReport,
): ReportDetail {
  const item = presentItem(member, report, shares);
  const cohort = presentCohort(open.cohort);
  const table = presentTable(open.table);
  const analysis = open.analysis === null ? null : presentAnalysis(open.analysis);
  const { id, name, description, created } = item;
  return {
    head: { id, name, description, created, creator: item.creatorName, public: item.sharingDescription },
    report: item,
    criteriaSets: cohort.criteriaSets,
    cohortDescription: cohort.describe,
    warnings: cohort.warnings,
    errors: cohort.errors,
    table: table.extended,
    tableWarnings: table.warnings,
    tableErrors: table.errors,
    analysis: analysis?.extended ?? null,
    analysisErrors: analysis?.errors ?? [],
    definition: definitionText(open),
    release: open.cohort.release.release,
    fullUrl,
    isCohortInteractive: false,
    currentPage: 'reports',
  };
}
