import { type Kysely, sql } from 'kysely';

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

/** Nothing says which fields of an earlier report are protected, so none of their values stays. */
async function maskEarlier(db: Kysely<unknown>): Promise<void> {
  for (const table of ['import_log', 'release'])
    await sql`update ${sql.table(table)} set report = jsonb_set(report, '{problems}', (
      select coalesce(jsonb_agg(jsonb_set(problem, '{examples}', (
        select coalesce(jsonb_agg(jsonb_set(example, '{value}', '"•••"') order by at), '[]')
        from jsonb_array_elements(problem -> 'examples') with ordinality as one (example, at))) order by nth), '[]')
      from jsonb_array_elements(report -> 'problems') with ordinality as all_of (problem, nth)
      where jsonb_typeof(problem -> 'examples') = 'array'))
      where jsonb_typeof(report -> 'problems') = 'array' and jsonb_path_exists(report, '$.problems[*].examples[*]')`.execute(
      db,
    );
  await sql`update import_log set reasons = (select coalesce(jsonb_agg(
      case when reason #>> '{}' like '%rows have the primary key%'
        then to_jsonb(regexp_replace(reason #>> '{}', '\) ".*" \(', ') "•••" (')) else reason end), '[]')
      from jsonb_array_elements(reasons) as one (reason))
      where reasons::text like '%rows have the primary key%'`.execute(db);
  await sql`update release set report = jsonb_build_object('problems', null)
      where state = 'failed' and report::text like '%rows have the primary key%'`.execute(db);
}
