import type { Kysely } from 'kysely';

/** The provider whose table of groups gave a membership; null where staff or a setting gave it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('membership').addColumn('from_provider', 'text').execute();
}
