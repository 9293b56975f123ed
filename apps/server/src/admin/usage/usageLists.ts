import { accountStates, type UsageItem } from '@atrium/contract';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { accountsAt } from '../accounts/accountList.ts';
import type { AdminDeps } from '../frame/deps.ts';
import { createList, type ListSource } from '../frame/list.ts';

/** Months, both included, and the dataset's id in paths; what is absent leaves it open. */
export interface Span {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly dataset?: string | undefined;
}

type Deps = Pick<AdminDeps, 'db' | 'clock'>;

/** Which rows of `use_by_month as use`, joined with its dataset, lie in a span. */
export const inSpan = ({ since, until, dataset }: Span): RawBuilder<boolean> =>
  sql`(${since === undefined ? sql`true` : sql`use.month >= ${since}`}
    and ${until === undefined ? sql`true` : sql`use.month <= ${until}`}
    and ${dataset === undefined ? sql`true` : sql`dataset.unique_id = ${dataset}`})`;

const figures = {
  sign_ins: z.int(),
  queries: z.int(),
  exports: z.int(),
  exported_rows: z.number(),
  downloads: z.int(),
};

const usageRow = z.object({
  id: z.int(),
  username: z.string(),
  full_name: z.string(),
  state: z.enum(accountStates),
  last_used_at: z.date().nullable(),
  ...figures,
});
type UsageRow = z.infer<typeof usageRow>;

const usageAt = (now: Date, span: Span) => sql`
  select account.id, account.username, account.full_name, account.email, account.state,
    account.last_used_at, coalesce(used.sign_ins, 0) as sign_ins, coalesce(used.queries, 0) as queries,
    coalesce(used.exports, 0) as exports, coalesce(used.exported_rows, 0) as exported_rows,
    coalesce(used.downloads, 0) as downloads
  from (${accountsAt(now)}) as account
  left join (
    select use.account_id, sum(use.sign_ins)::integer as sign_ins, sum(use.queries)::integer as queries,
      sum(use.exports)::integer as exports, sum(use.exported_rows)::double precision as exported_rows,
      sum(use.downloads)::integer as downloads
    from use_by_month as use left join dataset on dataset.id = use.dataset_id
    where ${inSpan(span)} group by use.account_id
  ) as used on used.account_id = account.id`;

/** The accounts with what each has done in a span. */
export const createUsageList = (deps: Deps) =>
  createList(deps, {
    room: 'usage',
    source: (span: Span): ListSource<UsageRow> => ({ rows: usageAt(deps.clock(), span), row: usageRow }),
    searched: ['username', 'full_name', 'email'],
    sorts: {
      username: sql`lower(username)`,
      last_used: sql`last_used_at`,
      sign_ins: sql`sign_ins`,
      queries: sql`queries`,
      exports: sql`exports`,
      exported_rows: sql`exported_rows`,
      downloads: sql`downloads`,
    },
    usualSort: ['queries', -1],
    key: 'id',
    columns: [
      ['username', (one) => one.username],
      ['name', (one) => one.full_name],
      ['state', (one) => one.state],
      ['last_seen', (one) => one.last_used_at],
      ['sign_ins', (one) => one.sign_ins],
      ['queries', (one) => one.queries],
      ['exports', (one) => one.exports],
      ['exported_rows', (one) => one.exported_rows],
      ['downloads', (one) => one.downloads],
    ],
  });

const monthRow = z.object({
  month: z.string(),
  username: z.string(),
  dataset: z.string(),
  ...figures,
});
type MonthRow = z.infer<typeof monthRow>;

/** The use by account, dataset and month; accounts and datasets that are gone have their number. */
export const createMonthList = (deps: Deps) =>
  createList(deps, {
    room: 'usage_by_month',
    source: (span: Span): ListSource<MonthRow> => ({
      rows: sql`
        select use.month, coalesce(account.username, 'account ' || use.account_id) as username,
          case when use.dataset_id = 0 then ''
            else coalesce(dataset.unique_id, 'dataset ' || use.dataset_id) end as dataset,
          use.sign_ins, use.queries, use.exports, use.exported_rows::double precision as exported_rows,
          use.downloads, use.account_id || '/' || use.dataset_id || '/' || use.month as key
        from use_by_month as use
        left join account on account.id = use.account_id
        left join dataset on dataset.id = use.dataset_id
        where ${inSpan(span)}`,
      row: monthRow,
    }),
    searched: ['username', 'dataset'],
    sorts: { month: sql`month` },
    usualSort: ['month', 1],
    key: 'key',
    columns: [
      ['month', (one) => one.month],
      ['username', (one) => one.username],
      ['dataset', (one) => one.dataset],
      ['sign_ins', (one) => one.sign_ins],
      ['queries', (one) => one.queries],
      ['exports', (one) => one.exports],
      ['exported_rows', (one) => one.exported_rows],
      ['downloads', (one) => one.downloads],
    ],
  });

export const presentUsage = (row: UsageRow): UsageItem => ({
  id: row.id,
  username: row.username,
  fullName: row.full_name,
  state: row.state,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  signIns: row.sign_ins,
  queries: row.queries,
  exports: row.exports,
  exportedRows: row.exported_rows,
  downloads: row.downloads,
});
