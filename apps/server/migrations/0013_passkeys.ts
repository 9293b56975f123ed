import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';

/** Passkeys of accounts, and the challenges that they answer. Accounts stay as they are, without any. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('passkey')
    .addColumn('id', 'integer', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('account_id', 'integer', ofAccount)
    .addColumn('credential_id', 'text', (column) => column.notNull().unique())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('transports', sql`text[]`, (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('last_used_at', 'timestamptz')
    .execute();
  await db.schema.createIndex('passkey_account').on('passkey').column('account_id').execute();
  await db.schema
    .createTable('passkey_challenge')
    .addColumn('challenge_hash', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'integer', ofAccount)
    .addColumn('purpose', 'text', (column) => column.notNull().check(sql`purpose in ('add', 'show')`))
    .addColumn('holder_hash', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('passkey_challenge_expires')
    .on('passkey_challenge')
    .column('expires_at')
    .execute();
  await db.schema
    .createIndex('passkey_challenge_account')
    .on('passkey_challenge')
    .column('account_id')
    .execute();
}

const ofAccount = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.notNull().references('account.id').onDelete('cascade');
