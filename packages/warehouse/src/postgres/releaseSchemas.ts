import pg from 'pg';
import { literal, quoted } from '../sql/quoted.ts';

const releasePattern = /^release_[A-Za-z0-9_]{1,40}$/;
const mark = 'atrium warehouse';
const lockTimeoutMs = 5_000;

/**
 * The schema of a release that is being built or removed; a finished release is a schema of its own name. A schema is
 * ours when both its name and its comment say so; no other schema is ever changed.
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

/** Whether one of our schemas is a finished release, and not being built or removed. */
export const isRelease = (schema: string): boolean => schema.startsWith('release_');

export const listReleases = async (client: pg.ClientBase): Promise<readonly string[]> =>
  (await listSchemas(client)).filter(isRelease);

/** The bytes of all tables of each release, with their indexes, and with Citus on all of its servers. */
export async function sizesOfReleases(
  client: pg.ClientBase,
  isDistributed: boolean,
): Promise<ReadonlyMap<string, number>> {
  const bytes = isDistributed
    ? 'CASE WHEN pg_class.oid IN (SELECT logicalrelid FROM pg_dist_partition) THEN citus_total_relation_size(pg_class.oid) ELSE pg_total_relation_size(pg_class.oid) END'
    : 'pg_total_relation_size(pg_class.oid)';
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `SELECT nspname AS name, coalesce(sum(${bytes}), 0) AS bytes
      FROM pg_namespace
      LEFT JOIN pg_class ON relnamespace = pg_namespace.oid AND relkind IN ('r', 'm')
      WHERE nspname LIKE 'release\\_%' AND obj_description(pg_namespace.oid, 'pg_namespace') = $1
      GROUP BY nspname`,
    [mark],
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

/** Creates an empty schema to build in; an unfinished one of that name is dropped first. */
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

/** Throws unless the name fits a release and no schema has it, ours or another. */
export async function checkIsNew(client: pg.ClientBase, release: string): Promise<void> {
  if (!releasePattern.test(release)) throw new Error(`${release} is no name for a release on PostgreSQL.`);
  const { rowCount } = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [release]);
  if (rowCount !== 0) throw new Error(`Release ${release} exists already, and releases never change.`);
}

/** Gives a finished schema the release's name. */
export const publishBuilding = (client: pg.ClientBase, release: string): Promise<unknown> =>
  rename(client, buildingName(release), release);

const lockOfHolders = "hashtextextended('atrium holds releases', 0)";
const waitingMark = `${mark}, to be removed`;

/**
 * Removes the release at once; tables that a statement still reads stay for the next clean-up. Where a process holds the
 * releases, it is gone for everybody but whoever knows its name, until nobody does.
 */
export async function removeRelease(client: pg.ClientBase, release: string): Promise<void> {
  if (!(await listSchemas(client)).includes(release)) return;
  if (await whileNobodyHolds(client, () => drop(client, release))) return;
  await client.query(`COMMENT ON SCHEMA ${quoted(release)} IS ${literal(waitingMark)}`);
}

async function drop(client: pg.ClientBase, release: string): Promise<void> {
  const former = await spareName(client);
  await client.query('BEGIN');
  await rename(client, release, former);
  await client.query(`COMMENT ON SCHEMA ${quoted(former)} IS ${literal(mark)}`);
  await client.query('COMMIT');
  await dropSchema(client, former);
}

/** Holds all releases, beside others who do, until the connection ends. */
export const holdReleases = (client: pg.ClientBase): Promise<unknown> =>
  client.query(`SELECT pg_advisory_lock_shared(${lockOfHolders})`);

/** Drops the releases that were removed while somebody held them, unless somebody still does. */
export const dropRemoved = (client: pg.ClientBase): Promise<boolean> =>
  whileNobodyHolds(client, async () => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT nspname AS name FROM pg_namespace
        WHERE nspname ~ '^release_' AND obj_description(oid, 'pg_namespace') = $1 ORDER BY oid DESC`,
      [waitingMark],
    );
    for (const { name } of rows) await drop(client, name);
  });

/** Returns whether it was done; who wants to hold the releases waits meanwhile. */
async function whileNobodyHolds(client: pg.ClientBase, act: () => Promise<void>): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `SELECT pg_try_advisory_lock(${lockOfHolders}) AS taken`,
  );
  if (rows[0]?.taken !== true) return false;
  try {
    await act();
  } finally {
    await client.query(`SELECT pg_advisory_unlock(${lockOfHolders})`);
  }
  return true;
}

const asideMark = `${mark}, removed at `;

/**
 * Puts a dead release aside, for a week: its schema gets another name, and a comment that says since when. One that a
 * process holds stays for the next clean-up.
 */
export async function setAside(client: pg.ClientBase, release: string): Promise<void> {
  if (!(await listSchemas(client)).includes(release)) return;
  await whileNobodyHolds(client, () => putAside(client, release));
}

async function putAside(client: pg.ClientBase, release: string): Promise<void> {
  const { rows } = await client.query<{ id: string; at: string }>(
    "SELECT left(gen_random_uuid()::text, 8) AS id, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS at",
  );
  const [{ id = '', at = '' } = {}] = rows;
  const aside = `removed_${release}`.slice(0, 54).concat('_', id);
  await client.query('BEGIN');
  await rename(client, release, aside);
  await client.query(`COMMENT ON SCHEMA ${quoted(aside)} IS ${literal(`${asideMark}${at}`)}`);
  await client.query('COMMIT');
}

/** Drops releases that were put aside more than a week ago. */
export async function dropExpired(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT nspname AS name FROM pg_namespace
      WHERE nspname ~ '^removed_' AND starts_with(obj_description(oid, 'pg_namespace'), $1)
        AND right(obj_description(oid, 'pg_namespace'), 19)::timestamp < now() AT TIME ZONE 'UTC' - interval '7 days'`,
    [asideMark],
  );
  for (const { name } of rows) await dropSchema(client, name);
}

/**
 * Drops a schema table by table, since one transaction cannot lock thousands of tables. A table that a statement reads,
 * or that a view depends on, is left for the next clean-up.
 */
export async function dropSchema(client: pg.ClientBase, schema: string): Promise<void> {
  const views = await namesOf(client, 'SELECT viewname AS name FROM pg_views WHERE schemaname = $1', schema);
  const tables = await namesOf(
    client,
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1',
    schema,
  );
  await client.query(`SET lock_timeout = ${lockTimeoutMs}`);
  try {
    for (const name of views) await client.query(`DROP VIEW IF EXISTS ${quoted(schema, name)}`);
    for (const name of tables) await client.query(`DROP TABLE IF EXISTS ${quoted(schema, name)}`);
    await client.query(`DROP SCHEMA IF EXISTS ${quoted(schema)}`);
  } catch (error) {
    if (!isHeld(error)) throw error;
  } finally {
    await client.query('RESET lock_timeout');
  }
}

const namesOf = async (client: pg.ClientBase, text: string, schema: string): Promise<readonly string[]> =>
  (await client.query<{ name: string }>(text, [schema])).rows.map(({ name }) => name);

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
