import { type Kysely, sql } from 'kysely';

/** When an account was last used. Of accounts from before it is not known, so that they count from now on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('account')
    .addColumn('last_used_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
}
