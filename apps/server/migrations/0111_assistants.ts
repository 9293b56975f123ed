import { type Kysely, sql } from 'kysely';

/** Tokens of assistants end with the session in which they were allowed, and what they propose ends with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('api_token')
    .addColumn('session_id', 'integer', (column) => column.references('session.id').onDelete('cascade'))
    .execute();
  await sql`alter table api_token drop constraint if exists api_token_scopes_check`.execute(db);
  await sql`alter table api_token add constraint api_token_kind check (case
    when session_id is null then cardinality(scopes) > 0 and scopes <@ array['read', 'export']
    else scopes = array['assistant'] end)`.execute(db);
  await db.schema.createIndex('api_token_session').on('api_token').column('session_id').execute();
  await db.schema
    .createTable('cohort_proposal')
    .addColumn('id', 'integer', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('account_id', 'integer', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('dataset_id', 'integer', (column) =>
      column.notNull().references('dataset.id').onDelete('cascade'),
    )
    .addColumn('token_id', 'integer', (column) =>
      column.notNull().references('api_token.id').onDelete('cascade'),
    )
    .addColumn('base_snapshot_id', 'integer')
    .addColumn('steps', 'jsonb', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addUniqueConstraint('cohort_proposal_only_one', ['account_id', 'dataset_id'])
    .execute();
  await sql`create index cohort_proposal_token on cohort_proposal (token_id)`.execute(db);
}
