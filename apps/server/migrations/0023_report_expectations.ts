import { type Kysely, sql } from 'kysely';

/** What is expected of reports, as a part of each version, and how it ended on each release. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('report_version')
    .addColumn('expectations', 'jsonb', (column) => column.notNull().defaultTo(sql`'[]'::jsonb`))
    .execute();
  await sql`alter table report_version drop constraint report_version_cause_check`.execute(db);
  await sql`alter table report_version add constraint report_version_cause_check
    check (cause in ('created', 'overwritten', 'restored', 'moved', 'expectations'))`.execute(db);
  await db.schema
    .createTable('report_judgement')
    .addColumn('dataset_id', 'integer', (column) => column.notNull())
    .addColumn('report_id', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('release_id', 'integer', (column) => column.notNull())
    .addColumn('visibility', 'text', (column) => column.notNull())
    .addColumn('is_met', 'boolean')
    .addColumn('subject_count', 'integer')
    .addColumn('outcomes', 'jsonb', (column) => column.notNull())
    .addColumn('judged_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('report_judgement_once', ['report_id', 'version', 'release_id', 'visibility'])
    .addForeignKeyConstraint(
      'report_judgement_version',
      ['report_id', 'version'],
      'report_version',
      ['report_id', 'version'],
      (key) => key.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'report_judgement_release',
      ['dataset_id', 'release_id'],
      'release',
      ['dataset_id', 'id'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('report_judgement_release')
    .on('report_judgement')
    .column('release_id')
    .execute();
}
