import { type Kysely, sql } from 'kysely';

/** Versions of reports name the comparison that they hold, and keep its figures of then (rule 17.26). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('report_version')
    .addColumn('comparison_hash', 'text')
    .addColumn('comparison_figures', 'jsonb')
    .execute();
  await sql`alter table report_version add foreign key (dataset_id, comparison_hash)
    references report_definition (dataset_id, hash)`.execute(db);
  await sql`create index report_version_comparison_hash
    on report_version (dataset_id, comparison_hash)`.execute(db);
  await sql`alter table report_version drop constraint report_version_cause_check`.execute(db);
  await sql`alter table report_version add constraint report_version_cause_check
    check (cause in ('created', 'overwritten', 'restored', 'moved', 'expectations', 'comparison'))`.execute(
    db,
  );
  await forgetUnused(db);
}

const columns = [
  'cohort_hash',
  'table_hash',
  'analysis_hash',
  'expectations_hash',
  'comparison_hash',
] as const;

/** The function of migration 95, with one column more. */
async function forgetUnused(db: Kysely<unknown>): Promise<void> {
  const used = sql.join(
    columns.map(
      (named) => sql`not exists (select from report_version
        where report_version.dataset_id = unused.dataset_id and ${sql.ref(named)} = unused.hash)`,
    ),
    sql` and `,
  );
  const named = sql.join(
    columns.map((hash) => sql`select dataset_id, ${sql.ref(hash)} as hash from gone`),
    sql` union `,
  );
  await sql`
    create or replace function report_definition_forget() returns trigger language plpgsql as $$
    declare maybe record;
    begin
      for maybe in ${named} order by 1, 2 loop
        perform from report_definition where dataset_id = maybe.dataset_id and hash = maybe.hash for update;
        delete from report_definition as unused
          where dataset_id = maybe.dataset_id and hash = maybe.hash and ${used};
      end loop;
      return null;
    end $$`.execute(db);
}
