import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Links by which people set a password: one for each account, gone when it is used (rule 15.6). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invitation')
    .addColumn('account_id', 'integer', (column) =>
      column.primaryKey().references('account.id').onDelete('cascade'),
    )
    .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
    .addColumn('made_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .addColumn('mail_key', 'text')
    .execute();
}
