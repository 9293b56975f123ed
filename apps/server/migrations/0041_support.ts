import { type Kysely, sql } from 'kysely';

/**
 * Requests for support and their answers. A mail goes to the address of an account, or to an address that somebody has
 * written to us from; it may name another address for answers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('support_request')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('sent_at', 'timestamptz', (column) => column.notNull())
    .addColumn('account_id', 'integer', (column) => column.references('account.id').onDelete('set null'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('open', 'answered', 'closed')`),
    )
    .execute();
  await db.schema.createIndex('support_request_account').on('support_request').column('account_id').execute();
  await db.schema
    .createTable('support_answer')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('request_id', 'integer', (column) =>
      column.notNull().references('support_request.id').onDelete('cascade'),
    )
    .addColumn('account_id', 'integer', (column) => column.references('account.id').onDelete('set null'))
    .addColumn('answered_at', 'timestamptz', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('support_answer_request').on('support_answer').column('request_id').execute();
  await db.schema.createIndex('support_answer_account').on('support_answer').column('account_id').execute();
  await db.schema
    .alterTable('mail')
    .alterColumn('account_id', (column) => column.dropNotNull())
    .addColumn('address', 'text')
    .addColumn('reply_to', 'text')
    .execute();
  await sql`alter table mail add constraint mail_receiver check ((account_id is null) <> (address is null))`.execute(
    db,
  );
}
