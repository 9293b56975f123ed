import { type Kysely, sql } from 'kysely';

/** Edits that were made under a key, so that one whose answer was lost is not made twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('edit_receipt')
    .addColumn('account_id', 'integer', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('dataset_id', 'integer', (column) =>
      column.notNull().references('dataset.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('entry_id', 'text')
    .addColumn('made_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('edit_receipt_once', ['account_id', 'dataset_id', 'kind', 'key'])
    .execute();
  await db.schema.createIndex('edit_receipt_dataset').on('edit_receipt').column('dataset_id').execute();
}
