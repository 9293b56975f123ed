import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import { type RawBuilder, sql } from 'kysely';
import type { PortalApi } from '../../access/index.ts';
import { sumUse } from '../../audit/index.ts';
import { route } from '../../http/index.ts';
import { accountsAt } from '../accounts/accountList.ts';
import type { AdminDeps } from '../frame/deps.ts';
import { type ListRules, registerList, saveRows } from '../frame/list.ts';

const { usage: calls } = adminEndpoints;

/** Months, both included, and the dataset's id in paths; what is absent leaves it open. */
interface Span {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly dataset?: string | undefined;
}

/** The user report. What was done since the last time is summed up first, so that it is as new as the audit. */
export function registerUsageRoom(api: PortalApi, deps: AdminDeps): void {
  const { db } = deps;
  const prepare = async ({ since, until }: Span): Promise<void> => {
    if (since !== undefined && until !== undefined && since > until)
      throw fieldRefusal('bad_request', 'until', 'must not be before the first month');
    await sumUse(db);
  };
  registerList(api, deps, { calls, ...usageRules, prepare });
  route(api, calls.months, async ({ query }) => {
    await prepare(query);
    const { rows } = await byMonth(query).execute(db);
    return calls.months.reply.parse({ months: rows });
  });
  route(api, calls.exportMonths, async ({ query }) => {
    await prepare(query);
    return saveRows(deps, { room: 'usage_by_month', file: monthFile }, byAccountAndMonth(query));
  });
}

/** Which rows of `use_by_month as use`, joined with its dataset, lie in a span. */
const inSpan = ({ since, until, dataset }: Span): RawBuilder<boolean> =>
  sql`(${since === undefined ? sql`true` : sql`use.month >= ${since}`}
    and ${until === undefined ? sql`true` : sql`use.month <= ${until}`}
    and ${dataset === undefined ? sql`true` : sql`dataset.unique_id = ${dataset}`})`;

const sums = sql`sum(use.sign_ins)::integer as sign_ins, sum(use.queries)::integer as queries,
  sum(use.exports)::integer as exports, sum(use.exported_rows)::double precision as exported_rows,
  sum(use.downloads)::integer as downloads`;

const figures = {
  sign_ins: 'sign_ins',
  queries: 'queries',
  exports: 'exports',
  exported_rows: 'exported_rows',
  downloads: 'downloads',
};

/** The accounts with what each has done in a span. */
const usageRules: ListRules<typeof calls.list> = {
  rows: (now, span) => sql`
    select account.id, account.username, account.full_name, account.email, account.state,
      account.last_used_at, coalesce(used.sign_ins, 0) as sign_ins, coalesce(used.queries, 0) as queries,
      coalesce(used.exports, 0) as exports, coalesce(used.exported_rows, 0) as exported_rows,
      coalesce(used.downloads, 0) as downloads
    from (${accountsAt(now)}) as account
    left join (
      select use.account_id, ${sums}
      from use_by_month as use left join dataset on dataset.id = use.dataset_id
      where ${inSpan(span)} group by use.account_id
    ) as used on used.account_id = account.id`,
  tests: { since: null, until: null, dataset: null },
  searched: ['username', 'full_name', 'email'],
  orders: { username: sql`lower(username)`, last_used: sql`last_used_at` },
  file: {
    username: 'username',
    name: 'full_name',
    state: 'state',
    last_seen: 'last_used_at',
    ...figures,
  },
};

const byMonth = (span: Span) => sql`
  select use.month, count(distinct use.account_id)::integer as accounts, ${sums}
  from use_by_month as use left join dataset on dataset.id = use.dataset_id
  where ${inSpan(span)} group by use.month order by use.month`;

const monthFile = { month: 'month', username: 'username', dataset: 'dataset', ...figures };

/** The use by account, dataset and month; accounts and datasets that are gone have their number. */
const byAccountAndMonth = (span: Span) => sql`
  select use.month, coalesce(account.username, 'account ' || use.account_id) as username,
    case when use.dataset_id = 0 then ''
      else coalesce(dataset.unique_id, 'dataset ' || use.dataset_id) end as dataset,
    use.sign_ins, use.queries, use.exports, use.exported_rows::double precision as exported_rows,
    use.downloads
  from use_by_month as use
  left join account on account.id = use.account_id
  left join dataset on dataset.id = use.dataset_id
  where ${inSpan(span)}
  order by use.month, use.account_id || '/' || use.dataset_id || '/' || use.month`;
