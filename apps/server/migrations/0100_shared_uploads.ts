import { type Kysely, sql } from 'kysely';

/** What several portals must know of files that staff send: how much of each is here, and the drafts made of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('upload')
    .addColumn('received', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update upload set received = size where state = 'ready'`.execute(db);
  await db.schema
    .createTable('draft')
    .addColumn('upload_id', 'text', (column) =>
      column.primaryKey().references('upload.id').onDelete('cascade'),
    )
    .addColumn('state', 'text', (column) => column.notNull())
    .execute();
}
