import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await extendAccount(db);
  await extendSession(db);
  await createIdentity(db);
  await createSignInAttempt(db);
  await createApiToken(db);
}

async function extendAccount(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('account')
    .alterColumn('password_hash', (column) => column.dropNotNull())
    .execute();
  await db.schema.alterTable('account').addColumn('disabled_at', 'timestamptz').execute();
}

async function extendSession(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('session')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().unique())
    .addColumn('agent', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('address', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('provider', 'text')
    .addColumn('id_token', 'text')
    .execute();
}

async function createIdentity(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account_identity')
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull().check(sql`subject <> ''`))
    .addColumn('account_id', 'integer', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('account_identity_once', ['issuer', 'subject'])
    .execute();
  await db.schema
    .createIndex('account_identity_account')
    .on('account_identity')
    .column('account_id')
    .execute();
}

async function createSignInAttempt(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sign_in_attempt')
    .addColumn('state_hash', 'text', (column) => column.primaryKey())
    .addColumn('browser_hash', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('nonce', 'text', (column) => column.notNull())
    .addColumn('code_verifier', 'text', (column) => column.notNull())
    .addColumn('return_to', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sign_in_attempt_expires').on('sign_in_attempt').column('expires_at').execute();
}

async function createApiToken(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('api_token')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('account_id', 'integer', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull().check(sql`name <> ''`))
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('scopes', sql`text[]`, (column) =>
      column.notNull().check(sql`cardinality(scopes) > 0 and scopes <@ array['read', 'export']`),
    )
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .addColumn('last_used_at', 'timestamptz')
    .execute();
  await db.schema.createIndex('api_token_account').on('api_token').column('account_id').execute();
}
