import { type Kysely, sql } from 'kysely';

/** Saved reports with their versions, projects, shares and flags. Every key carries the dataset. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createProject(db);
  await createReport(db);
  await createReportVersion(db);
  await createReportShare(db);
  await createReportFlag(db);
}

async function createProject(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('project')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('dataset_id', 'integer', (column) =>
      column.notNull().references('dataset.id').onDelete('cascade'),
    )
    .addColumn('account_id', 'integer', (column) => column.references('account.id').onDelete('set null'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addUniqueConstraint('project_of_dataset', ['dataset_id', 'id'])
    .execute();
  await sql`create unique index project_once on project (dataset_id, lower(name))`.execute(db);
  await db.schema.createIndex('project_account').on('project').column('account_id').execute();
}

/** A report outlives the account of its creator; a project that is deleted leaves its reports without one. */
async function createReport(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('report')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('dataset_id', 'integer', (column) =>
      column.notNull().references('dataset.id').onDelete('cascade'),
    )
    .addColumn('account_id', 'integer', (column) => column.references('account.id').onDelete('set null'))
    .addColumn('project_id', 'integer')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('is_public', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('release_choice', 'text', (column) =>
      column.notNull().defaultTo('latest').check(sql`release_choice in ('latest', 'own')`),
    )
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addUniqueConstraint('report_of_dataset', ['dataset_id', 'id'])
    .execute();
  await sql`alter table report add constraint report_project foreign key (dataset_id, project_id)
    references project (dataset_id, id) on delete set null (project_id)`.execute(db);
  await db.schema.createIndex('report_account').on('report').column('account_id').execute();
  await db.schema
    .createIndex('report_in_project')
    .on('report')
    .columns(['dataset_id', 'project_id'])
    .execute();
}

async function createReportVersion(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('report_version')
    .addColumn('dataset_id', 'integer', (column) => column.notNull())
    .addColumn('report_id', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('account_id', 'integer', (column) => column.references('account.id').onDelete('set null'))
    .addColumn('cause', 'text', (column) =>
      column.notNull().check(sql`cause in ('created', 'overwritten', 'restored', 'moved')`),
    )
    .addColumn('restored', 'integer')
    .addColumn('saved_at', 'timestamptz', (column) => column.notNull())
    .addColumn('release_id', 'integer', (column) => column.notNull())
    .addColumn('cohort', 'jsonb', (column) => column.notNull())
    .addColumn('table_definition', 'jsonb', (column) => column.notNull())
    .addColumn('analysis', 'jsonb')
    .addColumn('subject_count', 'integer')
    .addColumn('visibility', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('report_version_once', ['report_id', 'version'])
    .addForeignKeyConstraint(
      'report_version_report',
      ['dataset_id', 'report_id'],
      'report',
      ['dataset_id', 'id'],
      (key) => key.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'report_version_release',
      ['dataset_id', 'release_id'],
      'release',
      ['dataset_id', 'id'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('report_version_release').on('report_version').column('release_id').execute();
  await db.schema.createIndex('report_version_account').on('report_version').column('account_id').execute();
}

async function createReportShare(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('report_share')
    .addColumn('dataset_id', 'integer', (column) => column.notNull())
    .addColumn('report_id', 'integer', (column) => column.notNull())
    .addColumn('membership_id', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('report_share_once', ['report_id', 'membership_id'])
    .addForeignKeyConstraint(
      'report_share_report',
      ['dataset_id', 'report_id'],
      'report',
      ['dataset_id', 'id'],
      (key) => key.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'report_share_member',
      ['dataset_id', 'membership_id'],
      'membership',
      ['dataset_id', 'id'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('report_share_member').on('report_share').column('membership_id').execute();
}

async function createReportFlag(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('report_flag')
    .addColumn('report_id', 'integer', (column) =>
      column.notNull().references('report.id').onDelete('cascade'),
    )
    .addColumn('account_id', 'integer', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('report_flag_once', ['report_id', 'account_id'])
    .execute();
  await db.schema.createIndex('report_flag_account').on('report_flag').column('account_id').execute();
}
