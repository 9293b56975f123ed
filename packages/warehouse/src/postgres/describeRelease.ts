import { storage } from '@atrium/engine';
import type { DescribedRelease } from '../indexes/indexStore.ts';
import { parseDictionary } from '../releases/dictionaryDocument.ts';
import { quoted } from '../sql/quoted.ts';
import { runQuery } from './runQuery.ts';
import type { PostgresSessions } from './sessions.ts';

/** Loads the dictionary of a release; throws unless the release is whole. */
export async function describeRelease(
  release: string,
  sessions: PostgresSessions,
): Promise<DescribedRelease> {
  const run = (text: string, ...values: readonly string[]) =>
    runQuery({ text, values }, sessions, { timeoutMs: null });
  const [row] = await run(`SELECT document FROM ${quoted(release, storage.dictionary)}`);
  const found = await run(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = $1
      UNION ALL SELECT viewname FROM pg_views WHERE schemaname = $1`,
    release,
  );
  const tables = found.map(({ name }) => name);
  const [shared] = tables.includes(storage.source)
    ? await run(`SELECT release FROM ${quoted(release, storage.source)}`)
    : [];
  const source = shared === undefined ? null : String(shared['release']);
  // A schema that was dropped and created again has another number, and that of its last transaction differs.
  const [schema] = await run(
    `SELECT concat_ws(' ', d.oid, n.oid, n.xmin) AS tables FROM pg_namespace AS n, pg_database AS d
      WHERE n.nspname = $1 AND d.datname = current_database()`,
    release,
  );
  const described = { source, tables: String(schema?.['tables']) };
  return { ...described, lookup: parseDictionary(row?.['document'], { release, tables }), source };
}
