import { type Lookup, storage } from '@atrium/engine';
import type { DuckDBConnection } from '@duckdb/node-api';
import { parseDictionary } from '../releases/dictionaryDocument.ts';
import { literal, quoted } from '../sql/quoted.ts';

interface AttachedRelease {
  readonly lookup: Lookup;
  /** The release whose tables it reads; null where it holds its own. */
  readonly source: string | null;
}

/** Attaches a release file under the release's name and loads its dictionary; throws unless the file is whole. */
export async function attachRelease(
  connection: DuckDBConnection,
  { file, release }: { file: string; release: string },
): Promise<AttachedRelease> {
  await connection.run(`ATTACH ${literal(file)} AS ${quoted(release)} (READ_ONLY)`);
  try {
    const text = `SELECT document FROM ${quoted(release, storage.dictionary)}`;
    const [row] = await (await connection.run(text)).getRows();
    const tables = await queryTables(connection, release);
    const source = tables.includes(storage.source) ? await querySource(connection, release) : null;
    return { lookup: parseDictionary(row?.[0], { release, tables }), source };
  } catch (error) {
    await detachRelease(connection, release);
    throw error;
  }
}

/** Detaches a release, so that its file can be moved or deleted. */
export async function detachRelease(connection: DuckDBConnection, release: string): Promise<void> {
  await connection.run(`DETACH ${quoted(release)}`);
}

async function queryTables(connection: DuckDBConnection, release: string): Promise<readonly unknown[]> {
  const text = `SELECT table_name FROM duckdb_tables() WHERE database_name = $1
    UNION ALL SELECT view_name FROM duckdb_views() WHERE database_name = $1 AND NOT internal`;
  return (await (await connection.run(text, [release])).getRows()).flat();
}

async function querySource(connection: DuckDBConnection, release: string): Promise<string | null> {
  const [row] = await (
    await connection.run(`SELECT release FROM ${quoted(release, storage.source)}`)
  ).getRows();
  return typeof row?.[0] === 'string' ? row[0] : null;
}
