import { createLookup, type Lookup, storage } from '@atrium/engine';
import { quoted } from '../duckdb/quoted.ts';
import { dictionaryDocument } from '../release/dictionaryDocument.ts';
import { storedTables } from '../release/storedTables.ts';
import { runQuery } from './runQuery.ts';
import type { Sessions } from './sessions.ts';

const noLimits = { timeoutMs: null } as const;

/** Reads the dictionary of a release; throws unless its schema is whole. */
export async function openRelease(release: string, sessions: Sessions): Promise<Lookup> {
  const text = `SELECT document FROM ${quoted(release, storage.dictionary)}`;
  const [line] = await runQuery({ text, values: [] }, sessions, noLimits);
  const dictionary = dictionaryDocument.parse(JSON.parse(String(line?.['document'])));
  const present = new Set(await tablesIn(release, sessions));
  const absent = storedTables(dictionary).filter((table) => !present.has(table));
  if (absent.length > 0) throw new Error(`Release ${release} lacks ${absent.join(', ')}.`);
  return createLookup(dictionary);
}

async function tablesIn(schema: string, sessions: Sessions) {
  const text = 'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1';
  const rows = await runQuery({ text, values: [schema] }, sessions, noLimits);
  return rows.map(({ name }) => name);
}
