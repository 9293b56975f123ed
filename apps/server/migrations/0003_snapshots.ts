import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createSnapshot(db);
  await createActiveSnapshot(db);
}

async function createSnapshot(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('snapshot')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('account_id', 'integer', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('dataset_id', 'integer', (column) =>
      column.notNull().references('dataset.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) =>
      column.notNull().check(sql`kind in ('cohort', 'table', 'analysis')`),
    )
    .addColumn('definition', 'jsonb', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addUniqueConstraint('snapshot_of_history', ['account_id', 'dataset_id', 'kind', 'id'])
    .execute();
  await db.schema.createIndex('snapshot_dataset').on('snapshot').column('dataset_id').execute();
}

async function createActiveSnapshot(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('active_snapshot')
    .addColumn('account_id', 'integer', (column) => column.notNull())
    .addColumn('dataset_id', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('snapshot_id', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('active_snapshot_once', ['account_id', 'dataset_id', 'kind'])
    .addForeignKeyConstraint(
      'active_snapshot_of_history',
      ['account_id', 'dataset_id', 'kind', 'snapshot_id'],
      'snapshot',
      ['account_id', 'dataset_id', 'kind', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
}
