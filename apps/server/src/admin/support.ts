import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { sql } from 'kysely';
import type { PortalApi } from '../access/index.ts';
import { route } from '../http/index.ts';
import { answerSupport, loadSupport, setSupportState } from '../site/index.ts';
import type { AdminDeps } from './frame/deps.ts';
import { registerList } from './frame/list.ts';

const { support: calls } = adminEndpoints;

/** The room of the support inbox (rule 14.13). */
export function registerSupportRoom(api: PortalApi, deps: AdminDeps): void {
  registerList(api, deps, {
    calls,
    rows: () => sql`
      select support_request.id, sent_at, support_request.email, subject, message, state,
        coalesce(nullif(account.full_name, ''), account.username) as account,
        (select count(*)::integer from support_answer where request_id = support_request.id) as answers
      from support_request
      left join account on account.id = support_request.account_id`,
    searched: ['email', 'account', 'subject', 'message'],
    orders: {
      sent: sql`sent_at`,
      email: sql`lower(email)`,
      subject: sql`lower(subject)`,
      state: sql`case state when 'open' then 1 when 'answered' then 2 else 3 end`,
    },
    file: {
      request: 'id',
      sent: 'sent_at',
      email: 'email',
      account: 'account',
      subject: 'subject',
      state: 'state',
      answers: 'answers',
    },
  });
  route(api, calls.request, ({ params: { requestId }, account }) => loadSupport(deps, requestId, account));
  route(api, calls.answer, async ({ params: { requestId }, account, body: { message } }) => {
    await answerSupport(deps, { requestId, account, message });
    return loadSupport(deps, requestId, account);
  });
  route(api, calls.setState, async ({ params: { requestId }, account, body: { state } }) => {
    await setSupportState(deps, { requestId, account, state });
    return loadSupport(deps, requestId, account);
  });
}
