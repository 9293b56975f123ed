import {
  type SavedComparison,
  type SavedFigures,
  savedComparison,
  savedFigures,
} from '@atrium/contract/endpoints/savedComparison';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { analysisDefinitionWire } from '@atrium/contract/wire/analysis';
import { cohortDefinitionWire } from '@atrium/contract/wire/cohortDefinition';
import { type Expectation, expectationsWire } from '@atrium/contract/wire/reportExpectation';
import type { ReportVersion, VersionCause } from '@atrium/contract/wire/reportVersion';
import { type TableDefinition, tableDefinitionWire } from '@atrium/contract/wire/tableDefinition';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { Member } from '../access/index.ts';
import type { Definitions } from '../analysis/index.ts';
import { releaseName } from '../catalogue/index.ts';
import type { Schema } from '../database/index.ts';
import { createDefinitionMemory, keepDefinition, storedDefinitions } from '../definition/index.ts';
import { visibilityText } from './policy.ts';
import { maxVersions } from './reportLimits.ts';
import { formerMember, type ReportRecord } from './reportStore.ts';

export interface ReportContent extends Definitions<TableDefinition> {
  /** The expectations of the cohort (rule 12.16). */
  readonly expectations: readonly Expectation[];
  /** Groups that are compared, and how (rule 17.26). */
  readonly comparison: SavedComparison | null;
}

/** The same as the wire spells it. */
export const reportContentWire = storedDefinitions.extend({
  table: tableDefinitionWire,
  expectations: expectationsWire,
  comparison: savedComparison.nullable().default(null),
});

/** Contents that were read; versions never change. */
const known = createDefinitionMemory<ReportContent>('report');

/** The definitions of a version, and the columns that name them. */
const parts = [
  { as: 'cohort', column: 'cohort_hash' },
  { as: 'table', column: 'table_hash' },
  { as: 'analysis', column: 'analysis_hash' },
  { as: 'expectations', column: 'expectations_hash' },
  { as: 'comparison', column: 'comparison_hash' },
] as const;

/** A definition is stored once for a dataset, however many versions have it (rule 12.22). */
const contentOf = (column: (typeof parts)[number]['column']) =>
  sql<unknown>`(select content from report_definition as named
    where named.dataset_id = report_version.dataset_id and named.hash = ${sql.ref(`report_version.${column}`)})`;

interface OneVersion {
  readonly id: number;
  readonly version: number;
}

const keyOf = ({ id, version }: OneVersion): string => `${id}/${version}`;

/** Those that exist, in one statement. */
const loadRows = (db: Kysely<Schema>, versions: readonly OneVersion[]) =>
  db
    .selectFrom('report_version')
    .select(['report_id', 'version'])
    .select(parts.map(({ column, as }) => contentOf(column).as(as)))
    .where(({ eb, or }) =>
      or(versions.map(({ id, version }) => eb('report_id', '=', id).and('version', '=', version))),
    )
    .execute();

/** Loads the definitions of one version of a report; the caller has made sure that the member may see the report. */
export async function loadContent(
  db: Kysely<Schema>,
  { id, version }: Pick<ReportRecord, 'id' | 'version'>,
): Promise<ReportContent> {
  const [content] = await loadContents(db, [{ id, version }]);
  if (content === undefined) throw new PortalError('not_found', 'There is no such version.');
  return content;
}

/** The definitions of several versions, in their order; those that are not remembered come in one statement. */
export async function loadContents(
  db: Kysely<Schema>,
  versions: readonly OneVersion[],
): Promise<readonly (ReportContent | undefined)[]> {
  const found = new Map(versions.map((one) => [keyOf(one), known(db).get(keyOf(one))]));
  const others = versions.filter((one) => found.get(keyOf(one)) === undefined);
  const rows = others.length === 0 ? [] : await loadRows(db, others);
  for (const { report_id, version, ...row } of rows) {
    const key = keyOf({ id: report_id, version });
    const definition = reportContentWire.parse({ ...row, expectations: row.expectations ?? [] });
    found.set(key, keepDefinition(known, db, { key, definition, size: JSON.stringify(row).length }));
  }
  return versions.map((one) => found.get(keyOf(one)));
}

export const storedFigures = savedFigures.nullable();

/** When and on which release a version was saved, and the figures of its comparison. */
export async function loadSaving(
  db: Kysely<Schema>,
  { reportId, version }: { readonly reportId: number; readonly version: number },
) {
  const row = await db
    .selectFrom('report_version')
    .innerJoin('release', 'release.id', 'report_version.release_id')
    .select([
      'report_version.release_id',
      'report_version.saved_at',
      'report_version.visibility',
      'report_version.comparison_figures',
      'release.package_version',
    ])
    .where('report_version.report_id', '=', reportId)
    .where('report_version.version', '=', version)
    .executeTakeFirst();
  if (row === undefined) throw new PortalError('not_found', 'There is no such version.');
  const figures = storedFigures.parse(row.comparison_figures);
  return {
    releaseId: row.release_id,
    releaseVersion: row.package_version,
    saved: row.saved_at,
    /** As for counts: for who sees the same data as its author (rule 12.9). */
    figuresFor: (member: Member) => (row.visibility === visibilityText(member) ? figures : null),
  };
}

/** In the order of their hashes, so that two saves never wait for each other. */
async function storeDefinitions(
  transaction: Transaction<Schema>,
  datasetId: number,
  texts: readonly (string | null)[],
): Promise<void> {
  const given = texts.flatMap((text) => (text === null ? [] : [sql`(${text}::text::jsonb)`]));
  await sql`insert into report_definition
    select distinct on (hash) ${datasetId}::integer, report_definition_hash(content) as hash, content
    from (values ${sql.join(given)}) as given (content) order by hash
    on conflict on constraint report_definition_once do update set content = report_definition.content`.execute(
    transaction,
  );
}

const hashOf = (text: string | null): RawBuilder<string> => sql`report_definition_hash(${text}::text::jsonb)`;

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
  /** The groups of its comparison, where it is saved with this version. */
  readonly figures?: SavedFigures | null;
  readonly saved: Date;
}

/**
 * Adds a version to a report; the caller holds the row of the report.
 * @throws PortalError 'conflict' where the report has as many as it may (rule 12.22)
 */
export async function insertVersion(
  transaction: Transaction<Schema>,
  member: Member,
  { reportId, version, ...given }: NewVersion & { readonly reportId: number; readonly version: number },
): Promise<void> {
  const { content } = given;
  if (version > maxVersions)
    throw new PortalError(
      'conflict',
      `A report has at most ${maxVersions} versions. Please save what you have as a new report.`,
    );
  const cohort = textOf(cohortDefinitionWire, content.cohort);
  const table = textOf(tableDefinitionWire, content.table);
  const analysis = content.analysis === null ? null : textOf(analysisDefinitionWire, content.analysis);
  const expectations =
    content.expectations.length === 0 ? null : textOf(expectationsWire, [...content.expectations]);
  const comparison = content.comparison === null ? null : textOf(savedComparison, content.comparison);
  await storeDefinitions(transaction, member.datasetId, [cohort, table, analysis, expectations, comparison]);
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
      cohort_hash: hashOf(cohort),
      table_hash: hashOf(table),
      analysis_hash: hashOf(analysis),
      expectations_hash: hashOf(expectations),
      comparison_hash: hashOf(comparison),
      comparison_figures:
        given.figures == null ? null : JSON.stringify(z.encode(savedFigures, given.figures)),
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
      sql<boolean>`report_version.analysis_hash is not null`.as('has_analysis'),
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
