import { type Kysely, sql } from 'kysely';

/**
 * The files of each download, as they were chosen. One that is not complete was cut off while its files were written
 * down, and is never shown. Lists of files are kept for a month.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('transfer')
    .addColumn('id', 'integer', (column) => column.primaryKey().references('download.id').onDelete('cascade'))
    .addColumn('standing', 'text', (column) => column.notNull())
    .addColumn('is_complete', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();
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
  await sql`create index download_by_time on download (started_at)`.execute(db);
}
