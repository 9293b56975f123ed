import type { DuckDBConnection } from '@duckdb/node-api';
import type { ConvertedTerm } from '../ontologyPart.ts';
import { asRefusal, type SourceTable } from './sourceTables.ts';

/**
 * The concepts in the table `used`, with the named ones above them. The table of ancestors is a closure: a parent is an
 * ancestor with no other kept concept between.
 */
export async function termsOf(
  connection: DuckDBConnection,
  ancestors: SourceTable | null,
): Promise<readonly ConvertedTerm[]> {
  await connection.run('CREATE TEMP TABLE kept AS SELECT DISTINCT concept_id FROM used');
  const closure =
    ancestors === null
      ? 'SELECT NULL::VARCHAR AS above, NULL::VARCHAR AS below WHERE false'
      : `SELECT CAST(ancestor_concept_id AS VARCHAR) AS above, CAST(descendant_concept_id AS VARCHAR) AS below
         FROM ${ancestors.from} WHERE ancestor_concept_id <> descendant_concept_id`;
  try {
    await connection.run(`CREATE TEMP TABLE closure AS ${closure}`);
  } catch (error) {
    throw asRefusal(ancestors?.path ?? 'concept_ancestor', error);
  }
  await connection.run(`INSERT INTO kept
    SELECT DISTINCT above FROM closure SEMI JOIN used ON used.concept_id = below SEMI JOIN named ON named.concept_id = above
    EXCEPT SELECT concept_id FROM kept`);
  await connection.run(`CREATE TEMP TABLE within AS SELECT DISTINCT above, below FROM closure
    SEMI JOIN kept ON kept.concept_id = above SEMI JOIN kept AS lower ON lower.concept_id = below`);
  const found = await connection.runAndReadAll(`
    SELECT kept.concept_id, coalesce(named.concept_name, kept.concept_id), coalesce(string_agg(direct.above, ' ' ORDER BY direct.above), '')
    FROM kept LEFT JOIN named ON named.concept_id = kept.concept_id
    LEFT JOIN (
      SELECT above, below FROM within WHERE NOT EXISTS (
        SELECT 1 FROM within AS upper JOIN within AS lower ON upper.below = lower.above
        WHERE upper.above = within.above AND lower.below = within.below)
    ) AS direct ON direct.below = kept.concept_id
    GROUP BY ALL ORDER BY ALL`);
  return found.getRows().map(([code, label, parents]) => ({
    code: String(code),
    label: String(label),
    ...(parents === '' ? {} : { parents: String(parents).split(' ') }),
  }));
}
