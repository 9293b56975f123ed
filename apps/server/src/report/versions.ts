import {
  analysisDefinitionWire,
  cohortDefinitionWire,
  type Expectation,
  expectationsWire,
  PortalError,
  type ReportVersion,
  type TableDefinition,
  tableDefinitionWire,
  type VersionCause,
} from '@atrium/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { Member } from '../access/index.ts';
import type { Definitions } from '../analysis/index.ts';
import { releaseName } from '../catalogue/index.ts';
import type { Schema } from '../database/index.ts';
import { findDefinition, type KnownDefinitions, storedDefinitions } from '../definition/index.ts';
import { visibilityText } from './policy.ts';
import { formerMember, type ReportRecord } from './store.ts';

/** The content of a report. */
export interface ReportContent extends Definitions<TableDefinition> {
  /** The expectations of the cohort (rule 12.16). */
  readonly expectations: readonly Expectation[];
}

/** The same as the wire spells it. */
export const reportContentWire = storedDefinitions.extend({
  table: tableDefinitionWire,
  expectations: expectationsWire,
});

/** Contents that were read; versions never change. */
const known: KnownDefinitions<string, ReportContent> = new WeakMap();

/** Loads the definitions of one version of a report; the caller has made sure that the member may see the report. */
export async function loadContent(
  db: Kysely<Schema>,
  { id, version }: Pick<ReportRecord, 'id' | 'version'>,
): Promise<ReportContent> {
  const load = async () => {
    const row = await db
      .selectFrom('report_version')
      .select(['cohort', 'table_definition', 'analysis', 'expectations'])
      .where('report_id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const definition = reportContentWire.parse({ ...row, table: row.table_definition });
    return { definition, size: JSON.stringify(row).length };
  };
  const content = await findDefinition(known, db, { key: `${id}/${version}`, load });
  if (content === undefined) throw new PortalError('not_found', 'There is no such version.');
  return content;
}

const textOf = <Definition>(codec: z.ZodType<Definition>, definition: Definition): string =>
  JSON.stringify(z.encode(codec, definition));

/** A version to be saved. */
export interface NewVersion {
  readonly cause: VersionCause;
  readonly restored?: number;
  readonly content: ReportContent;
  /** The release on which it was counted. */
  readonly releaseId: number;
  /** Null where it could not be counted. */
  readonly count: number | null;
  readonly saved: Date;
}

/** Adds a version to a report; the caller holds the row of the report. */
export async function insertVersion(
  transaction: Transaction<Schema>,
  member: Member,
  { reportId, version, ...given }: NewVersion & { readonly reportId: number; readonly version: number },
): Promise<void> {
  const { content } = given;
  await transaction
    .insertInto('report_version')
    .values({
      dataset_id: member.datasetId,
      report_id: reportId,
      version,
      account_id: member.account.id,
      cause: given.cause,
      restored: given.restored ?? null,
      saved_at: given.saved,
      release_id: given.releaseId,
      cohort: textOf(cohortDefinitionWire, content.cohort),
      table_definition: textOf(tableDefinitionWire, content.table),
      analysis: content.analysis === null ? null : textOf(analysisDefinitionWire, content.analysis),
      expectations: textOf(expectationsWire, [...content.expectations]),
      subject_count: given.count,
      visibility: visibilityText(member),
    })
    .execute();
}

/**
 * The versions of a report, newest first; a count is shown to members who see the same data as its author (rule 12.9).
 */
export async function listVersions(
  db: Kysely<Schema>,
  member: Member,
  report: Pick<ReportRecord, 'id' | 'version'>,
): Promise<readonly ReportVersion[]> {
  const rows = await db
    .selectFrom('report_version')
    .leftJoin('account', 'account.id', 'report_version.account_id')
    .innerJoin('release', 'release.id', 'report_version.release_id')
    .select([
      'report_version.version',
      'report_version.cause',
      'report_version.restored',
      'report_version.saved_at',
      'report_version.release_id',
      'report_version.subject_count',
      'report_version.visibility',
      'release.package_version',
      sql<string | null>`coalesce(nullif(account.full_name, ''), account.username)`.as('saved_by'),
      sql<boolean>`report_version.analysis is not null`.as('has_analysis'),
    ])
    .where('report_version.report_id', '=', report.id)
    .orderBy('report_version.version', 'desc')
    .execute();
  const seen = visibilityText(member);
  return rows.map((row) => ({
    version: row.version,
    cause: row.cause,
    restored: row.restored,
    saved: row.saved_at.toISOString(),
    savedBy: row.saved_by ?? formerMember,
    release: releaseName(row.release_id),
    releaseVersion: row.package_version,
    count: row.visibility === seen ? row.subject_count : null,
    hasAnalysis: row.has_analysis,
    isCurrent: row.version === report.version,
  }));
}
