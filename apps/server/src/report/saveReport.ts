import { PortalError } from '@atrium/contract/errors/errorCode';
import type { ReportBody } from '@atrium/contract/wire/report';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Member } from '../access/index.ts';
import { analysisKind } from '../analysis/index.ts';
import { type AuditEvent, type RecordedLine, type RecordedQuery, record } from '../audit/index.ts';
import { type LiveRelease, openLiveRelease, releaseNumber } from '../catalogue/index.ts';
import { cohortKind, countSubjects, recordedCohort } from '../cohort/index.ts';
import type { Schema } from '../database/index.ts';
import { type DefinitionDeps, loadActiveDefinition, openStored } from '../definition/index.ts';
import { tableKind } from '../table/index.ts';
import { judgeForm, judgeSharing, type ReportDraft } from './forms.ts';
import { faultOf, type Judged, refusedForm } from './judged.ts';
import { openContent, type ReportDeps } from './openReport.ts';
import { requireWorkspace } from './policy.ts';
import { putProject } from './projects.ts';
import { maxReports } from './reportLimits.ts';
import { loadReport, type ReportRecord } from './reportStore.ts';
import { tellSharees } from './tellSharees.ts';
import { insertVersion, loadContent, type NewVersion, type ReportContent } from './versions.ts';

type Tx = Transaction<Schema>;

/** The active definitions of the member on a release: cohort, table, and the cross-tab. */
async function activeContent(deps: ReportDeps, member: Member, release: LiveRelease): Promise<ReportContent> {
  const { definition: cohort } = await loadActiveDefinition(deps, cohortKind, { base: release, member });
  const over = { base: openStored(cohortKind, cohort, release), member };
  const { definition: table } = await loadActiveDefinition(deps, tableKind, over);
  const { definition: analysis } = await loadActiveDefinition(deps, analysisKind, over);
  return { cohort, table, analysis, expectations: [], comparison: null };
}

/** Definitions, and what was counted of them on one release. */
interface CountedContent extends Pick<NewVersion, 'content' | 'releaseId' | 'count' | 'saved'> {
  /** The cohort in the audit; a cohort that was not counted is not recorded. */
  readonly recordedQuery: RecordedQuery;
}

interface Uncounted {
  readonly content: ReportContent;
  readonly signal: AbortSignal;
}

/** Counts the cohort that is saved, on the live release. */
export const countedNow = async (
  deps: DefinitionDeps,
  member: Member,
  uncounted: Uncounted,
): Promise<CountedContent> => countedOn(deps, await openLiveRelease(deps, member), uncounted);

/** Counts the cohort that is saved, on a release; one that has errors, or takes too long, has no count. */
export async function countedOn(
  deps: DefinitionDeps,
  release: LiveRelease,
  { content, signal }: Uncounted,
): Promise<CountedContent> {
  const { cohort } = openContent(content, release);
  const count = await countSubjects(deps, cohort, signal).catch((error: unknown) => {
    if (error instanceof PortalError && error.code !== 'client_gone') return null;
    throw error;
  });
  return {
    content,
    releaseId: releaseNumber(release.release),
    count,
    saved: deps.clock(),
    recordedQuery: count === null ? {} : { cohort: recordedCohort(cohort) },
  };
}

/** A line of the audit about a report: numbers only, and the cohort where it was counted (rule 8.13). */
export function recordReport(
  transaction: Kysely<Schema>,
  member: Member,
  { action, detail, recordedQuery }: Pick<AuditEvent, 'action' | 'detail' | 'recordedQuery'>,
): Promise<RecordedLine> {
  return record(transaction, {
    accountId: member.account.id,
    datasetId: member.datasetId,
    action,
    detail: { level: member.level, ...detail },
    ...(recordedQuery === undefined ? {} : { recordedQuery }),
  });
}

export interface FormRequest {
  readonly body: ReportBody;
  readonly signal: AbortSignal;
}

/** Saves the active definitions as a new report; an incomplete form stores nothing (rule 12.7). */
export async function createReport(
  deps: ReportDeps,
  member: Member,
  { body, signal }: FormRequest,
): Promise<Judged<number>> {
  const judged = await judgeForm(deps, member, body);
  if ('errors' in judged) return judged;
  const release = await openLiveRelease(deps, member);
  const active = await activeContent(deps, member, release);
  const content = body.withAnalysis === true ? active : { ...active, analysis: null };
  const counted = await countedOn(deps, release, { content, signal });
  return { value: await saveNew(deps, member, { draft: judged.value, counted }) };
}

/** The input of saving. */
export type SavingDeps = DefinitionDeps & Pick<ReportDeps, 'mails' | 'publicUrl'>;

/** Refuses with conflict a member who has saved as many reports as one may; one save at a time (rule 12.22). */
async function requireRoom(transaction: Tx, { membershipId, datasetId, account }: Member): Promise<void> {
  await transaction
    .selectFrom('membership')
    .select('id')
    .where('id', '=', membershipId)
    .forNoKeyUpdate()
    .execute();
  const { held } = await transaction
    .selectFrom('report_tally')
    .select(sql<number>`coalesce(sum(reports), 0)::integer`.as('held'))
    .where('dataset_id', '=', datasetId)
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  if (held >= maxReports)
    throw new PortalError(
      'conflict',
      `You have ${held} reports in this dataset, and may have ${maxReports}. Please delete some first.`,
    );
}

interface NewReport {
  readonly draft: ReportDraft;
  readonly counted: CountedContent;
}

/** Saves a judged form with its first version, in one transaction; returns the number of the report. */
export async function saveNew(
  deps: SavingDeps,
  member: Member,
  { draft, counted }: NewReport,
): Promise<number> {
  return deps.db.transaction().execute(async (transaction) => {
    await requireRoom(transaction, member);
    const { id: reportId } = await transaction
      .insertInto('report')
      .values({
        dataset_id: member.datasetId,
        account_id: member.account.id,
        ...(await columnsOf(transaction, member, draft)),
        version: 1,
        created_at: counted.saved,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertVersion(transaction, member, { reportId, version: 1, cause: 'created', ...counted });
    await share(deps, transaction, { member, reportId, shareWith: draft.shareWith });
    await recordReport(transaction, member, {
      action: 'report_create',
      detail: { report: reportId, version: 1, ...countDetail(counted), ...sharingDetail(draft) },
      recordedQuery: counted.recordedQuery,
    });
    return reportId;
  });
}

/** Replaces the form of a report, and its query where the form says so. */
export async function editReport(
  deps: ReportDeps,
  member: Member,
  { report, body, signal }: FormRequest & { readonly report: ReportRecord },
): Promise<Judged<number>> {
  const isOverwritten = body.overwriteQueryDefWithActive === true;
  if (isOverwritten) requireWorkspace(member);
  const judged = await judgeForm(deps, member, body);
  if ('errors' in judged) return judged;
  const draft = judged.value;
  const counted = isOverwritten ? await overwriting(deps, member, { report, body, signal }) : null;
  await deps.db.transaction().execute(async (transaction) => {
    const version = await lockReport(transaction, report.id);
    const added = counted === null ? 0 : 1;
    await transaction
      .updateTable('report')
      .set({ ...(await columnsOf(transaction, member, draft)), version: version + added })
      .where('id', '=', report.id)
      .execute();
    if (counted !== null)
      await insertVersion(transaction, member, {
        reportId: report.id,
        version: version + added,
        cause: 'overwritten',
        ...counted,
      });
    await share(deps, transaction, { member, reportId: report.id, shareWith: draft.shareWith });
    await recordReport(transaction, member, {
      action: 'report_edit',
      detail: {
        report: report.id,
        version: version + added,
        isOverwritten,
        ...(counted === null ? {} : countDetail(counted)),
        ...sharingDetail(draft),
      },
      recordedQuery: counted?.recordedQuery ?? {},
    });
  });
  return { value: report.id };
}

/** Where the form does not say whether the cross-tab is kept too, that of the report stays. */
async function overwriting(
  deps: ReportDeps,
  member: Member,
  { report, body, signal }: FormRequest & { readonly report: ReportRecord },
) {
  const release = await openLiveRelease(deps, member);
  const active = await activeContent(deps, member, release);
  const stored = await loadContent(deps.db, report);
  const { analysis } = body.withAnalysis === undefined ? stored : active;
  const kept = body.withAnalysis === false ? null : analysis;
  const { expectations, comparison } = stored;
  const content = { ...active, analysis: kept, expectations, comparison };
  return countedOn(deps, release, { content, signal });
}

const countDetail = ({ releaseId, count }: Pick<NewVersion, 'releaseId' | 'count'>) => ({
  release: `release_${releaseId}`,
  count,
});
const sharingDetail = ({ isPublic, shareWith }: Pick<ReportDraft, 'isPublic' | 'shareWith'>) => ({
  isPublic,
  sharedWith: shareWith.length,
});

/**
 * Holds a report until the end of the transaction; returns the number of its last version. Where `expected` is given,
 * refuses with changed_meanwhile if another call has saved a version since (rule 12.9).
 */
export async function lockReport(transaction: Tx, id: number, expected?: number): Promise<number> {
  const row = await transaction
    .selectFrom('report')
    .select('version')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new PortalError('not_found', 'There is no such report.');
  if (expected !== undefined && expected !== row.version)
    throw new PortalError(
      'changed_meanwhile',
      'This report was saved meanwhile, in another tab or by a program. Please look at it, then try again.',
    );
  return row.version;
}

async function columnsOf(transaction: Tx, member: Member, draft: ReportDraft) {
  return {
    name: draft.name,
    description: draft.description,
    is_public: draft.isPublic,
    project_id: await putProject(transaction, member, draft.project),
  };
}

interface Shares {
  readonly reportId: number;
  readonly shareWith: readonly number[];
}

/** Returns the members with whom the report was not shared before. */
async function replaceShares(
  transaction: Tx,
  { datasetId }: Member,
  { reportId, shareWith }: Shares,
): Promise<readonly number[]> {
  const held = transaction.deleteFrom('report_share').where('report_id', '=', reportId);
  await (shareWith.length === 0 ? held : held.where('membership_id', 'not in', [...shareWith])).execute();
  if (shareWith.length === 0) return [];
  const added = await transaction
    .insertInto('report_share')
    .values(shareWith.map((id) => ({ dataset_id: datasetId, report_id: reportId, membership_id: id })))
    .onConflict((conflict) => conflict.columns(['report_id', 'membership_id']).doNothing())
    .returning('membership_id')
    .execute();
  return added.map((row) => row.membership_id);
}

/** Shares a report with exactly these members, and sends a mail to the new ones (rule 12.12). */
async function share(
  deps: SavingDeps,
  transaction: Tx,
  { member, ...shares }: Shares & { readonly member: Member },
): Promise<void> {
  const added = await replaceShares(transaction, member, shares);
  await tellSharees(deps, transaction, { member, reportId: shares.reportId, added });
}

interface Sharing {
  readonly report: ReportRecord;
  /** Must be given: an empty list takes all sharing away. */
  readonly shareWith: readonly number[] | null | undefined;
}

/** Shares a report with exactly these members; where one is no candidate, nothing changes (rule 12.7). */
export async function shareReport(
  deps: ReportDeps,
  member: Member,
  { report, shareWith = null }: Sharing,
): Promise<Judged<ReportRecord>> {
  if (shareWith === null)
    return refusedForm([faultOf('share_with', 'missing', 'Please say with whom the report is shared.')]);
  const judged = await judgeSharing(deps, member, shareWith);
  if ('errors' in judged) return judged;
  await deps.db.transaction().execute(async (transaction) => {
    const version = await lockReport(transaction, report.id);
    await share(deps, transaction, { member, reportId: report.id, shareWith: judged.value });
    const detail = { report: report.id, version, isPublic: report.isPublic };
    await recordReport(transaction, member, {
      action: 'report_share',
      detail: { ...detail, sharedWith: judged.value.length },
    });
  });
  return { value: await loadReport(deps.db, member, report.id) };
}

/** Deletes a report with its versions, shares and flags. */
export async function deleteReport(deps: ReportDeps, member: Member, { id }: ReportRecord): Promise<void> {
  await deps.db.transaction().execute(async (transaction) => {
    const version = await lockReport(transaction, id);
    await transaction.deleteFrom('report').where('id', '=', id).execute();
    await recordReport(transaction, member, { action: 'report_delete', detail: { report: id, version } });
  });
}
