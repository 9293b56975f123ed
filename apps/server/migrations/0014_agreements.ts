import { type Kysely, sql } from 'kysely';

/**
 * A dataset may have a data-use agreement. Its versions, and who accepted which, are only ever added to; they name
 * account and dataset by plain values, and outlive both.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createAgreement(db);
  await createAcceptance(db);
  await db.schema.alterTable('dataset').addColumn('agreement_id', 'integer').execute();
  // With the dataset in the key, no dataset can have the agreement of another.
  await db.schema
    .alterTable('dataset')
    .addForeignKeyConstraint('dataset_agreement_in_force', ['id', 'agreement_id'], 'dataset_agreement', [
      'dataset_id',
      'id',
    ])
    .execute();
  await refuseChange(db);
}

async function createAgreement(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('dataset_agreement')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('dataset_id', 'integer', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull().check(sql`version ~ '^[A-Za-z0-9._-]{1,60}$'`))
    .addColumn('text', 'text', (column) => column.notNull().check(sql`text <> ''`))
    .addColumn('text_hash', 'text', (column) =>
      column.notNull().check(sql`text_hash = encode(sha256(convert_to(text, 'UTF8')), 'hex')`),
    )
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addUniqueConstraint('dataset_agreement_once', ['dataset_id', 'version'])
    .addUniqueConstraint('dataset_agreement_of_dataset', ['dataset_id', 'id'])
    .execute();
}

async function createAcceptance(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('agreement_acceptance')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('account_id', 'integer', (column) => column.notNull())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('agreement_id', 'integer', (column) => column.notNull().references('dataset_agreement.id'))
    .addColumn('dataset', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('text_hash', 'text', (column) => column.notNull())
    .addColumn('accepted_at', 'timestamptz', (column) => column.notNull())
    .addUniqueConstraint('agreement_acceptance_once', ['account_id', 'agreement_id'])
    .execute();
}

async function refuseChange(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function agreement_refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'Agreements and acceptances are only ever added to.' using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  for (const table of ['dataset_agreement', 'agreement_acceptance'])
    await sql`
      create trigger ${sql.ref(`${table}_keep`)} before update or delete or truncate on ${sql.ref(table)}
      for each statement execute function agreement_refuse()`.execute(db);
}
