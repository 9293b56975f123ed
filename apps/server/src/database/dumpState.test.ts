import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOnServer, openInMemory, openOnServer, testServerUrl } from '../testing/testDatabase.ts';
import { testDatabases } from '../testing/testDatabases.ts';
import { dumpState, type SavedState } from './dumpState.ts';
import type { Database } from './index.ts';
import { createKysely, createPool } from './pool.ts';
import { restoreState } from './restoreState.ts';

describe.each(testDatabases.slice(0, 1))('a state written from $engine', testsOf);
describe.each(testDatabases.slice(1))('a state written from $engine', { tags: 'long' }, testsOf);

it.skipIf(testServerUrl === null)('what is stored while a state is written is not in it', async () => {
  const { db, close } = await openOnServer(testServerUrl ?? '');
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-dump-'));
  try {
    const { state } = await dumpState(db, {
      folder,
      look: () => db.insertInto('account').values({ username: 'late', password_hash: 'none' }).execute(),
    });
    expect(state.tables.find(({ name }) => name === 'account')).toMatchObject({ rows: 0 });
    expect(await db.selectFrom('account').select('username').execute()).toEqual([{ username: 'late' }]);
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
});

type Empty = Pick<Database, 'db' | 'close'>;

/** Without any table. */
async function emptyEmbedded(): Promise<Empty> {
  const database = await openInMemory();
  await dropTables(database);
  return database;
}

async function dropTables({ db }: Pick<Empty, 'db'>): Promise<void> {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
}

async function emptyOnServer(server: string): Promise<Empty> {
  const { url, drop } = await createOnServer(server);
  const db = createKysely(createPool({ connectionString: url, max: 2 }, () => {}));
  return {
    db,
    close: async () => {
      await db.destroy();
      await drop();
    },
  };
}

/** The other kind than the one that the state was written from, where there is a server. */
const openEmpty = (engine: string): Promise<Empty> =>
  engine === 'PGlite' && testServerUrl !== null ? emptyOnServer(testServerUrl) : emptyEmbedded();

function testsOf({ engine, open }: (typeof testDatabases)[number]): void {
  let source: Database;
  let empty: Empty;
  let folder = '';
  let state: SavedState;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'atrium-dump-'));
    source = await open();
    empty = await openEmpty(engine);
    const { db } = source;
    const strange = 'line\nbreak, "quote", \\ backslash, {brace}, NULL, é 🫀';
    const { id } = await db
      .insertInto('account')
      .values({ username: 'ada', password_hash: strange, full_name: strange })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('installation')
      .values([
        { name: 'null of JSON', value: 'null' },
        { name: strange, value: JSON.stringify({ b: 1e300, a: [0.1, strange] }) },
      ])
      .execute();
    const { id: dataset } = await db
      .insertInto('dataset')
      .values({ unique_id: 'heart', name: strange, live_release_id: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const release = await db
      .insertInto('release')
      .values({ dataset_id: dataset, state: 'live' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.updateTable('dataset').set({ live_release_id: release.id }).where('id', '=', dataset).execute();
    for (let line = 0; line < 600; line += 1)
      await db
        .insertInto('audit_event')
        .values({ action: 'count', account_id: id, dataset_id: dataset, detail: `{"b":${line},  "a":1}` })
        .execute();
    state = (await dumpState(db, { folder, look: async () => null })).state;
  });

  afterAll(async () => {
    await source.close();
    await empty.close();
    await rm(folder, { recursive: true, force: true });
  });

  const isEmpty = async (): Promise<boolean> => {
    const { rows } = await sql`select 1 from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = 'public' and relname = 'account'`.execute(empty.db);
    if (rows.length === 0) return true;
    return (await empty.db.selectFrom('account').select('id').execute()).length === 0;
  };
  const restore = (given: SavedState) => restoreState(empty.db, { folder, state: given });

  it('names every table with its rows', () => {
    const rows = Object.fromEntries(state.tables.map((table) => [table.name, table.rows]));
    expect(rows).toMatchObject({
      account: 1,
      dataset: 1,
      release: 1,
      audit_event: 600,
      kysely_migration: state.migrations.length,
    });
    expect(Object.keys(rows).length).toBeGreaterThan(40);
  });

  it('is refused where a file has lost a line, and no row is stored', { tags: 'long' }, async () => {
    const file = path.join(folder, 'audit_event.ndjson');
    const whole = await readFile(file, 'utf8');
    await writeFile(file, whole.slice(whole.indexOf('\n') + 1));
    await expect(restore(state)).rejects.toThrow(
      'audit_event of the state database is not as it was backed up',
    );
    await writeFile(file, whole);
    expect(await isEmpty()).toBe(true);
    await dropTables(empty);
    const forged = {
      ...state,
      tables: state.tables.map((table) => (table.name === 'account' ? { ...table, rows: 2 } : table)),
    };
    await expect(restore(forged)).rejects.toThrow('it has 1 row, and 2 were written down');
    expect(await isEmpty()).toBe(true);
    await dropTables(empty);
  });

  it('is refused where this version does not know its migrations', async () => {
    const newer = { ...state, migrations: [...state.migrations, '9999_later'] };
    await expect(restore(newer)).rejects.toThrow('does not know its migration 9999_later');
    expect(await isEmpty()).toBe(true);
  });

  it('is restored with every value, also into the other kind of database, and never a second time', async () => {
    await restore(state);
    const again = await mkdtemp(path.join(tmpdir(), 'atrium-dump-'));
    try {
      const { state: found } = await dumpState(empty.db, { folder: again, look: async () => null });
      expect(found).toEqual(state);
    } finally {
      await rm(again, { recursive: true });
    }
    await expect(restore(state)).rejects.toThrow('has something in it');
  });

  it('keeps its rules when it is restored: the audit takes no change, and ids go on', async () => {
    await expect(empty.db.deleteFrom('audit_event').execute()).rejects.toThrow('only ever appended');
    const { id } = await empty.db
      .insertInto('account')
      .values({ username: 'bo', password_hash: 'none' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(id).toBe(2);
    const orphan = { kind: 'cohort', account_id: 99, dataset_id: 1, definition: '{}' } as const;
    await expect(empty.db.insertInto('snapshot').values(orphan).execute()).rejects.toThrow('foreign key');
  });
}
