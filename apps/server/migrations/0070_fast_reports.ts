import { type Kysely, sql } from 'kysely';

/** Lists, counts and searches of reports that do not grow with the dataset (decision 66). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await orderReports(db);
  await countReports(db);
  await findReports(db);
}

/** A page is read in the order of an index. */
async function orderReports(db: Kysely<unknown>): Promise<void> {
  await sql`create index report_by_name on report (dataset_id, lower(name), id desc)`.execute(db);
  await sql`create index report_by_creation on report (dataset_id, created_at, id)`.execute(db);
  await sql`create index report_public on report (dataset_id) where is_public`.execute(db);
  await sql`create index account_by_name on account (lower(coalesce(nullif(full_name, ''), username)))`.execute(
    db,
  );
}

/**
 * How many reports there are of each creator, project and openness, kept by triggers. 0 stands for a creator who is gone
 * and for no project. Without keys to other tables: those would be checked while their rows go.
 */
async function countReports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('report_tally')
    .addColumn('dataset_id', 'integer', (column) => column.notNull())
    .addColumn('account_id', 'integer', (column) => column.notNull())
    .addColumn('project_id', 'integer', (column) => column.notNull())
    .addColumn('is_public', 'boolean', (column) => column.notNull())
    .addColumn('reports', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('report_tally_once', ['dataset_id', 'account_id', 'project_id', 'is_public'])
    .execute();
  await sql`
    create function report_tally_change() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        update report_tally set reports = reports - 1
          where dataset_id = old.dataset_id and account_id = coalesce(old.account_id, 0)
            and project_id = coalesce(old.project_id, 0) and is_public = old.is_public;
      end if;
      if tg_op <> 'DELETE' then
        insert into report_tally values
          (new.dataset_id, coalesce(new.account_id, 0), coalesce(new.project_id, 0), new.is_public, 1)
          on conflict on constraint report_tally_once do update set reports = report_tally.reports + 1;
      end if;
      return null;
    end $$`.execute(db);
  await sql`create trigger report_tally_add after insert or delete on report
    for each row execute function report_tally_change()`.execute(db);
  await sql`create trigger report_tally_move after update on report for each row
    when ((old.dataset_id, old.account_id, old.project_id, old.is_public)
      is distinct from (new.dataset_id, new.account_id, new.project_id, new.is_public))
    execute function report_tally_change()`.execute(db);
  await sql`
    create function report_tally_forget() returns trigger language plpgsql as $$
    begin
      delete from report_tally where dataset_id = old.id;
      return null;
    end $$`.execute(db);
  // PostgreSQL runs triggers by their names: this one after those that delete the reports.
  await sql`create trigger report_tally_forget after delete on dataset
    for each row execute function report_tally_forget()`.execute(db);
  await sql`insert into report_tally
    select dataset_id, coalesce(account_id, 0), coalesce(project_id, 0), is_public, count(*) from report
    group by 1, 2, 3, 4`.execute(db);
}

/**
 * The texts of a report in lower case, and which three characters stand next to each other in them. What a search finds
 * has all of its threes; the index finds those reports.
 */
async function findReports(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function text_threes(given text) returns text[] immutable strict parallel safe language sql
    return array(select distinct substr(given, first, 3) from generate_series(1, length(given) - 2) as first)`.execute(
    db,
  );
  await sql`
    create function threes_query(given text) returns tsquery immutable strict parallel safe language sql
    return (select string_agg('''' || replace(replace(three, '\\', '\\\\'), '''', '''''') || '''', ' & ')::tsquery
      from unnest(text_threes(given)) as three)`.execute(db);
  await sql`alter table report add column search_text text collate "C"
    generated always as (lower(name) || chr(31) || lower(coalesce(description, ''))) stored`.execute(db);
  await sql`alter table report add column search_threes tsvector
    generated always as (array_to_tsvector(text_threes(lower(name) || chr(31) || lower(coalesce(description, ''))))) stored`.execute(
    db,
  );
  await sql`create index report_search on report using gin (search_threes) with (fastupdate = off)`.execute(
    db,
  );
}
