import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('permission_group')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('dataset_id', 'integer', (column) =>
      column.notNull().references('dataset.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull().check(sql`name ~ '^[A-Za-z0-9_-]{1,60}$'`))
    .addColumn('opens', 'jsonb', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addUniqueConstraint('permission_group_once', ['dataset_id', 'name'])
    .addUniqueConstraint('permission_group_of_dataset', ['dataset_id', 'id'])
    .execute();
  await createMembershipGroup(db);
  await db.schema
    .alterTable('dataset')
    .addColumn('steward_settings', 'jsonb', (column) => column.notNull().defaultTo(sql`'{}'::jsonb`))
    .execute();
}

/** Both keys carry the dataset, so that no member of one can have a group of another. */
async function createMembershipGroup(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('membership')
    .addUniqueConstraint('membership_of_dataset', ['dataset_id', 'id'])
    .execute();
  await db.schema
    .createTable('membership_group')
    .addColumn('dataset_id', 'integer', (column) => column.notNull())
    .addColumn('membership_id', 'integer', (column) => column.notNull())
    .addColumn('group_id', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('membership_group_once', ['membership_id', 'group_id'])
    .addForeignKeyConstraint(
      'membership_group_member',
      ['dataset_id', 'membership_id'],
      'membership',
      ['dataset_id', 'id'],
      (key) => key.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'membership_group_group',
      ['dataset_id', 'group_id'],
      'permission_group',
      ['dataset_id', 'id'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
}
