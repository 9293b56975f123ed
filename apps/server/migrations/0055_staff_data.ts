import { type Kysely, sql } from 'kysely';

/** What the rooms for data need: releases that wait, releases with a dictionary of their own, imports and uploads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await widenRelease(db);
  await widenDataset(db);
  await createImportLog(db);
  await createUpload(db);
}

/** A release may be built and wait, and may share the data of another. */
async function widenRelease(db: Kysely<unknown>): Promise<void> {
  await sql`alter table release drop constraint release_state_check`.execute(db);
  await sql`alter table release add constraint release_state_check
    check (state in ('building', 'built', 'live', 'retired', 'failed'))`.execute(db);
  await sql`alter table release drop constraint release_live_belongs`.execute(db);
  await sql`alter table release add constraint release_live_belongs
    check (state not in ('built', 'live', 'retired') or dataset_id is not null)`.execute(db);
  await db.schema
    .alterTable('release')
    .addColumn('data_release_id', 'integer')
    .addColumn('dictionary_edits', 'jsonb')
    .addColumn('descriptor', 'jsonb')
    .addColumn('note', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await sql`alter table release add constraint release_data foreign key (dataset_id, data_release_id)
    references release (dataset_id, id)`.execute(db);
}

async function widenDataset(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('dataset')
    .addColumn('previous_release_id', 'integer')
    .addColumn('keeps_dictionary', 'boolean', (column) => column.notNull().defaultTo(true))
    .execute();
  await sql`alter table dataset add constraint dataset_previous_release foreign key (id, previous_release_id)
    references release (dataset_id, id)`.execute(db);
}

/** Names of accounts and datasets are those of the time, so that a line stays when both are gone. */
async function createImportLog(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('import_log')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('kind', 'text', (column) =>
      column.notNull().check(sql`kind in ('import', 'build', 'dry_run', 'report_check', 'dictionary')`),
    )
    .addColumn('state', 'text', (column) =>
      column
        .notNull()
        .check(sql`state in ('waiting', 'running', 'done', 'refused', 'failed', 'cancelled', 'interrupted')`),
    )
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('dataset', 'text')
    .addColumn('release_id', 'integer')
    .addColumn('username', 'text')
    .addColumn('operator', 'text')
    .addColumn('subjects', 'integer')
    .addColumn('problems', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('reasons', 'jsonb', (column) => column.notNull().defaultTo(sql`'[]'::jsonb`))
    .addColumn('report', 'jsonb')
    .addColumn('started_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('finished_at', 'timestamptz')
    .execute();
  await db.schema.createIndex('import_log_started').on('import_log').column('started_at').execute();
}

/** A file that staff send in parts; its bytes lie in the data directory under its id. */
async function createUpload(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('upload')
    .addColumn('id', 'text', (column) => column.primaryKey().check(sql`id ~ '^[a-z0-9]{16,40}$'`))
    .addColumn('account_id', 'integer', (column) => column.references('account.id').onDelete('set null'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text')
    .addColumn('state', 'text', (column) => column.notNull().check(sql`state in ('receiving', 'ready')`))
    .addColumn('started_at', 'timestamptz', (column) => column.notNull())
    .addColumn('finished_at', 'timestamptz')
    .execute();
  await db.schema.createIndex('upload_account').on('upload').column('account_id').execute();
}
