import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { type Kysely, sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { testApp } from '../testing/testApp.ts';
import { createOnServer, testServerUrl } from '../testing/testDatabase.ts';
import { createEmbeddedPool } from './embeddedConnection.ts';
import { migrate, migrateTo, migrationNames } from './migrate.ts';
import { createKysely, createPool } from './pool.ts';
import type { Schema } from './schema.ts';

/** The last migration of the release before; a release moves it on. */
const releaseBefore = '0095_limits';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

it('an upgrade from the release before keeps every row, and the portal serves it', async () => {
  const db = await stateOfBefore();
  const columns = await columnsOf(db);
  const before = await rowsOf(db, columns);
  const later = migrationNames.filter((name) => name > releaseBefore);
  expect(await migrate(db)).toEqual(later);
  const after = await rowsOf(db, columns);
  // A migration may count its own writes; what people made stays.
  for (const [table, rows] of before)
    if (table !== 'epoch') expect([table, after.get(table)]).toEqual([table, rows]);

  const portal = await testApp({ state: { db, close: async () => {} } });
  open.push(() => portal.close());
  const ada = await portal.db
    .selectFrom('account')
    .select('id')
    .where('username', '=', 'ada')
    .executeTakeFirstOrThrow();
  const account = { id: ada.id, username: 'ada', fullName: 'Ada L', email: 'ada@example.org', isStaff: true };
  const datasets = (await (await portal.signedIn(account)).get('dataset/')).json();
  expect(JSON.stringify(datasets)).toContain('heart');
});

it('the notes of the versions name every migration since the release before', async () => {
  const notes = await readFile(path.join(import.meta.dirname, '../../../../deploy/upgrade.md'), 'utf8');
  const later = migrationNames.filter((name) => name > releaseBefore);
  expect(later.filter((name) => !notes.includes(`\`${name}\``))).toEqual([]);
});

/** An empty database: on the test server, where migrating takes a tenth of the time, or embedded. */
async function anEmptyState(): Promise<Kysely<Schema>> {
  if (testServerUrl !== null) {
    const { url, drop } = await createOnServer(testServerUrl);
    const db = createKysely(createPool({ connectionString: url }, () => {}));
    open.push(drop, () => db.destroy());
    return db;
  }
  const pglite = await PGlite.create();
  const db = createKysely(
    createEmbeddedPool(pglite, (error) => {
      throw error;
    }),
  );
  open.push(
    () => pglite.close(),
    () => db.destroy(),
  );
  return db;
}

async function stateOfBefore(): Promise<Kysely<Schema>> {
  const db = await anEmptyState();
  await migrateTo(db, releaseBefore);
  for (const statement of [
    `insert into account (username, full_name, email, is_staff) values
      ('ada', 'Ada L', 'ada@example.org', true), ('bo', '', '', false)`,
    `insert into dataset (unique_id, name) values ('heart', 'Heart'), ('lung', 'Lung')`,
    `insert into membership (account_id, dataset_id, access_level, ends_at) values
      (1, 1, 'phi', null), (2, 1, 'agg', '2031-01-01'), (2, 2, 'deid', null)`,
    `insert into permission_group (dataset_id, name, opens) values (1, 'north', '{}')`,
    `insert into membership_group (dataset_id, membership_id, group_id) values (1, 1, 1)`,
    `insert into report (dataset_id, account_id, name, version, created_at) values (1, 1, 'One', 1, now())`,
  ])
    await sql.raw(statement).execute(db);
  return db;
}

/** All rows of all tables as they are now, with those columns only that the tables had before. */
async function rowsOf(db: Kysely<Schema>, columns: ReadonlyMap<string, readonly string[]>) {
  const found = new Map<string, unknown>();
  for (const [table, names] of columns) {
    const list = sql.join(names.map((name) => sql.ref(name)));
    const { rows } = await sql`select ${list} from ${sql.table(table)}`.execute(db);
    found.set(table, rows.map((row) => JSON.stringify(row)).sort());
  }
  return found;
}

async function columnsOf(db: Kysely<Schema>): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ table_name: string; columns: string[] }>`
    select table_name, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
    group by table_name`.execute(db);
  return new Map(rows.map(({ table_name, columns }) => [table_name, columns]));
}
