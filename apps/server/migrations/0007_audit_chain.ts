import { type Kysely, sql } from 'kysely';

/**
 * The audit becomes a chain. One row of `audit_head` holds the end of it; whoever appends locks that row until the end
 * of the transaction, so the lines are in one order on every engine. The database itself numbers, dates, names and
 * hashes a line, and takes no change of one. Account and dataset are plain values: a line outlives both.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await widen(db);
  await createHead(db);
  await createHash(db);
  await chainWhatIsThere(db);
  await createAppend(db);
  await refuseChange(db);
}

async function widen(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_event drop constraint audit_event_account_id_fkey`.execute(db);
  await sql`alter table audit_event drop constraint audit_event_dataset_id_fkey`.execute(db);
  await sql`alter table audit_event alter column id drop identity`.execute(db);
  await sql`alter table audit_event alter column id type bigint`.execute(db);
  await sql`alter table audit_event alter column detail drop default`.execute(db);
  // As it was written: jsonb would put the keys in an order of its own, and the hash is over the text.
  await sql`alter table audit_event alter column detail type json using detail::text::json`.execute(db);
  await sql`alter table audit_event alter column detail set default '{}'::json`.execute(db);
  await db.schema
    .alterTable('audit_event')
    .addColumn('username', 'text')
    .addColumn('operator', 'text')
    .addColumn('dataset', 'text')
    .addColumn('previous_hash', 'text')
    .addColumn('hash', 'text')
    .execute();
  await db.schema
    .createIndex('audit_event_of_account')
    .on('audit_event')
    .columns(['account_id', 'id'])
    .execute();
  await db.schema.dropIndex('audit_event_account').execute();
}

async function createHead(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_head')
    .addColumn('is_head', 'boolean', (column) => column.primaryKey().defaultTo(true).check(sql`is_head`))
    .addColumn('id', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  await sql`insert into audit_head (id, hash) values (0, repeat('0', 64))`.execute(db);
}

/** The canonical text of a line is a JSON array; `audit/canonicalLine.ts` writes the same one. */
async function createHash(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function audit_hash(line audit_event) returns text language sql stable as $$
      select encode(sha256(convert_to('[' || concat_ws(',',
        line.id,
        '"' || to_char(line.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"',
        coalesce(line.account_id::text, 'null'),
        coalesce(to_json(line.username)::text, 'null'),
        coalesce(to_json(line.operator)::text, 'null'),
        coalesce(line.dataset_id::text, 'null'),
        coalesce(to_json(line.dataset)::text, 'null'),
        to_json(line.action),
        line.detail,
        to_json(line.previous_hash)
      ) || ']', 'UTF8')), 'hex')
    $$`.execute(db);
}

async function chainWhatIsThere(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    declare line audit_event; place bigint := 0; head text := repeat('0', 64); was bigint;
    begin
      for line in select * from audit_event order by id loop
        place := place + 1;
        was := line.id;
        line.id := place;
        line.at := date_trunc('milliseconds', line.at);
        line.username := (select username from account where id = line.account_id);
        line.dataset := (select unique_id from dataset where id = line.dataset_id);
        line.previous_hash := head;
        head := audit_hash(line);
        update audit_event set id = place, at = line.at, username = line.username, dataset = line.dataset,
          previous_hash = line.previous_hash, hash = head where id = was;
      end loop;
      update audit_head set id = place, hash = head;
    end $$`.execute(db);
  await sql`alter table audit_event alter column previous_hash set not null`.execute(db);
  await sql`alter table audit_event alter column hash set not null`.execute(db);
}

async function createAppend(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function audit_append() returns trigger language plpgsql as $$
    declare head audit_head;
    begin
      select * into strict head from audit_head for update;
      new.id := head.id + 1;
      new.at := date_trunc('milliseconds', clock_timestamp());
      new.username := (select username from account where id = new.account_id);
      new.dataset := (select unique_id from dataset where id = new.dataset_id);
      new.previous_hash := head.hash;
      new.hash := audit_hash(new);
      update audit_head set id = new.id, hash = new.hash;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger audit_event_append before insert on audit_event
    for each row execute function audit_append()`.execute(db);
}

async function refuseChange(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function audit_refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'The audit is only ever appended to.' using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  await sql`
    create trigger audit_event_keep before update or delete or truncate on audit_event
    for each statement execute function audit_refuse()`.execute(db);
  await sql`
    create trigger audit_head_keep before insert or delete or truncate on audit_head
    for each statement execute function audit_refuse()`.execute(db);
  await sql`
    create trigger audit_head_follow before update on audit_head
    for each statement when (pg_trigger_depth() = 0) execute function audit_refuse()`.execute(db);
}
