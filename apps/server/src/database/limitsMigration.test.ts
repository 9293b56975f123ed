import { PGlite } from '@electric-sql/pglite';
import { Migrator, sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { createEmbeddedPool } from './embeddedConnection.ts';
import { migrate, migrationProvider } from './migrate.ts';
import { createKysely } from './pool.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

it('versions of reports keep their definitions, each stored once, when these move to a table of their own', {
  tags: 'long',
}, async () => {
  const db = await before();
  await migrate(db);
  const named = (column: string) =>
    sql`(select content::text from report_definition where hash = ${sql.ref(column)})`;
  const { rows } =
    await sql`select report_id, version, ${named('cohort_hash')} as cohort, ${named('table_hash')} as table,
    ${named('analysis_hash')} as analysis, ${named('expectations_hash')} as expectations
    from report_version order by report_id, version`.execute(db);
  const same = {
    cohort: '[{"a": "é", "b": 1.0}]',
    table: '{"fields": []}',
    analysis: null,
    expectations: null,
  };
  expect(rows).toEqual([
    { report_id: 1, version: 1, ...same },
    { report_id: 1, version: 2, ...same, analysis: '{"rows": []}', expectations: '[{"kind": "count"}]' },
    { report_id: 2, version: 1, ...same, cohort: '[{"a": "é", "b": 1}]' },
  ]);
  expect((await db.selectFrom('report_definition').select('hash').execute()).length).toBe(5);
  await sql`delete from dataset`.execute(db);
  expect(await db.selectFrom('report_definition').select('hash').execute()).toEqual([]);
});

/** A state database of before, with three versions of two reports, of which two versions are the same. */
async function before() {
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
  const migrator = new Migrator({ db, provider: migrationProvider });
  await migrator.migrateTo('0090_report_marks');
  for (const statement of [
    `insert into account (username) values ('ada')`,
    `insert into dataset (unique_id, name) values ('d', 'D')`,
    `insert into release (dataset_id, state) values (1, 'retired')`,
    `insert into report (dataset_id, account_id, name, version, created_at) values (1, 1, 'one', 2, now()), (1, 1, 'two', 1, now())`,
    `insert into report_version (dataset_id, report_id, version, account_id, cause, saved_at, release_id, cohort,
        table_definition, analysis, expectations, visibility) values
      (1, 1, 1, 1, 'created', now(), 1, '[{"b": 1.0, "a": "é"}]', '{"fields": []}', null, '[]', 'x'),
      (1, 1, 2, 1, 'created', now(), 1, '[{"a": "é", "b": 1.0}]', '{"fields": []}', '{"rows": []}', '[{"kind": "count"}]', 'x'),
      (1, 2, 1, 1, 'created', now(), 1, '[{"a": "é", "b": 1}]', '{"fields": []}', null, '[]', 'x')`,
  ])
    await sql.raw(statement).execute(db);
  return db;
}
