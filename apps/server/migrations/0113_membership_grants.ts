import { type Kysely, sql } from 'kysely';

/** What each source that is not staff gives to a member; `membership` has what is in force of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('membership_grant')
    .addColumn('account_id', 'integer', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('dataset_id', 'integer', (column) =>
      column.notNull().references('dataset.id').onDelete('cascade'),
    )
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('access_level', 'text', (column) =>
      column.notNull().check(sql`access_level in ('phi', 'deid', 'agg')`),
    )
    .addColumn('can_view_workspace', 'boolean', (column) => column.notNull())
    .addColumn('can_view_subject_details', 'boolean', (column) => column.notNull())
    .addColumn('groups', 'jsonb', (column) => column.notNull())
    .addColumn('ends_at', 'timestamptz')
    .addPrimaryKeyConstraint('membership_grant_once', ['account_id', 'dataset_id', 'source'])
    .execute();
  await db.schema
    .createIndex('membership_grant_dataset')
    .on('membership_grant')
    .column('dataset_id')
    .execute();
  await sql`insert into membership_grant
    select account_id, dataset_id, from_provider, access_level, can_view_workspace, can_view_subject_details,
      coalesce((select jsonb_agg(permission_group.name order by permission_group.name) from membership_group
        join permission_group on permission_group.id = membership_group.group_id
        where membership_group.membership_id = membership.id), '[]'), ends_at
    from membership where from_provider is not null`.execute(db);
}
