import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import pg from 'pg';
import { createEmbeddedPool } from '../database/embeddedConnection.ts';
import { guardEmbedded } from '../database/embeddedPool.ts';
import { countWrites } from '../database/epochs.ts';
import type { Database } from '../database/index.ts';
import { migrate } from '../database/migrate.ts';
import { createKysely, createPool } from '../database/pool.ts';

/** A PostgreSQL server on which the tests run instead of the embedded database. */
export const testServerUrl = process.env['ATRIUM_TEST_DATABASE_URL'] ?? null;

/** An empty state database with the newest schema, in memory or as a database of its own on the test server. */
export function openTestDatabase(): Promise<Database> {
  return testServerUrl === null ? openInMemory() : openOnServer(testServerUrl);
}

export async function openInMemory(): Promise<Database> {
  const pglite = await PGlite.create({ loadDataDir: await preparedDump(), startParams });
  const oneClient = createEmbeddedPool(pglite, raise);
  const pool = guardEmbedded({
    pool: oneClient,
    requireRoom: () => {},
    takeTurn: async () => ({ end: () => {} }),
    onEnd: raise,
  });
  const db = createKysely(pool);
  countWrites(db, pool.writes);
  return {
    db,
    forRequests: db,
    close: async () => {
      await db.destroy();
      await pglite.close();
    },
  };
}

export async function openOnServer(server: string): Promise<Database> {
  const { url, drop } = await createReadyOnServer(server);
  return wrap({ connectionString: url, max: 5 }, drop);
}

/** A database of its own with the newest schema, for tests that do not test how one is made. */
export async function createReadyOnServer(server: string): Promise<ServerDatabase> {
  template ??= makeTemplate(server);
  return createOnServer(server, await template);
}

let template: Promise<string> | undefined;

/** A database of the newest schema to copy, one for all runs on the server; it has its name only when it is whole. */
async function makeTemplate(server: string): Promise<string> {
  const name = `atrium_template_${await schemaHash()}`;
  const known = `select 1 from pg_database where datname = '${name}'`;
  if ((await onServer(server, known)).length > 0) return name;
  const draft = await createOnServer(server);
  const database = wrap({ connectionString: draft.url, max: 5 }, async () => {});
  await migrate(database.db);
  await database.close();
  await onServer(server, `alter database ${draft.name} rename to ${name}`).catch(async (error: unknown) => {
    await draft.drop();
    // Another process was quicker.
    if ((await onServer(server, known)).length === 0) throw error;
  });
  return name;
}

export interface ServerDatabase {
  readonly name: string;
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * A database of its own on the test server, fit to be a warehouse too: empty, or a copy of the one named. To copy its
 * files takes a quarter of the processor time of the usual way, which writes each page into the log.
 */
export async function createOnServer(server: string, copyOf?: string): Promise<ServerDatabase> {
  const name = `atrium_test_${randomBytes(6).toString('hex')}`;
  const source = copyOf ?? "template0 encoding 'UTF8' locale 'C.UTF-8'";
  await onServer(server, `create database ${name} template ${source} strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    drop: async () => {
      if (!isScratchServer) await onServer(server, `drop database ${name} with (force)`);
    },
  };
}

/** Set where the server ends with the run. To drop a database is slow: it writes all of the server to disk and waits for every session. */
const isScratchServer = process.env['ATRIUM_TEST_SCRATCH_SERVER'] !== undefined;

function wrap(config: pg.PoolConfig, release: () => Promise<void>): Database {
  let isClosing = false;
  const db = createKysely(
    createPool(config, (error) => {
      // Dropping the database by force cuts connections that are on their way out.
      if (!isClosing) throw error;
    }),
  );
  return {
    db,
    forRequests: db,
    close: async () => {
      isClosing = true;
      await db.destroy();
      await release();
    },
  };
}

/** Runs one statement on a connection of its own. */
export async function onServer(
  url: string,
  statement: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

const cache = join(import.meta.dirname, '../../../../node_modules/.cache/atrium');

/** For the few rows of a test. To clear the memory for the usual 128 MB takes longer than the rest of the start. */
const sharedBuffers = '8MB';
const startParams = [...PGlite.defaultStartParams, '-c', `shared_buffers=${sharedBuffers}`];

/** A Blob copies its bytes when it is made and when it is read, which takes as long as all else of a start. */
class HeldBytes extends Blob {
  readonly #bytes: ArrayBuffer;

  constructor(bytes: ArrayBuffer) {
    super();
    this.#bytes = bytes;
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#bytes);
  }
}

/** Of the process, which runs many test files one after the other. */
let dump: Promise<Blob> | undefined;

/** Restoring a migrated database takes a tenth of the time that making one takes. */
function preparedDump(): Promise<Blob> {
  dump ??= readDump().then((bytes) => new HeldBytes(bytes));
  return dump;
}

async function readDump(): Promise<ArrayBuffer> {
  const path = join(cache, `ready-${await schemaHash()}.tar`);
  const held = await readFile(path).catch(() => null);
  if (held !== null) return new Uint8Array(held).buffer;
  const bytes = await (await makeDump()).arrayBuffer();
  await mkdir(cache, { recursive: true });
  const beside = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(beside, Buffer.from(bytes));
  await rename(beside, path);
  return bytes;
}

/** Fills the folder of an embedded database with a ready one, for tests that do not test how one is made. */
export async function copyReadyState(folder: string): Promise<void> {
  cpSync(await prepareReadyState(), folder, { recursive: true });
}

/** The files of a migrated embedded database, made once for all runs; the folder has its name only when it is whole. */
export async function prepareReadyState(): Promise<string> {
  const folder = join(cache, `ready-private-${await schemaHash()}`);
  if (existsSync(folder)) return folder;
  const loadDataDir = await preparedDump();
  const beside = `${folder}.${randomBytes(6).toString('hex')}`;
  const pglite = await PGlite.create({ dataDir: beside, loadDataDir, startParams });
  await pglite.close();
  await appendFile(join(beside, 'postgresql.conf'), `shared_buffers = ${sharedBuffers}\n`);
  await closeToOthers(beside);
  await rename(beside, folder).catch(async (error: unknown) => {
    await rm(beside, { recursive: true, force: true });
    // Another process was quicker.
    if (!existsSync(folder)) throw error;
  });
  return folder;
}

/** As the files of an embedded database that a portal made. */
async function closeToOthers(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
}

async function makeDump(): Promise<Blob> {
  // Of its log, which each copy holds, the smallest part that there can be.
  const pglite = await PGlite.create({ initDbStartParams: ['--wal-segsize=1'] });
  const db = createKysely(createEmbeddedPool(pglite, raise));
  await migrate(db);
  // Nothing is made of these, and they are half of the files.
  await sql`update pg_database set datistemplate = false`.execute(db);
  for (const name of ['template0', 'template1']) await sql`drop database ${sql.id(name)}`.execute(db);
  const made = await pglite.dumpDataDir('none');
  await db.destroy();
  await pglite.close();
  return made;
}

async function schemaHash(): Promise<string> {
  const folder = join(import.meta.dirname, '../../migrations');
  const hash = createHash('sha256');
  for (const name of (await readdir(folder)).sort())
    hash.update(name).update(await readFile(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}

function raise(error: Error): void {
  throw error;
}
