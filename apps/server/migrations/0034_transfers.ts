import { type Kysely, sql } from 'kysely';

/**
 * Transfers of files with what they are of, as they were chosen. A transfer that is not complete was cut off while its
 * files were written down, and is never shown. Lists of files are kept for a month, transfers for as long as the account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('transfer')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('account_id', 'integer', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('dataset_id', 'integer', (column) =>
      column.notNull().references('dataset.id').onDelete('cascade'),
    )
    .addColumn('way', 'text', (column) => column.notNull())
    .addColumn('release', 'text', (column) => column.notNull())
    .addColumn('cohort_snapshot_id', 'integer')
    .addColumn('standing', 'text', (column) => column.notNull())
    .addColumn('files', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('started_at', 'timestamptz', (column) => column.notNull())
    .addColumn('is_complete', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();
  await db.schema
    .createIndex('transfer_of_member')
    .on('transfer')
    .columns(['account_id', 'dataset_id', 'id'])
    .execute();
  await sql`create index transfer_by_time on transfer (started_at)`.execute(db);
  await db.schema
    .createTable('transfer_file')
    .addColumn('transfer_id', 'integer', (column) =>
      column.notNull().references('transfer.id').onDelete('cascade'),
    )
    .addColumn('index', 'integer', (column) => column.notNull())
    .addColumn('file_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('checksum_kind', 'text')
    .addColumn('checksum', 'text')
    .addColumn('tag', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('transfer_file_once', ['transfer_id', 'index'])
    .execute();
}
