import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/index.ts';

/** Tables that every request may write: sessions and the audit. */
const lively = new Set(['audit_event', 'audit_head', 'session', 'sign_in_attempt']);

/** A text for the rows of each other table of the state database, which differs after any change. */
export async function createStateDigest(db: Kysely<Schema>): Promise<() => Promise<readonly string[]>> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const tables = rows.map(({ name }) => name).filter((name) => !lively.has(name));
  const digests = tables.map(
    (
      name,
    ) => sql`select ${sql.lit(name)} as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest
      from ${sql.table(name)} as t`,
  );
  const all = sql<{ name: string; digest: string }>`${sql.join(digests, sql` union all `)}`;
  return async () => (await all.execute(db)).rows.map(({ name, digest }) => `${name} ${digest}`);
}
