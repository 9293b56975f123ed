import { type Kysely, sql } from 'kysely';

/** What several portals of one installation need: who they are, whose work is whose, and values that all of them use (decision 98). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('portal')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('address', 'text')
    .addColumn('started_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('seen_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  // Each connection of a portal names it, so that no statement can forget to.
  for (const table of ['release', 'import_log'])
    await sql`alter table ${sql.ref(table)} add column portal_id uuid
      default nullif(current_setting('atrium.portal', true), '')::uuid`.execute(db);
  await db.schema
    .createTable('shared_value')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'jsonb', (column) => column.notNull())
    .addColumn('ends_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('shared_value_end').on('shared_value').column('ends_at').execute();
}
