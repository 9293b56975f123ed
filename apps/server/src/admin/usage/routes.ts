import { adminEndpoints, fieldRefusal } from '@atrium/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import type { PortalApi } from '../../access/index.ts';
import { sumUse } from '../../audit/index.ts';
import { route } from '../../http/index.ts';
import type { AdminDeps } from '../frame/deps.ts';
import { createMonthList, createUsageList, inSpan, presentUsage, type Span } from './usageLists.ts';

const { usage: calls } = adminEndpoints;

/** The user report. What was done since the last time is summed up first, so that it is as new as the audit. */
export function registerUsageRoom(api: PortalApi, deps: AdminDeps): void {
  const list = createUsageList(deps);
  const byMonth = createMonthList(deps);
  const ready = async (span: Span): Promise<void> => {
    if (span.since !== undefined && span.until !== undefined && span.since > span.until)
      throw fieldRefusal('bad_request', 'until', 'must not be before the first month');
    await sumUse(deps.db);
  };
  route(api, calls.list, async ({ query }) => {
    await ready(query);
    const { count, results } = await list.load(query);
    return { count, results: results.map(presentUsage) };
  });
  route(api, calls.exportCsv, async ({ query }) => {
    await ready(query);
    return list.save(query);
  });
  route(api, calls.months, async ({ query }) => {
    await ready(query);
    return { months: await loadMonths(deps, query) };
  });
  route(api, calls.exportMonths, async ({ query }) => {
    await ready(query);
    return byMonth.save(query);
  });
}

const monthRow = z.object({
  month: z.string(),
  accounts: z.int(),
  sign_ins: z.int(),
  queries: z.int(),
  exports: z.int(),
  exported_rows: z.number(),
  downloads: z.int(),
});

async function loadMonths({ db }: Pick<AdminDeps, 'db'>, span: Span) {
  const { rows } = await sql`
    select use.month, count(distinct use.account_id)::integer as accounts,
      sum(use.sign_ins)::integer as sign_ins, sum(use.queries)::integer as queries,
      sum(use.exports)::integer as exports, sum(use.exported_rows)::double precision as exported_rows,
      sum(use.downloads)::integer as downloads
    from use_by_month as use left join dataset on dataset.id = use.dataset_id
    where ${inSpan(span)} group by use.month order by use.month`.execute(db);
  return z
    .array(monthRow)
    .parse(rows)
    .map((one) => ({
      month: one.month,
      accounts: one.accounts,
      signIns: one.sign_ins,
      queries: one.queries,
      exports: one.exports,
      exportedRows: one.exported_rows,
      downloads: one.downloads,
    }));
}
