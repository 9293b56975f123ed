import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { AuditEventTable, Schema } from '../database/schema.ts';
import type { StoredLine } from './canonicalLine.ts';

/** Which lines; an absent field restricts nothing. */
export interface LineFilter {
  readonly accountId?: number | undefined;
  readonly action?: string | undefined;
  /** The dataset's id in paths, as it was at the time. */
  readonly dataset?: string | undefined;
  /** From this instant on. */
  readonly since?: Date | undefined;
  /** Before this instant. */
  readonly until?: Date | undefined;
}

const columns = [
  'id',
  'at',
  'account_id as accountId',
  'username',
  'operator',
  'dataset_id as datasetId',
  'dataset',
  'action',
  'previous_hash as previousHash',
  'hash',
] as const;

const linesOf = (db: Kysely<Schema>) =>
  db.selectFrom('audit_event').select(columns).select(sql<string>`detail::text`.as('detail'));

type LineQuery<Row> = SelectQueryBuilder<{ audit_event: AuditEventTable }, 'audit_event', Row>;

function restricted<Row>(query: LineQuery<Row>, filter: LineFilter): LineQuery<Row> {
  const { accountId, action, dataset, since, until } = filter;
  return query
    .$if(accountId !== undefined, (all) => all.where('account_id', '=', accountId ?? null))
    .$if(action !== undefined, (all) => all.where('action', '=', action ?? ''))
    .$if(dataset !== undefined, (all) => all.where('dataset', '=', dataset ?? ''))
    .$if(since !== undefined, (all) => all.where('at', '>=', since ?? new Date()))
    .$if(until !== undefined, (all) => all.where('at', '<', until ?? new Date()));
}

const batchSize = 1000;

/** Loads all lines after `id` in the order of the chain, in batches; also those that are appended meanwhile. */
export async function* loadAfter(
  db: Kysely<Schema>,
  id: number,
  filter: LineFilter = {},
): AsyncGenerator<readonly StoredLine[]> {
  let last = id;
  for (;;) {
    const lines = await restricted(linesOf(db), filter)
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    const end = lines.at(-1);
    if (end === undefined) return;
    yield lines;
    last = end.id;
  }
}

/** Loads one line; only a line of the account, where one is given. */
export const loadLine = (
  db: Kysely<Schema>,
  id: number,
  accountId: number | undefined,
): Promise<StoredLine | undefined> =>
  restricted(linesOf(db), { accountId }).where('id', '=', id).executeTakeFirst();

export interface PageRequest {
  readonly filter: LineFilter;
  /** Only lines with a lower id; undefined begins at the newest. */
  readonly before: number | undefined;
  readonly size: number;
}

/** Loads one page, newest first, and the cursor of the next page; null at the end. */
export async function loadPage(db: Kysely<Schema>, { filter, before, size }: PageRequest) {
  const lines = await restricted(linesOf(db), filter)
    .$if(before !== undefined, (all) => all.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute();
  const page = lines.slice(0, size);
  return { lines: page, next: lines.length > size ? (page.at(-1)?.id ?? null) : null };
}
