import type { Kysely } from 'kysely';

/** A membership may end; whether a line of the audit says that it has ended is kept beside the instant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('membership')
    .addColumn('ends_at', 'timestamptz')
    .addColumn('end_recorded', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();
  await db.schema.createIndex('membership_ends').on('membership').column('ends_at').execute();
}
