import { PortalError } from '@atrium/contract';
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { z } from 'zod';
import * as accounts from '../../migrations/0001_accounts.ts';
import * as datasets from '../../migrations/0002_datasets.ts';
import * as snapshots from '../../migrations/0003_snapshots.ts';
import * as audit from '../../migrations/0004_audit.ts';
import * as identity from '../../migrations/0005_identity.ts';
import * as permissionGroups from '../../migrations/0006_permission_groups.ts';
import * as auditChain from '../../migrations/0007_audit_chain.ts';
import * as auditDefinitions from '../../migrations/0008_audit_definitions.ts';
import * as settingsInOrder from '../../migrations/0009_settings_in_order.ts';
import * as installationId from '../../migrations/0010_installation_id.ts';
import * as auditRetention from '../../migrations/0011_audit_retention.ts';
import * as secondFactor from '../../migrations/0012_second_factor.ts';
import * as passkeys from '../../migrations/0013_passkeys.ts';
import * as agreements from '../../migrations/0014_agreements.ts';
import * as membershipEnds from '../../migrations/0015_membership_ends.ts';
import * as exportVolume from '../../migrations/0016_export_volume.ts';
import * as accountUse from '../../migrations/0017_account_use.ts';
import * as aggregateRelease from '../../migrations/0018_aggregate_release.ts';
import * as editReceipts from '../../migrations/0019_edit_receipts.ts';
import * as reports from '../../migrations/0020_reports.ts';
import * as countReceipts from '../../migrations/0021_count_receipts.ts';
import * as epochs from '../../migrations/0022_epochs.ts';
import * as reportExpectations from '../../migrations/0023_report_expectations.ts';
import * as files from '../../migrations/0030_files.ts';
import * as transfers from '../../migrations/0034_transfers.ts';
import * as sshKeys from '../../migrations/0038_ssh_keys.ts';
import * as news from '../../migrations/0040_news.ts';
import * as support from '../../migrations/0041_support.ts';
import * as invitations from '../../migrations/0050_invitations.ts';
import * as questions from '../../migrations/0051_questions.ts';
import * as useByMonth from '../../migrations/0052_use_by_month.ts';
import * as staffData from '../../migrations/0055_staff_data.ts';
import * as fastReports from '../../migrations/0070_fast_reports.ts';
import * as shorterAuditAppend from '../../migrations/0085_shorter_audit_append.ts';
import * as reportMarks from '../../migrations/0090_report_marks.ts';
import * as closings from '../../migrations/0091_closings.ts';
import * as identifiers from '../../migrations/0093_identifiers.ts';
import * as limits from '../../migrations/0095_limits.ts';
import * as findInAudit from '../../migrations/0097_find_in_audit.ts';
import * as providerMemberships from '../../migrations/0098_provider_memberships.ts';
import type { Schema } from './schema.ts';

/** All migrations in order; listed by hand, so that the sources and the built server have the same ones. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_accounts': accounts,
  '0002_datasets': datasets,
  '0003_snapshots': snapshots,
  '0004_audit': audit,
  '0005_identity': identity,
  '0006_permission_groups': permissionGroups,
  '0007_audit_chain': auditChain,
  '0008_audit_definitions': auditDefinitions,
  '0009_settings_in_order': settingsInOrder,
  '0010_installation_id': installationId,
  '0011_audit_retention': auditRetention,
  '0012_second_factor': secondFactor,
  '0013_passkeys': passkeys,
  '0014_agreements': agreements,
  '0015_membership_ends': membershipEnds,
  '0016_export_volume': exportVolume,
  '0017_account_use': accountUse,
  '0018_aggregate_release': aggregateRelease,
  '0019_edit_receipts': editReceipts,
  '0020_reports': reports,
  '0021_count_receipts': countReceipts,
  '0022_epochs': epochs,
  '0023_report_expectations': reportExpectations,
  '0030_files': files,
  '0034_transfers': transfers,
  '0038_ssh_keys': sshKeys,
  '0040_news': news,
  '0041_support': support,
  '0050_invitations': invitations,
  '0051_questions': questions,
  '0052_use_by_month': useByMonth,
  '0055_staff_data': staffData,
  '0070_fast_reports': fastReports,
  '0085_shorter_audit_append': shorterAuditAppend,
  '0090_report_marks': reportMarks,
  '0091_closings': closings,
  '0093_identifiers': identifiers,
  '0095_limits': limits,
  '0097_find_in_audit': findInAudit,
  '0098_provider_memberships': providerMemberships,
};

/** Brings an empty database to the schema that it has after this migration. */
export async function migrateTo(db: Kysely<Schema>, name: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateTo(name);
  if (error !== undefined) throw new Error('The state database could not be made.', { cause: error });
}

/** What is wrong with a state database that a newer version has used. */
export const usedByNewer = (unknown: readonly string[]): string =>
  `It was used by a newer version: this one does not know ${unknown.join(', ')}.`;
export const afterNewer = 'Run the newer version, or restore the back-up that was made before the upgrade.';

/**
 * Refuses a state database that a newer version has used.
 * @throws PortalError 'conflict'
 */
export async function requireKnown(db: Kysely<Schema>): Promise<void> {
  const { unknown } = await listPending(db);
  if (unknown.length === 0) return;
  throw new PortalError(
    'conflict',
    `The state database cannot be opened. ${usedByNewer(unknown)} ${afterNewer}`,
  );
}

/** Brings the state database to the newest schema in one transaction; returns the names of the migrations that ran. */
export async function migrate(db: Kysely<Schema>): Promise<readonly string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error('The state database could not be migrated.', { cause: error });
  return results.map((result) => result.migrationName);
}

/** The migrations that a database has not had, and those that it has had and this version does not know. */
export async function listPending(
  db: Kysely<Schema>,
): Promise<{ readonly pending: readonly string[]; readonly unknown: readonly string[] }> {
  const had = new Set(await loadMigrations(db));
  const known = Object.keys(migrations);
  return {
    pending: known.filter((name) => !had.has(name)),
    unknown: [...had].filter((name) => migrations[name] === undefined),
  };
}

const migrationRow = z.object({ name: z.string() });

/** The names of the migrations that a database has had, in order; none where it is empty. */
export async function loadMigrations(db: Kysely<Schema>): Promise<readonly string[]> {
  const { rows: found } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(db);
  if (found.length === 0) return [];
  const { rows } = await sql`select name from kysely_migration order by name collate "C"`.execute(db);
  return z
    .array(migrationRow)
    .parse(rows)
    .map(({ name }) => name);
}
