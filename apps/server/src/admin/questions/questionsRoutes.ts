import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { Explained, QuestionDetail, RanStatement } from '@atrium/contract/endpoints/adminQuestions';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Query } from '@atrium/engine';
import { sql } from 'kysely';
import { z } from 'zod';
import type { PortalApi } from '../../access/index.ts';
import { loadRecorded, recordedIn } from '../../audit/index.ts';
import { containing } from '../../database/index.ts';
import { disclosed, route } from '../../http/index.ts';
import { staffView } from '../frame/act.ts';
import type { AdminDeps } from '../frame/deps.ts';
import { createList, type ListRules } from '../frame/list.ts';

const { questions: calls } = adminEndpoints;

/** The list of questions. */
export const questionRules: ListRules<typeof calls.list> = {
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

/**
 * Query troubleshooting. The audit records who looks at a question, since its values may be what a person typed (rule
 * 15.7).
 */
export function registerQuestionRoom(api: PortalApi, deps: AdminDeps): void {
  const { questionLog } = deps;
  const list = createList(deps, calls.list, questionRules);
  const find = async (id: number) => {
    const { results } = await list.load({}, { id });
    const [found] = results;
    if (found === undefined)
      throw new PortalError('not_found', 'There is no such question: it may be older than they are kept.');
    return found;
  };
  route(api, calls.list, async ({ query }) => {
    await questionLog.flush();
    const { count, results } = await list.load(query);
    const page = {
      count,
      results,
      dropped: questionLog.dropped(),
      keptDays: questionLog.days,
    };
    return disclosed(page, [staffView({ room: 'questions', questions: results.length })]);
  });
  route(api, calls.exportCsv, ({ query }) => list.save(query));
  route(api, calls.detail, async ({ params: { questionId } }) => {
    const found = await find(questionId);
    const detail = { ...found, ...(await loadParts(deps, questionId)) };
    return disclosed(detail, [staffView({ room: 'questions', request: found.requestId })]);
  });
  route(api, calls.explain, async ({ params: { questionId }, body, signal }) => {
    const found = await find(questionId);
    const { ran } = await loadParts(deps, questionId);
    const statement = ran[body.statement];
    if (statement === undefined) throw new PortalError('not_found', 'The question has no such statement.');
    if (statement.isCut)
      throw new PortalError('conflict', 'Only a part of this statement was kept, so it cannot be run again.');
    const line = staffView({
      room: 'questions',
      request: found.requestId,
      statement: body.statement,
      isRun: body.analyze,
    });
    return disclosed(await explain(deps, statement, { isRun: body.analyze, signal }), [line]);
  });
}

const storedStatement = z.object({
  text: z.string(),
  values: z.array(z.json()),
  begin: z.number(),
  ms: z.number(),
  rows: z.int().nullable(),
  isCut: z.boolean(),
});

async function loadParts(
  { db, operations: { releases } }: AdminDeps,
  id: number,
): Promise<Pick<QuestionDetail, 'definitions' | 'ran' | 'canExplain'>> {
  const row = await db
    .selectFrom('question')
    .select(['detail', 'statements'])
    .where('id', '=', String(id))
    .executeTakeFirstOrThrow();
  const line = { detail: JSON.stringify(row.detail) };
  const ran: RanStatement[] = z.array(storedStatement).parse(row.statements);
  const present = new Set(await releases.list());
  const named = [...new Set(ran.flatMap(({ text }) => text.match(/release_\d+/g) ?? []))];
  return {
    definitions: recordedIn(await loadRecorded(db, [line]), line),
    ran,
    canExplain: ran.length > 0 && named.every((release) => present.has(release)),
  };
}

const queryValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.string()),
  z.array(z.number()),
]);

/** The columns of a plan: DuckDB's and PostgreSQL's. */
const planCells = ['explain_value', 'QUERY PLAN'];

async function explain(
  { operations: { questions }, clock }: AdminDeps,
  { text, values }: RanStatement,
  { isRun, signal }: { readonly isRun: boolean; readonly signal: AbortSignal },
): Promise<Explained> {
  const given: Query['values'] = z.array(queryValue).parse(values);
  const began = performance.now();
  // Each time is another statement, so that no answer of before is given.
  const head = `/* ${clock().getTime()} */ EXPLAIN ${isRun ? 'ANALYZE ' : ''}`;
  const rows = await questions.run({ text: `${head}${text}`, values: given }, { signal });
  const plan = rows
    .map((row) => planCells.flatMap((cell) => (cell in row ? [String(row[cell])] : [])).join('\n'))
    .join('\n');
  return { plan, ms: Math.round((performance.now() - began) * 10) / 10 };
}
