import { createLookup, type Dictionary, type Lookup, storage } from '@atrium/engine';
import type { DuckDBConnection } from '@duckdb/node-api';
import { dictionaryDocument } from '../release/dictionaryDocument.ts';
import { storedTables } from '../release/storedTables.ts';
import { literal, quoted } from './quoted.ts';

/** Attaches a release file under the release's name and reads its dictionary; throws unless the file is whole. */
export async function attachRelease(
  connection: DuckDBConnection,
  { file, release }: { file: string; release: string },
): Promise<Lookup> {
  await connection.run(`ATTACH ${literal(file)} AS ${quoted(release)} (READ_ONLY)`);
  try {
    const dictionary = await readDictionary(connection, release);
    await checkTables(connection, release, dictionary);
    return createLookup(dictionary);
  } catch (error) {
    await detachRelease(connection, release);
    throw error;
  }
}

export async function detachRelease(connection: DuckDBConnection, release: string): Promise<void> {
  await connection.run(`DETACH ${quoted(release)}`);
}

async function readDictionary(connection: DuckDBConnection, release: string): Promise<Dictionary> {
  const table = quoted(release, storage.dictionary);
  const rows = await (await connection.run(`SELECT document FROM ${table}`)).getRows();
  return dictionaryDocument.parse(JSON.parse(String(rows[0]?.[0])));
}

async function checkTables(connection: DuckDBConnection, release: string, dictionary: Dictionary) {
  const sql = 'SELECT table_name FROM duckdb_tables() WHERE database_name = $1';
  const present = new Set((await (await connection.run(sql, [release])).getRows()).flat());
  const absent = storedTables(dictionary).filter((table) => !present.has(table));
  if (absent.length > 0) throw new Error(`Release ${release} lacks ${absent.join(', ')}.`);
}
