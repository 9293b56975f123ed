import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { type OpenInstallation, openInstallation } from '../cli/openInstallation.ts';
import { loadConfig } from '../config/config.ts';
import { installationFile, prepareHome } from '../home/index.ts';
import { importDataset } from '../operations/index.ts';

/** A data directory and the variables of a command. */
export interface TestHome {
  readonly home: string;
  readonly databaseUrl?: string;
  readonly warehouseUrl?: string;
}

/** Opens a data directory as every command does, does the work and closes it. */
export async function atHome<Result>(
  { home, databaseUrl, warehouseUrl }: TestHome,
  work: (installation: OpenInstallation) => Promise<Result>,
): Promise<Result> {
  const environment = {
    ATRIUM_HOME: home,
    DATABASE_URL: databaseUrl,
    ATRIUM_WAREHOUSE_URL: warehouseUrl,
  };
  const config = loadConfig({}, environment);
  const installation = await openInstallation(config, await prepareHome(home), {
    onStep: () => {},
    onFault: () => {},
  });
  try {
    return await work(installation);
  } finally {
    await installation.close();
  }
}

export const importAtHome = (home: TestHome, packagePath: string, dataset: string): Promise<unknown> =>
  atHome(home, (installation) =>
    importDataset(
      installation,
      { kind: 'import', packagePath, dataset, dryRun: false },
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

/** Takes a data directory and its state database back to before the installation id: without it and what came later. */
export async function forgetInstallation(home: TestHome): Promise<void> {
  await atHome(home, async ({ db }) => {
    for (const table of ['audit_event', 'audit_definition'])
      await sql`DROP TRIGGER ${sql.ref(`${table}_retire`)} ON ${sql.ref(table)}`.execute(db);
    await sql`DROP TABLE audit_base`.execute(db);
    await sql`DROP FUNCTION audit_retire`.execute(db);
    await sql`DROP TABLE installation_id`.execute(db);
    await sql`ALTER TABLE dataset DROP COLUMN aggregate_release_id`.execute(db);
    await sql`DELETE FROM kysely_migration WHERE name >= '0010'`.execute(db);
  });
  await rm(installationFile(home.home));
}
