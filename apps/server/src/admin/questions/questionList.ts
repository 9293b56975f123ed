import type { adminEndpoints } from '@atrium/contract';
import { sql } from 'kysely';
import { containing } from '../../database/index.ts';
import type { ListRules } from '../frame/list.ts';

/** The list of questions. */
export const questionRules: ListRules<(typeof adminEndpoints)['questions']['list']> = {
  rows: () => sql`
    select question.id, question.request_id, question.at, question.account_id,
      coalesce(account.username, '') as username, coalesce(question.dataset, '') as dataset,
      question.call, question.path, question.action, question.status, question.ms, question.rows,
      json_array_length(question.statements) as statements,
      concat_ws(' ', account.username, account.full_name, account.email) as names
    from question left join account on account.id = question.account_id`,
  complete: ({ id, ...row }) => ({ ...row, id: Number(id) }),
  searched: ['request_id', 'username', 'dataset', 'call', 'path', 'action'],
  orders: { username: sql`lower(nullif(username, ''))` },
  tests: {
    request: (begin) => sql`starts_with(request_id, ${begin.trim()})`,
    account: (account) => sql`account_id = ${account}`,
    who: (who) => sql`names ilike ${containing(who)}`,
    since: (since) => sql`at >= ${since}`,
    until: (until) => sql`at < ${until}`,
  },
  file: {
    request: 'request_id',
    at: 'at',
    username: 'username',
    dataset: 'dataset',
    call: 'call',
    path: 'path',
    action: 'action',
    status: 'status',
    milliseconds: 'ms',
    statements: 'statements',
    rows: 'rows',
  },
};
