import { fieldRefusal, type SupportState, type SupportSummary, supportStates } from '@atrium/contract';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Schema } from '../database/index.ts';

export interface InboxRequest {
  readonly page: number;
  readonly size: number;
  /** Absent: of every state. */
  readonly state: SupportState | undefined;
  /** Part of the address, the subject or the message, whatever its case. */
  readonly search: string | undefined;
}

/** The state that a query names; refuses another word. */
export function stateOf(given: string | undefined): SupportState | undefined {
  const state = supportStates.find((known) => known === given);
  if (given !== undefined && state === undefined)
    throw fieldRefusal('bad_request', 'state', `must be one of ${supportStates.join(', ')}`);
  return state;
}

/** One page of the inbox, newest first, with the number of all that fit and of all that are open. */
export async function listSupport(db: Kysely<Schema>, { page, size, state, search }: InboxRequest) {
  const fits = ({ eb, and, or, lit }: ExpressionBuilder<Schema, 'support_request'>) => {
    const words = `%${(search ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
    const found = (['email', 'subject', 'message'] as const).map((column) =>
      eb(`support_request.${column}`, 'ilike', words),
    );
    return and([
      state === undefined ? lit(true) : eb('support_request.state', '=', state),
      search === undefined ? lit(true) : or(found),
    ]);
  };
  const all = db.selectFrom('support_request').select(({ fn }) => fn.countAll<string>().as('count'));
  const [{ count }, { count: open }] = await Promise.all([
    all.where(fits).executeTakeFirstOrThrow(),
    all.where('state', '=', 'open').executeTakeFirstOrThrow(),
  ]);
  const rows = await db
    .selectFrom('support_request')
    .leftJoin('account', 'account.id', 'support_request.account_id')
    .select(['support_request.id', 'sent_at', 'support_request.email', 'subject', 'state'])
    .select(sql<string | null>`coalesce(nullif(account.full_name, ''), account.username)`.as('account'))
    .select(({ selectFrom }) =>
      selectFrom('support_answer')
        .select(({ fn }) => fn.countAll<string>().as('answers'))
        .whereRef('request_id', '=', 'support_request.id')
        .as('answers'),
    )
    .where(fits)
    .orderBy('support_request.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const requests = rows.map(
    ({ sent_at, answers, ...row }): SupportSummary => ({
      ...row,
      sentAt: sent_at.toISOString(),
      answers: Number(answers),
    }),
  );
  return { count: Number(count), open: Number(open), requests };
}
