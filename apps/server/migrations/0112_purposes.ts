import type { Kysely } from 'kysely';

/** What a member has stated to use the data for, and how many subjects members who see aggregates only count (rules 1.25 and 1.29). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('membership').addColumn('purpose', 'jsonb').execute();
  await db.schema.alterTable('release').addColumn('agreed_subject_count', 'integer').execute();
}
