import { adminEndpoints, type SupportState, type SupportSummary, supportStates } from '@atrium/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import type { PortalApi } from '../access/index.ts';
import { route } from '../http/index.ts';
import { answerSupport, loadSupport, setSupportState } from '../site/index.ts';
import type { AdminDeps } from './frame/deps.ts';
import { createList, type ListSource } from './frame/list.ts';

const { support: calls } = adminEndpoints;

/** The room of the support inbox (rule 14.13). */
export function registerSupportRoom(api: PortalApi, deps: AdminDeps): void {
  const list = createInbox(deps);
  route(api, calls.list, async ({ query }) => {
    const { count, results } = await list.load(query);
    return { count, results: results.map(present) };
  });
  route(api, calls.exportCsv, ({ query }) => list.save(query));
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

const row = z.object({
  id: z.int(),
  sent_at: z.date(),
  email: z.string(),
  account: z.string().nullable(),
  subject: z.string(),
  message: z.string(),
  state: z.enum(supportStates),
  answers: z.int(),
});
type InboxRow = z.infer<typeof row>;

interface InboxFilter {
  readonly state?: SupportState | undefined;
}

const requestsOf = ({ state }: InboxFilter) => sql`
  select support_request.id, sent_at, support_request.email, subject, message, state,
    coalesce(nullif(account.full_name, ''), account.username) as account,
    (select count(*)::integer from support_answer where request_id = support_request.id) as answers
  from support_request
  left join account on account.id = support_request.account_id
  where ${state === undefined ? sql`true` : sql`state = ${state}`}`;

const createInbox = (deps: Pick<AdminDeps, 'db' | 'clock'>) =>
  createList(deps, {
    room: 'support',
    source: (filter: InboxFilter): ListSource<InboxRow> => ({ rows: requestsOf(filter), row }),
    searched: ['email', 'account', 'subject', 'message'],
    sorts: {
      sent: sql`sent_at`,
      email: sql`lower(email)`,
      subject: sql`lower(subject)`,
      state: sql`case state when 'open' then 1 when 'answered' then 2 else 3 end`,
    },
    usualSort: ['sent', -1],
    key: 'id',
    columns: [
      ['request', (one) => one.id],
      ['sent', (one) => one.sent_at],
      ['email', (one) => one.email],
      ['account', (one) => one.account],
      ['subject', (one) => one.subject],
      ['state', (one) => one.state],
      ['answers', (one) => one.answers],
    ],
  });

const present = ({ message: _, sent_at, ...one }: InboxRow): SupportSummary => ({
  ...one,
  sentAt: sent_at.toISOString(),
});
