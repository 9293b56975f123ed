import { type Kysely, sql } from 'kysely';

/** Questions to the research data with their statements, kept for some days for staff (rule 15.7). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('question')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('at', 'timestamptz', (column) => column.notNull())
    .addColumn('account_id', 'integer')
    .addColumn('dataset', 'text')
    .addColumn('call', 'text', (column) => column.notNull())
    .addColumn('action', 'text')
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('ms', 'double precision', (column) => column.notNull())
    .addColumn('rows', 'integer')
    .addColumn('detail', 'json', (column) => column.notNull())
    .addColumn('statements', 'json', (column) => column.notNull())
    .execute();
  await sql`create index question_at on question (at)`.execute(db);
  await sql`create index question_request on question (request_id)`.execute(db);
  await sql`create index question_account on question (account_id, at)`.execute(db);
}
