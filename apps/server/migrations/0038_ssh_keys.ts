import { type Kysely, sql } from 'kysely';

/** Public SSH keys of accounts, for the transfer server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ssh_key')
    .addColumn('id', 'integer', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('account_id', 'integer', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull().check(sql`type in ('rsa', 'ed25519', 'ecdsa')`))
    .addColumn('bits', 'integer', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('added_at', 'timestamptz', (column) => column.notNull())
    .addColumn('last_used_at', 'timestamptz')
    .addUniqueConstraint('ssh_key_once', ['account_id', 'fingerprint'])
    .execute();
}
