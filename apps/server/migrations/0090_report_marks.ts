import { type Kysely, sql } from 'kysely';

/**
 * Shares and stars are counted without a look at their reports: each holds the creator, project and openness of its
 * report, and a star its dataset (decision 66). Triggers keep them. Whoever adds one reads the report under a lock, so
 * that a change of the report under way is waited for, and one that comes later finds what was added.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('report_share')
    .addColumn('creator_id', 'integer')
    .addColumn('project_id', 'integer')
    .addColumn('is_public', 'boolean')
    .execute();
  await db.schema
    .alterTable('report_flag')
    .addColumn('dataset_id', 'integer')
    .addColumn('creator_id', 'integer')
    .addColumn('project_id', 'integer')
    .addColumn('is_public', 'boolean')
    .execute();
  await sql`update report_share set creator_id = report.account_id, project_id = report.project_id,
    is_public = report.is_public from report where report.id = report_id`.execute(db);
  await sql`update report_flag set dataset_id = report.dataset_id, creator_id = report.account_id,
    project_id = report.project_id, is_public = report.is_public from report where report.id = report_id`.execute(
    db,
  );
  await sql`alter table report_share alter is_public set not null`.execute(db);
  await sql`alter table report_flag alter is_public set not null, alter dataset_id set not null`.execute(db);
  await sql`drop index report_flag_account`.execute(db);
  await sql`create index report_flag_account on report_flag (account_id, dataset_id)`.execute(db);
  await keepMarks(db);
}

async function keepMarks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function report_mark_fill() returns trigger language plpgsql as $$
    declare of_report report;
    begin
      select * into of_report from report where id = new.report_id for share;
      new.creator_id := of_report.account_id;
      new.project_id := of_report.project_id;
      new.is_public := coalesce(of_report.is_public, false);
      if tg_table_name = 'report_flag' then
        new.dataset_id := coalesce(of_report.dataset_id, 0);
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create function report_mark_change() returns trigger language plpgsql as $$
    begin
      update report_share set creator_id = new.account_id, project_id = new.project_id, is_public = new.is_public
        where report_id = new.id;
      update report_flag set creator_id = new.account_id, project_id = new.project_id, is_public = new.is_public
        where report_id = new.id;
      return null;
    end $$`.execute(db);
  for (const table of ['report_share', 'report_flag'])
    await sql`create trigger report_mark_fill before insert on ${sql.table(table)}
      for each row execute function report_mark_fill()`.execute(db);
  await sql`create trigger report_mark_change after update on report for each row
    when ((old.account_id, old.project_id, old.is_public)
      is distinct from (new.account_id, new.project_id, new.is_public))
    execute function report_mark_change()`.execute(db);
}
