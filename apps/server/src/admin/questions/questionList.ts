import type { QuestionItem } from '@atrium/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { containing } from '../../database/index.ts';
import type { AdminDeps } from '../frame/deps.ts';
import { createList, type ListSource } from '../frame/list.ts';

const row = z.object({
  id: z.coerce.number(),
  request_id: z.string(),
  at: z.date(),
  account_id: z.int().nullable(),
  username: z.string(),
  dataset: z.string(),
  call: z.string(),
  path: z.string(),
  action: z.string().nullable(),
  status: z.int(),
  ms: z.number(),
  statements: z.int(),
  rows: z.int().nullable(),
});
export type QuestionRow = z.infer<typeof row>;

export interface QuestionFilter {
  /** A request id, or the beginning of one. */
  readonly request?: string | undefined;
  readonly account?: number | undefined;
  /** A user name, or a part of a name or an e-mail address. */
  readonly who?: string | undefined;
  readonly dataset?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly id?: number | undefined;
}

function questionsOf({ request, account, who, dataset, since, until, id }: QuestionFilter) {
  const tests = [
    ...(request === undefined || request === ''
      ? []
      : [sql`starts_with(question.request_id, ${request.trim()})`]),
    ...(account === undefined ? [] : [sql`question.account_id = ${account}`]),
    ...(who === undefined || who === '' ? [] : [isNamed(who)]),
    ...(dataset === undefined ? [] : [sql`question.dataset = ${dataset}`]),
    ...(since === undefined ? [] : [sql`question.at >= ${since}`]),
    ...(until === undefined ? [] : [sql`question.at < ${until}`]),
    ...(id === undefined ? [] : [sql`question.id = ${id}`]),
    sql`true`,
  ];
  return sql`
    select question.id, question.request_id, question.at, question.account_id,
      coalesce(account.username, '') as username, coalesce(question.dataset, '') as dataset,
      question.call, question.path, question.action, question.status, question.ms, question.rows,
      json_array_length(question.statements) as statements
    from question left join account on account.id = question.account_id
    where ${sql.join(tests, sql` and `)}`;
}

const isNamed = (who: string) =>
  sql`concat_ws(' ', account.username, account.full_name, account.email) ilike ${containing(who)}`;

export const createQuestionList = (deps: Pick<AdminDeps, 'db' | 'clock'>) =>
  createList(deps, {
    room: 'questions',
    source: (filter: QuestionFilter): ListSource<QuestionRow> => ({ rows: questionsOf(filter), row }),
    searched: ['request_id', 'username', 'dataset', 'call', 'path', 'action'],
    sorts: {
      at: sql`at`,
      ms: sql`ms`,
      rows: sql`rows`,
      statements: sql`statements`,
      username: sql`lower(nullif(username, ''))`,
      dataset: sql`dataset`,
      call: sql`call`,
    },
    usualSort: ['at', -1],
    key: 'id',
    columns: [
      ['request', (one) => one.request_id],
      ['at', (one) => one.at],
      ['username', (one) => one.username],
      ['dataset', (one) => one.dataset],
      ['call', (one) => one.call],
      ['path', (one) => one.path],
      ['action', (one) => one.action],
      ['status', (one) => one.status],
      ['milliseconds', (one) => one.ms],
      ['statements', (one) => one.statements],
      ['rows', (one) => one.rows],
    ],
  });

export const presentQuestion = (one: QuestionRow): QuestionItem => ({
  id: one.id,
  requestId: one.request_id,
  at: one.at.toISOString(),
  accountId: one.account_id,
  username: one.username,
  dataset: one.dataset,
  call: one.call,
  path: one.path,
  action: one.action,
  status: one.status,
  ms: one.ms,
  statements: one.statements,
  rows: one.rows,
});
