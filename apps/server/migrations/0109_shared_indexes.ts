import { type Kysely, sql } from 'kysely';

/** The files of indexes that the portals of an installation share, and what each of them has in memory. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('shared_index')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('release', 'text', (column) => column.notNull())
    .addColumn('tables', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('is_whole', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('made_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema
    .alterTable('portal')
    .addColumn('indexes', 'jsonb', (column) => column.notNull().defaultTo(sql`'[]'`))
    .execute();
}
