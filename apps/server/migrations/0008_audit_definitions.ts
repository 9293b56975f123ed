import { type Kysely, sql } from 'kysely';

/**
 * What was asked, for good: snapshots come and go, and a line of the audit names its definitions by hash. A row is
 * kept under the SHA-256 of its text and takes no change; the hash stands in the detail of the line, so the chain
 * vouches for the row too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_definition')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('content', 'text', (column) => column.notNull())
    .addCheckConstraint(
      'audit_definition_hash',
      sql`hash = encode(sha256(convert_to(content, 'UTF8')), 'hex')`,
    )
    .execute();
  await sql`
    create trigger audit_definition_keep before update or delete or truncate on audit_definition
    for each statement execute function audit_refuse()`.execute(db);
}
