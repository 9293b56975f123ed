import pg from 'pg';
import { literal, quoted } from '../duckdb/quoted.ts';

const releasePattern = /^release_[A-Za-z0-9_]{1,40}$/;
const mark = 'atrium warehouse';
const lockTimeoutMs = 5_000;

/**
 * A release is a schema of its name; one that is being built, or taken down, is named `building_…`. A schema is ours
 * by its name and by its comment, and no other is ever changed.
 */
export const buildingName = (release: string): string => `building_${release}`;

export async function listSchemas(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT nspname AS name FROM pg_namespace
      WHERE nspname ~ '^(release|building)_' AND obj_description(oid, 'pg_namespace') = $1
      ORDER BY nspname COLLATE "C"`,
    [mark],
  );
  return rows.map(({ name }) => name);
}

/** True of one of our schemas that is a release, false of one that is being built or taken down. */
export const isRelease = (schema: string): boolean => schema.startsWith('release_');

export const listReleases = async (client: pg.ClientBase): Promise<readonly string[]> =>
  (await listSchemas(client)).filter(isRelease);

/** An empty schema to build in, in the place of a half-built one of that name. */
export async function createBuilding(client: pg.ClientBase, release: string): Promise<string> {
  const schema = buildingName(release);
  const ours = await listSchemas(client);
  if (ours.includes(schema)) await dropSchema(client, schema);
  await client.query('BEGIN');
  await client.query(`CREATE SCHEMA ${quoted(schema)}`);
  await client.query(`COMMENT ON SCHEMA ${quoted(schema)} IS ${literal(mark)}`);
  await client.query('COMMIT');
  return schema;
}

/** Throws unless the name can be a release's and no schema has it, be it ours or not. */
export async function checkIsNew(client: pg.ClientBase, release: string): Promise<void> {
  if (!releasePattern.test(release)) throw new Error(`${release} is no name for a release on PostgreSQL.`);
  const { rowCount } = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [release]);
  if (rowCount !== 0) throw new Error(`Release ${release} exists already, and releases never change.`);
}

/** Gives a finished schema the release's name, whole or not at all. */
export const publishBuilding = (client: pg.ClientBase, release: string): Promise<unknown> =>
  rename(client, buildingName(release), release);

/** The release is gone at once; its tables follow, or stay for the next clean-up while a statement reads them. */
export async function removeRelease(client: pg.ClientBase, release: string): Promise<void> {
  if (!(await listSchemas(client)).includes(release)) return;
  const former = await spareName(client);
  await rename(client, release, former);
  await dropSchema(client, former);
}

/**
 * Table by table, since one transaction may not hold locks on thousands. What is being read, or what somebody's view
 * depends on, is left for the next clean-up.
 */
export async function dropSchema(client: pg.ClientBase, schema: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1',
    [schema],
  );
  await client.query(`SET lock_timeout = ${lockTimeoutMs}`);
  try {
    for (const { name } of rows) await client.query(`DROP TABLE IF EXISTS ${quoted(schema, name)}`);
    await client.query(`DROP SCHEMA IF EXISTS ${quoted(schema)}`);
  } catch (error) {
    if (!isHeld(error)) throw error;
  } finally {
    await client.query('RESET lock_timeout');
  }
}

const rename = (client: pg.ClientBase, from: string, to: string): Promise<unknown> =>
  client.query(`ALTER SCHEMA ${quoted(from)} RENAME TO ${quoted(to)}`);

async function spareName(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    "SELECT replace(gen_random_uuid()::text, '-', '') AS id",
  );
  return `building_former_${rows[0]?.id}`;
}

/** Lock not available; other objects depend on it. */
const isHeld = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '2BP01');
