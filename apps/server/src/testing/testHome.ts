import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { type OpenInstallation, openInstallation } from '../cli/openInstallation.ts';
import { loadConfig } from '../config/config.ts';
import { installationFile, prepareHome } from '../home/index.ts';
import { importDataset } from '../operations/index.ts';
import { openInSmall } from './smallPackage.ts';
import { copyReadyState, createReadyOnServer, testServerUrl } from './testDatabase.ts';

/** A data directory and the variables of a command. */
export interface TestHome {
  readonly home: string;
  readonly databaseUrl?: string;
  readonly warehouseUrl?: string;
  readonly sharedFolder?: string;
  /** In megabytes; default: releases have no indexes. */
  readonly indexMemory?: string;
}

/** Puts a ready state database into a data directory that is not there yet, which saves seconds of its first start. */
export const prepareState = (home: string): Promise<void> => copyReadyState(path.join(home, 'state'));

export interface QuickHome extends TestHome {
  /** The variables of a command there. */
  readonly env: Readonly<Record<string, string>>;
  discard(): Promise<void>;
}

/**
 * A data directory for tests that ask nothing of its state database. Where there is a test server it lies there: to open
 * an embedded one takes ten times as long, and each command does.
 */
export async function openQuickHome(home: string): Promise<QuickHome> {
  const discardHome = () => rm(home, { recursive: true, force: true });
  if (testServerUrl === null) {
    await prepareState(home);
    return { home, env: { ATRIUM_HOME: home }, discard: discardHome };
  }
  const { url: databaseUrl, drop } = await createReadyOnServer(testServerUrl);
  return {
    home,
    databaseUrl,
    env: { ATRIUM_HOME: home, DATABASE_URL: databaseUrl },
    discard: async () => {
      await discardHome();
      await drop();
    },
  };
}

/** Opens a data directory as every command does, does the work and closes it. */
export async function atHome<Result>(
  { home, databaseUrl, warehouseUrl, sharedFolder, indexMemory }: TestHome,
  work: (installation: OpenInstallation) => Promise<Result>,
): Promise<Result> {
  const environment = {
    ATRIUM_HOME: home,
    DATABASE_URL: databaseUrl,
    ATRIUM_WAREHOUSE_URL: warehouseUrl,
    ATRIUM_SHARED_FOLDER: sharedFolder,
    ATRIUM_INDEX_MEMORY: indexMemory,
  };
  const config = loadConfig({}, environment);
  const installation = await openInstallation(config, await prepareHome(home), {
    onStep: () => {},
    onFault: () => {},
    onEnd: () => {},
  });
  try {
    return await work(installation);
  } finally {
    await installation.close();
  }
}

/** Imports the small package, or one that opens what it opens. */
export const importAtHome = (home: TestHome, packagePath: string, dataset: string): Promise<unknown> =>
  atHome(home, (installation) =>
    importDataset(
      installation,
      { kind: 'import', packagePath, dataset, dryRun: false, openIdentifiers: openInSmall },
      { onProgress: () => {}, signal: new AbortController().signal },
    ),
  );

export const liveReleases = (home: TestHome): Promise<readonly number[]> =>
  atHome(home, async ({ db }) => {
    const live = db.selectFrom('release').where('state', '=', 'live').select('id').orderBy('id');
    return (await live.execute()).map(({ id }) => id);
  });

/** Every release file of a data directory with the hash of its bytes. */
export async function releaseFiles(home: string): Promise<Readonly<Record<string, string>>> {
  const folder = path.join(home, 'warehouse');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.duckdb')).sort();
  const hashes = names.map(async (name) => {
    const bytes = await readFile(path.join(folder, name));
    return [name, createHash('sha256').update(bytes).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

/** Undoes the migrations that came after the installation id, the last one first. */
const undoLater = [
  'DROP TABLE membership_grant',
  'DROP TABLE cohort_proposal',
  'ALTER TABLE api_token DROP COLUMN session_id',
  'DROP TABLE portal, shared_value, shared_index, draft',
  'DROP TABLE lacking_part, release_opening',
  'DROP TRIGGER report_tally_forget ON dataset',
  'DROP TABLE report_tally',
  'DROP INDEX account_by_name',
  'DROP TABLE import_log, upload',
  'ALTER TABLE dataset DROP COLUMN previous_release_id, DROP COLUMN keeps_dictionary',
  'ALTER TABLE release DROP COLUMN data_release_id, DROP COLUMN dictionary_edits, DROP COLUMN descriptor, DROP COLUMN note, DROP COLUMN portal_id',
  'DROP TABLE support_answer, support_request',
  'DROP TABLE news_article_tag, news_tag, news_article',
  'DROP TABLE ssh_key, transfer_file, transfer, report_judgement',
  'DROP TABLE download, queue_entry, named_dataset',
  'DROP TABLE use_summed, use_by_month, question, invitation',
  'DROP FUNCTION epoch_end CASCADE',
  'DROP TABLE epoch',
  'DROP TABLE mail, count_receipt',
  'DROP TABLE report_flag, report_share, report_version, report_definition, report, project',
  'DROP FUNCTION report_definition_forget, report_definition_hash',
  'ALTER TABLE account DROP COLUMN links_ended',
  'DROP FUNCTION report_mark_change, report_mark_fill, report_tally_change, report_tally_forget',
  'DROP FUNCTION threes_query, text_threes',
  'DROP TABLE edit_receipt',
  'ALTER TABLE dataset DROP COLUMN aggregate_release_id',
  'ALTER TABLE account DROP COLUMN last_used_at',
  'DROP TABLE export_volume',
  'ALTER TABLE membership DROP COLUMN ends_at, DROP COLUMN end_recorded',
  'ALTER TABLE dataset DROP COLUMN agreement_id',
  'DROP TABLE agreement_acceptance, dataset_agreement',
  'DROP FUNCTION agreement_refuse',
  'DROP TABLE passkey_challenge, passkey',
  'DROP TABLE pending_sign_in, recovery_code, account_totp',
  'ALTER TABLE api_token DROP COLUMN second_factor',
  'ALTER TABLE session DROP COLUMN second_factor',
  'DROP TRIGGER audit_event_retire ON audit_event',
  'DROP TRIGGER audit_definition_retire ON audit_definition',
  'DROP TABLE audit_base',
  'DROP FUNCTION audit_retire',
];

/** Removes the installation id from a data directory and its state database, as before the id existed. */
export async function forgetInstallation(home: TestHome): Promise<void> {
  await atHome(home, async ({ db }) => {
    for (const statement of undoLater) await sql.raw(statement).execute(db);
    await sql`DROP TABLE installation_id`.execute(db);
    await sql`DELETE FROM kysely_migration WHERE name >= '0010_installation_id'`.execute(db);
  });
  await rm(installationFile(home.home));
}
