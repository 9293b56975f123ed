import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { type AuditEventTable, containing, type Schema } from '../database/index.ts';
import type { StoredLine } from './canonicalLine.ts';

/** The accounts that a name stands for. */
export interface NamedAccounts {
  readonly ids: readonly number[];
  /** A pattern that the names of gone accounts and of operators may match, too; null for a whole user name. */
  readonly pattern: string | null;
}

/** Which lines; an absent field restricts nothing. */
export interface LineFilter {
  readonly accountId?: number | undefined;
  readonly who?: NamedAccounts | undefined;
  /** The lines of a transfer after its beginning. */
  readonly transfer?: number | undefined;
  readonly action?: string | undefined;
  /** The dataset's id in paths, as it was at the time. */
  readonly dataset?: string | undefined;
  /** From this instant on. */
  readonly since?: Date | undefined;
  /** Before this instant. */
  readonly until?: Date | undefined;
}

/** Finds whom a name stands for: the account of a user name, else all that have it in their names or address. */
export async function findNamed(db: Kysely<Schema>, who: string): Promise<NamedAccounts> {
  const named = db.selectFrom('account').select('id');
  const exact = await named.where(sql<string>`lower(username)`, '=', who.toLowerCase()).execute();
  if (exact.length > 0) return { ids: exact.map(({ id }) => id), pattern: null };
  const pattern = containing(who);
  const found = await named
    .where((eb) =>
      eb.or([
        eb('username', 'ilike', pattern),
        eb('full_name', 'ilike', pattern),
        eb('email', 'ilike', pattern),
      ]),
    )
    .execute();
  return { ids: found.map(({ id }) => id), pattern };
}

/** The actions of a transfer that has begun. */
const ofTransfers = sql.join(
  (['transfer_list', 'file_begin', 'file_sent', 'zip_sent'] as const).map((action) => sql.lit(action)),
);

/** The line is of the transfer; written as the index of these lines has it. */
const isOf = (transfer: number) =>
  sql<boolean>`action in (${ofTransfers}) and detail->>'transfer' = ${String(transfer)}`;

/** The line is of a transfer whose beginning the same filter finds. */
const isGrouped = ({ since }: LineFilter) => sql<boolean>`action in (${ofTransfers}) and exists (
    select from audit_event as begun
    where begun.action = 'download_begin' and begun.detail->>'download' = audit_event.detail->>'transfer'
      and begun.account_id = audit_event.account_id
      and ${since === undefined ? sql`true` : sql`begun.at >= ${since}`})`;

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
  const { accountId, who, transfer, action, dataset, since, until } = filter;
  return query
    .$if(accountId !== undefined, (all) => all.where('account_id', '=', accountId ?? null))
    .$if(who !== undefined, (all) => all.where(who === undefined ? sql<boolean>`true` : isBy(who)))
    .$if(transfer !== undefined, (all) => all.where(isOf(transfer ?? 0)))
    .$if(action !== undefined, (all) => all.where('action', '=', action ?? ''))
    .$if(dataset !== undefined, (all) => all.where('dataset', '=', dataset ?? ''))
    .$if(since !== undefined, (all) => all.where('at', '>=', since ?? new Date()))
    .$if(until !== undefined, (all) => all.where('at', '<', until ?? new Date()));
}

const isBy = ({ ids, pattern }: NamedAccounts) => {
  const isTheirs = sql<boolean>`account_id = any(${[...ids]}::integer[])`;
  return pattern === null
    ? isTheirs
    : sql<boolean>`(${isTheirs} or username ilike ${pattern} or operator ilike ${pattern})`;
};

const portionSize = 1000;

/** Loads all lines after `id` in the order of the chain, in portions; also those that are appended meanwhile. */
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
      .limit(portionSize)
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
  /** Leaves out the lines of transfers whose beginning the filter finds. */
  readonly groupsTransfers: boolean;
}

/** Loads one page, newest first, and the cursor of the next page; null at the end. */
export async function loadPage(db: Kysely<Schema>, { filter, before, size, groupsTransfers }: PageRequest) {
  const lines = await restricted(linesOf(db), filter)
    .$if(before !== undefined, (all) => all.where('id', '<', before ?? 0))
    .$if(groupsTransfers, (all) => all.where(sql<boolean>`not (${isGrouped(filter)})`))
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute();
  const page = lines.slice(0, size);
  return { lines: page, next: lines.length > size ? (page.at(-1)?.id ?? null) : null };
}
