import { storage } from '@atrium/engine';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TablePlan } from '../../package/packagePlan.ts';
import { quoted } from '../../sql/quoted.ts';
import { target } from './importJob.ts';
import { staging } from './staging.ts';

/**
 * Counts the rows of a table that have a subject. Throws an Error unless as many rows were staged as were read, and as
 * many are in the release as have a subject.
 */
export async function countStored(
  table: TablePlan,
  read: number,
  connection: DuckDBConnection,
): Promise<number> {
  const count = async (name: string): Promise<number> => {
    const result = await connection.run(`SELECT count(*) FROM ${name}`);
    return Number((await result.getRows())[0]?.[0]);
  };
  const staged = await count(staging.rows(table));
  if (staged !== read) throw new Error(`${read} rows of ${table.name} were read, but ${staged} were staged.`);
  const kept = await count(staging.kept(table));
  if (table.collection === null) return kept;
  const stored = await count(quoted(target, storage.collection(table.collection)));
  if (stored !== kept)
    throw new Error(`${kept} rows of ${table.name} have a subject, but ${stored} are in the release.`);
  return kept;
}
