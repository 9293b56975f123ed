import { type Kysely, sql } from 'kysely';

/** Questions keep the path as it was asked; the lines of a transfer are found by its number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('question')
    .addColumn('path', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await sql`create index audit_event_of_transfer on audit_event ((detail->>'transfer'), id)
    where action in ('transfer_list', 'file_begin', 'file_sent', 'zip_sent')`.execute(db);
  await sql`create index audit_event_begun on audit_event ((detail->>'download'))
    where action = 'download_begin'`.execute(db);
}
