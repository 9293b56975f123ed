import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/index.ts';

/** Stores a definition of reports, given as JSON, as a save of a report does; returns its hash. */
export async function aStoredDefinition(
  db: Kysely<Schema>,
  datasetId: number,
  content: string,
): Promise<string> {
  const { hash } = await db
    .insertInto('report_definition')
    .values({
      dataset_id: datasetId,
      hash: sql<string>`report_definition_hash(${content}::text::jsonb)`,
      content,
    })
    .onConflict((conflict) => conflict.columns(['dataset_id', 'hash']).doUpdateSet({ dataset_id: datasetId }))
    .returning('hash')
    .executeTakeFirstOrThrow();
  return hash;
}
