import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** So many lines are summed up by one transaction. */
const linesAtOnce = 50_000;

/**
 * Adds the lines of the audit that were appended since the last time to the use by month (rule 15.8). Lines commit in the
 * order of their numbers, so none that comes later has a lower one.
 */
export async function sumUse(db: Kysely<Schema>): Promise<void> {
  const sumSome = (transaction: Transaction<Schema>) => sumLines(transaction);
  if (db.isTransaction) {
    while (await sumLines(db));
    return;
  }
  while (await db.transaction().execute(sumSome));
}

/** What a line counts as, by its action. */
const isQuery = sql`action in ('count', 'preview', 'statistics', 'cross_tab', 'comparison')`;
const isExport = sql`action = 'export_rows'`;

/** False where nothing was left to sum up. */
async function sumLines(db: Kysely<Schema>): Promise<boolean> {
  const { through } = await db
    .selectFrom('use_summed')
    .select('through')
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { last } = await db
    .selectFrom((inner) =>
      inner
        .selectFrom('audit_event')
        .select('id')
        .where('id', '>', through)
        .orderBy('id')
        .limit(linesAtOnce)
        .as('line'),
    )
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  if (last === null) return false;
  await sql`
    insert into use_by_month as held
      (account_id, dataset_id, month, sign_ins, queries, exports, exported_rows, downloads, last_at)
    select account_id, coalesce(dataset_id, 0), to_char(at at time zone 'UTC', 'YYYY-MM'),
      count(*) filter (where action = 'sign_in'), count(*) filter (where ${isQuery}),
      count(*) filter (where ${isExport}),
      coalesce(sum(case when ${isExport} and detail->>'rows' ~ '^[0-9]{1,15}$'
        then (detail->>'rows')::bigint end), 0),
      count(*) filter (where action = 'download_begin'), max(at)
    from audit_event
    where id > ${through} and id <= ${last} and account_id is not null
    group by 1, 2, 3
    on conflict (account_id, dataset_id, month) do update set
      sign_ins = held.sign_ins + excluded.sign_ins, queries = held.queries + excluded.queries,
      exports = held.exports + excluded.exports,
      exported_rows = held.exported_rows + excluded.exported_rows,
      downloads = held.downloads + excluded.downloads,
      last_at = greatest(held.last_at, excluded.last_at)`.execute(db);
  await db.updateTable('use_summed').set({ through: last }).execute();
  return true;
}
