import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createDataset(db);
  await createRelease(db);
  await createMembership(db);
}

async function createDataset(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('dataset')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('unique_id', 'text', (column) =>
      column.notNull().unique().check(sql`unique_id ~ '^[A-Za-z0-9_-]{1,60}$'`),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('settings', 'jsonb', (column) => column.notNull().defaultTo(sql`'{}'::jsonb`))
    .addColumn('is_listed', 'boolean', (column) => column.notNull().defaultTo(true))
    .addColumn('live_release_id', 'integer')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
}

async function createRelease(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('release')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('dataset_id', 'integer', (column) => column.references('dataset.id').onDelete('cascade'))
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('building', 'live', 'retired', 'failed')`),
    )
    .addColumn('package_name', 'text')
    .addColumn('package_version', 'text')
    .addColumn('package_created', 'text')
    .addColumn('subject_count', 'integer')
    .addColumn('report', 'jsonb')
    .addColumn('started_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('finished_at', 'timestamptz')
    .addCheckConstraint(
      'release_live_belongs',
      sql`state not in ('live', 'retired') or dataset_id is not null`,
    )
    .addUniqueConstraint('release_of_dataset', ['dataset_id', 'id'])
    .execute();
  await db.schema
    .createIndex('release_one_live')
    .on('release')
    .column('dataset_id')
    .unique()
    .where(sql<boolean>`state = 'live'`)
    .execute();
  await db.schema
    .alterTable('dataset')
    .addForeignKeyConstraint('dataset_live_release', ['id', 'live_release_id'], 'release', [
      'dataset_id',
      'id',
    ])
    .execute();
}

async function createMembership(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('membership')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('account_id', 'integer', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('dataset_id', 'integer', (column) =>
      column.notNull().references('dataset.id').onDelete('cascade'),
    )
    .addColumn('access_level', 'text', (column) =>
      column.notNull().check(sql`access_level in ('phi', 'deid', 'agg')`),
    )
    .addColumn('can_view_workspace', 'boolean', (column) => column.notNull().defaultTo(true))
    .addColumn('can_view_subject_details', 'boolean', (column) => column.notNull().defaultTo(true))
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addUniqueConstraint('membership_once', ['account_id', 'dataset_id'])
    .execute();
  await db.schema.createIndex('membership_dataset').on('membership').column('dataset_id').execute();
}
