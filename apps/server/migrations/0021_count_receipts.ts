import { type Kysely, sql } from 'kysely';

/** What stands behind a count receipt, and the mail that waits to be sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('count_receipt')
    .addColumn('dataset_id', 'integer', (column) =>
      column.notNull().references('dataset.id').onDelete('cascade'),
    )
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('standing', 'text', (column) => column.notNull())
    .addColumn('release', 'text', (column) => column.notNull())
    .addColumn('definitions', 'text', (column) => column.notNull())
    .addColumn('issued_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('count_receipt_once', ['dataset_id', 'id'])
    .execute();
  await db.schema
    .createTable('mail')
    .addColumn('id', 'integer', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('account_id', 'integer', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('made_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('sent_at', 'timestamptz')
    .execute();
  await db.schema.createIndex('mail_account').on('mail').column('account_id').execute();
}
