import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';

/** Codes of apps, recovery codes, and sign-ins between their two steps. Accounts stay as they are, without any. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('session').addColumn('second_factor', 'text').execute();
  await db.schema.alterTable('api_token').addColumn('second_factor', 'text').execute();
  await db.schema
    .createTable('account_totp')
    .addColumn('account_id', 'integer', (column) => ofAccount(column).primaryKey())
    .addColumn('sealed_secret', 'text', (column) => column.notNull())
    .addColumn('last_period', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('confirmed_at', 'timestamptz')
    .execute();
  await db.schema
    .createTable('recovery_code')
    .addColumn('account_id', 'integer', ofAccount)
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_code_once', ['account_id', 'code_hash'])
    .execute();
  await db.schema
    .createTable('pending_sign_in')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'integer', ofAccount)
    .addColumn('step', 'text', (column) => column.notNull().check(sql`step in ('show', 'set_up')`))
    .addColumn('password_digest', 'text')
    .addColumn('provider', 'text')
    .addColumn('id_token', 'text')
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('pending_sign_in_expires').on('pending_sign_in').column('expires_at').execute();
  await db.schema.createIndex('pending_sign_in_account').on('pending_sign_in').column('account_id').execute();
}

const ofAccount = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.notNull().references('account.id').onDelete('cascade');
