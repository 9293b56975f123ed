import { type Kysely, sql } from 'kysely';

const columns = [
  ['dataset', 'settings'],
  ['dataset', 'steward_settings'],
  ['release', 'report'],
] as const;

/** Settings as they were written: jsonb would put the links of a header in an order of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of columns) {
    const [of, at] = [sql.table(table), sql.ref(column)];
    await sql`ALTER TABLE ${of} ALTER COLUMN ${at} DROP DEFAULT`.execute(db);
    await sql`ALTER TABLE ${of} ALTER COLUMN ${at} TYPE json USING ${at}::json`.execute(db);
    if (table === 'dataset')
      await sql`ALTER TABLE ${of} ALTER COLUMN ${at} SET DEFAULT '{}'::json`.execute(db);
  }
}
