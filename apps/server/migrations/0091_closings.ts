import { type Kysely, sql } from 'kysely';

/**
 * What closes earlier releases: a steward's word about what the live release lacks, stewards who opened an earlier
 * release whole, and the live release beside which expectations were judged. Outcomes from before are judged anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('lacking_part')
    .addColumn('dataset_id', 'integer', (column) =>
      column.notNull().references('dataset.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('concept', 'collection')`))
    .addColumn('part_id', 'text', (column) => column.notNull())
    .addColumn('word', 'text', (column) =>
      column.notNull().check(sql`word in ('withdrawn', 'not_delivered')`),
    )
    .addColumn('account_id', 'integer', (column) => column.references('account.id').onDelete('set null'))
    .addColumn('said_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('lacking_part_once', ['dataset_id', 'kind', 'part_id'])
    .execute();
  await endEpoch(db, 'lacking_part');
  await db.schema
    .createTable('release_opening')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('dataset_id', 'integer', (column) => column.notNull())
    .addColumn('release_id', 'integer', (column) => column.notNull())
    .addColumn('account_id', 'integer', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('opened_at', 'timestamptz', (column) => column.notNull())
    .addColumn('ends_at', 'timestamptz', (column) => column.notNull())
    .addForeignKeyConstraint(
      'release_opening_release',
      ['dataset_id', 'release_id'],
      'release',
      ['dataset_id', 'id'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('release_opening_account')
    .on('release_opening')
    .columns(['account_id', 'release_id'])
    .execute();
  await db.schema.alterTable('report_judgement').addColumn('live_release_id', 'integer').execute();
}

async function endEpoch(db: Kysely<unknown>, table: string): Promise<void> {
  for (const event of ['insert', 'update', 'delete'])
    await sql`create constraint trigger ${sql.ref(`${table}_epoch_${event}`)}
      after ${sql.raw(event)} on ${sql.ref(table)}
      deferrable initially deferred for each row execute function epoch_end()`.execute(db);
  await sql`create trigger ${sql.ref(`${table}_epoch_truncate`)} after truncate on ${sql.ref(table)}
    for each statement execute function epoch_end()`.execute(db);
}
