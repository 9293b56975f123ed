import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { type Ground, openGround } from '../cli/ground.ts';
import { readConfig } from '../config.ts';
import { installationFile, prepareHome } from '../home/index.ts';
import { importDataset } from '../operations/index.ts';

/** A home and the variables with which a command is given to it. */
export interface TestHome {
  readonly home: string;
  readonly databaseUrl?: string;
  readonly warehouseUrl?: string;
}

/** Opens a home as every command does, lets the work be done and closes it. */
export async function atHome<Result>(
  { home, databaseUrl, warehouseUrl }: TestHome,
  work: (ground: Ground) => Promise<Result>,
): Promise<Result> {
  const environment = {
    ATRIUM_HOME: home,
    DATABASE_URL: databaseUrl,
    ATRIUM_WAREHOUSE_URL: warehouseUrl,
  };
  const config = readConfig({}, environment);
  const ground = await openGround(config, await prepareHome(home), { onStep: () => {}, onFault: () => {} });
  try {
    return await work(ground);
  } finally {
    await ground.close();
  }
}

export const importAtHome = (home: TestHome, packagePath: string, dataset: string): Promise<unknown> =>
  atHome(home, (ground) =>
    importDataset(
      ground,
      { kind: 'import', packagePath, dataset, dryRun: false },
      { onProgress: () => {}, signal: new AbortController().signal },
    ),
  );

export const liveReleases = (home: TestHome): Promise<readonly number[]> =>
  atHome(home, async ({ db }) => {
    const live = db.selectFrom('release').where('state', '=', 'live').select('id').orderBy('id');
    return (await live.execute()).map(({ id }) => id);
  });

/** Every release file of a home with the hash of its bytes. */
export async function releaseFiles(home: string): Promise<Readonly<Record<string, string>>> {
  const folder = path.join(home, 'warehouse');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.duckdb')).sort();
  const hashes = names.map(async (name) => {
    const bytes = await readFile(path.join(folder, name));
    return [name, createHash('sha256').update(bytes).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

/** Turns a home and its state database into those of a portal that knew no ids. */
export async function forgetInstallation(home: TestHome): Promise<void> {
  await atHome(home, async ({ db }) => {
    await sql`DROP TABLE installation_id`.execute(db);
    await sql`DELETE FROM kysely_migration WHERE name = '0010_installation_id'`.execute(db);
  });
  await rm(installationFile(home.home));
}
