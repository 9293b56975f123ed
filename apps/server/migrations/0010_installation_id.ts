import { type Kysely, sql } from 'kysely';

/** Which installation a state database and its home belong to: one row, written once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('installation_id')
    .addColumn('is_only', 'boolean', (column) => column.primaryKey().defaultTo(true).check(sql`is_only`))
    .addColumn('id', 'uuid', (column) => column.notNull())
    .execute();
}
