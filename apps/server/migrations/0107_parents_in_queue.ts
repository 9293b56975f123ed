import type { Kysely } from 'kysely';

/** Whether a download queue holds the files of the mothers and fathers of the cohort, too: all of its entries say the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('queue_entry')
    .addColumn('also_parents', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();
}
