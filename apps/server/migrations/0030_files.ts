import { type Kysely, sql } from 'kysely';

/** The download queue of each account in each dataset, what was downloaded, and which dataset a session named last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createNamedDataset(db);
  await createQueueEntry(db);
  await createDownload(db);
}

async function createNamedDataset(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('named_dataset')
    .addColumn('token_hash', 'text', (column) =>
      column.primaryKey().references('session.token_hash').onDelete('cascade'),
    )
    .addColumn('dataset_id', 'integer', (column) =>
      column.notNull().references('dataset.id').onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('named_dataset_dataset').on('named_dataset').column('dataset_id').execute();
}

/** Entries name what they are of in words of the package, so that they outlive a release. */
async function createQueueEntry(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('queue_entry')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('account_id', 'integer', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('dataset_id', 'integer', (column) =>
      column.notNull().references('dataset.id').onDelete('cascade'),
    )
    .addColumn('type_key', 'text', (column) => column.notNull())
    .addColumn('file_id', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('added_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addUniqueConstraint('queue_entry_once', ['account_id', 'dataset_id', 'type_key', 'file_id'])
    .execute();
  await db.schema.createIndex('queue_entry_dataset').on('queue_entry').column('dataset_id').execute();
}

async function createDownload(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('download')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('account_id', 'integer', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('dataset_id', 'integer', (column) =>
      column.notNull().references('dataset.id').onDelete('cascade'),
    )
    .addColumn('started_at', 'timestamptz', (column) => column.notNull())
    .addColumn('way', 'text', (column) => column.notNull())
    .addColumn('release', 'text', (column) => column.notNull())
    .addColumn('cohort_snapshot_id', 'integer')
    .addColumn('files', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('entries', 'jsonb', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('download_of_member')
    .on('download')
    .columns(['account_id', 'dataset_id', 'id'])
    .execute();
  await db.schema.createIndex('download_dataset').on('download').column('dataset_id').execute();
}
