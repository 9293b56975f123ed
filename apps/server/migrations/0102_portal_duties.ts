import type { Kysely } from 'kysely';

/** What the portals of an installation show of each other: their version, and which of them does what is done once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('portal')
    .addColumn('version', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('leads', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();
}
