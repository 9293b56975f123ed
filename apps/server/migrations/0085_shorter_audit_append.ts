import { type Kysely, sql } from 'kysely';

/**
 * The line of the audit finds its head and its names by one statement instead of three: it is appended with every
 * question. What it holds, and the order of the locks, stay as they were.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function audit_append() returns trigger language plpgsql as $$
    begin
      select head.id + 1, head.hash,
        (select username from account where id = new.account_id),
        (select unique_id from dataset where id = new.dataset_id)
        into strict new.id, new.previous_hash, new.username, new.dataset
        from audit_head as head for update of head;
      new.at := date_trunc('milliseconds', clock_timestamp());
      new.hash := audit_hash(new);
      update audit_head set id = new.id, hash = new.hash;
      return new;
    end $$`.execute(db);
}
