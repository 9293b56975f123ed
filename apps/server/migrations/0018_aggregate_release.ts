import { type Kysely, sql } from 'kysely';

/** Members who see aggregates only may stand on an earlier release than the others, until enough subjects differ. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('dataset').addColumn('aggregate_release_id', 'integer').execute();
  await sql`update dataset set aggregate_release_id = live_release_id`.execute(db);
  await db.schema
    .alterTable('dataset')
    .addForeignKeyConstraint('dataset_aggregate_release', ['id', 'aggregate_release_id'], 'release', [
      'dataset_id',
      'id',
    ])
    .execute();
}
