import { readdirSync } from 'node:fs';
import path from 'node:path';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { type Kysely, type Migration, type MigrationProvider, Migrator, sql } from 'kysely';
import { z } from 'zod';
import type { Schema } from './schema.ts';

/** The names of all migrations in order, as their folder has them: TypeScript as sources, JavaScript in the built server. */
export const migrationNames: readonly string[] = readdirSync(
  path.resolve(import.meta.dirname, '../../migrations'),
)
  .flatMap((file) => /^(\d{4}_\w+)\.[jt]s$/.exec(file)?.[1] ?? [])
  .toSorted();

const migrationModule = z.object({
  up: z.custom<Migration['up']>((up) => typeof up === 'function'),
});

export const migrationProvider: MigrationProvider = {
  getMigrations: async () =>
    Object.fromEntries(
      await Promise.all(
        migrationNames.map(async (name) => {
          const module: unknown = await import(`../../migrations/${name}.ts`);
          return [name, migrationModule.parse(module)] as const;
        }),
      ),
    ),
};

/** Brings an empty database to the schema that it has after this migration. */
export async function migrateTo(db: Kysely<Schema>, name: string): Promise<void> {
  const migrator = new Migrator({ db, provider: migrationProvider });
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
  const migrator = new Migrator({ db, provider: migrationProvider });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error('The state database could not be migrated.', { cause: error });
  return results.map((result) => result.migrationName);
}

/** The migrations that a database has not had, and those that it has had and this version does not know. */
export async function listPending(
  db: Kysely<Schema>,
): Promise<{ readonly pending: readonly string[]; readonly unknown: readonly string[] }> {
  const had = new Set(await loadMigrations(db));
  return {
    pending: migrationNames.filter((name) => !had.has(name)),
    unknown: [...had].filter((name) => !migrationNames.includes(name)),
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
