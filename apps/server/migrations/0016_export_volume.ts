import type { Kysely } from 'kysely';

/** How much an account has taken of a dataset on a day, by UTC; account and dataset are plain numbers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('export_volume')
    .addColumn('account_id', 'integer', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('dataset_id', 'integer', (column) => column.notNull())
    .addColumn('rows', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('export_volume_once', ['account_id', 'day', 'dataset_id'])
    .execute();
}
