import { type Kysely, sql } from 'kysely';

/**
 * A site may keep its audit for a time only. One row says after which line the audit begins; lines, definitions and that
 * row change only in a transaction that says what it does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_base')
    .addColumn('is_base', 'boolean', (column) => column.primaryKey().defaultTo(true).check(sql`is_base`))
    .addColumn('id', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  await sql`insert into audit_base (id, hash) values (0, repeat('0', 64))`.execute(db);
  await sql`
    create function audit_retire() returns trigger language plpgsql as $$
    begin
      if current_setting('atrium.retires', true) = 'yes' then return null; end if;
      raise exception 'The audit is only ever appended to.' using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  for (const table of ['audit_event', 'audit_definition']) {
    const [name, keep, retire] = [table, `${table}_keep`, `${table}_retire`].map((one) => sql.ref(one));
    await sql`drop trigger ${keep} on ${name}`.execute(db);
    await sql`
      create trigger ${keep} before update or truncate on ${name}
      for each statement execute function audit_refuse()`.execute(db);
    await sql`
      create trigger ${retire} before delete on ${name}
      for each statement execute function audit_retire()`.execute(db);
  }
  await sql`
    create trigger audit_base_keep before insert or delete or truncate on audit_base
    for each statement execute function audit_refuse()`.execute(db);
  await sql`
    create trigger audit_base_retire before update on audit_base
    for each statement execute function audit_retire()`.execute(db);
}
