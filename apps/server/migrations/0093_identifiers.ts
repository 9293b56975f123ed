import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';

/** What a steward let be open although it may say who somebody is, and the values that only who imports them sees. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('confirmed_identifier')
    .addColumn('dataset_id', 'integer', (column) =>
      column.notNull().references('dataset.id').onDelete('cascade'),
    )
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('seen_by', 'text', (column) => column.notNull().check(sql`seen_by in ('deid', 'agg')`))
    .addColumn('confirmed_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('confirmed_identifier_key', ['dataset_id', 'field'])
    .execute();
  await db.schema
    .createTable('import_example')
    .addColumn('log_id', 'integer', (column) =>
      column.primaryKey().references('import_log.id').onDelete('cascade'),
    )
    .addColumn('account_id', 'integer', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('release_id', 'integer')
    .addColumn('problems', 'jsonb', (column) => column.notNull())
    .addColumn('reasons', 'jsonb', (column) => column.notNull())
    .addColumn('made_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema.createIndex('import_example_release').on('import_example').column('release_id').execute();
  await maskEarlier(db);
}

const anyReport = z.looseObject({
  problems: z.array(z.looseObject({ examples: z.array(z.looseObject({ value: z.string() })).default([]) })),
});
const mask = '•••';

/** Nothing says which fields of an earlier report are protected, so none of their values stays. */
async function maskEarlier(db: Kysely<unknown>): Promise<void> {
  for (const table of ['import_log', 'release']) await maskReports(db, sql.table(table));
  const { rows } = await sql<{ id: number; reasons: unknown }>`select id, reasons from import_log
    where reasons::text like '%rows have the primary key%'`.execute(db);
  for (const { id, reasons } of rows) {
    const masked = z
      .array(z.string())
      .parse(reasons)
      .map((reason) => reason.replace(/\) ".*" \(/s, `) "${mask}" (`));
    await sql`update import_log set reasons = ${JSON.stringify(masked)} where id = ${id}`.execute(db);
  }
  await sql`update release set report = '{"problems": null}'
    where state = 'failed' and report::text like '%rows have the primary key%'`.execute(db);
}

async function maskReports(db: Kysely<unknown>, table: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number; report: unknown }>`select id, report from ${table}
    where report::text like '%"examples"%'`.execute(db);
  for (const { id, report } of rows) {
    const read = anyReport.safeParse(report);
    if (!read.success) continue;
    const problems = read.data.problems.map((problem) => ({
      ...problem,
      examples: problem.examples.map((example) => ({ ...example, value: mask })),
    }));
    await sql`update ${table} set report = ${JSON.stringify({ ...read.data, problems })} where id = ${id}`.execute(
      db,
    );
  }
}
