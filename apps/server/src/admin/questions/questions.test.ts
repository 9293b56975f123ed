import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { portalOfFile } from '../../testing/ofFile.ts';
import { openTestDatabase } from '../../testing/testDatabase.ts';
import { openQuestionLog, type QuestionLog } from '../index.ts';

const calls = '/pcgc/api/admin/questions';

const list = z.object({
  count: z.number(),
  dropped: z.number(),
  kept_days: z.number().nullable(),
  results: z.array(
    z.object({
      id: z.number(),
      request_id: z.string(),
      username: z.string(),
      dataset: z.string(),
      call: z.string(),
      path: z.string(),
      action: z.string().nullable(),
      status: z.number(),
      statements: z.number(),
      rows: z.number().nullable(),
    }),
  ),
});
const read = async (query = '') => list.parse((await asStaff.get(`${calls}?${query}`)).json());

const state = await openTestDatabase();
const log: QuestionLog = openQuestionLog({
  db: state.db,
  // The clock of the portal is another one, and nothing is to be too old for this one.
  clock: () => new Date(0),
  days: 14,
  everyMs: 3_600_000,
  onFault: (error) => {
    throw error;
  },
});
const portal = await portalOfFile({ state, questionLog: log });
const dataset = await portal.aDataset({ uniqueId: 'hearts', packagePath: portal.smallPackage });
const ada = await portal.anAccount({ username: 'ada' });
const adaId = ada.id;
await portal.aMember({ dataset, account: ada, level: 'phi' });
const asAda = await portal.signedIn(ada);
const asStaff = await portal.signedIn(await portal.anAccount({ username: 'sam', isStaff: true }));
await asAda.post('hearts/cohort_def', {
  transformation: { type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] },
});
await asAda.get('hearts/query_tools/count');
await asAda.get('hearts/query_tools/export_csv');
await asAda.get('nowhere/query_tools/count');
afterAll(() => log.close());

describe('query troubleshooting (rule 15.7)', () => {
  it('finds a question by account, dataset, call, time and request id', async () => {
    const all = await read();
    expect(all).toMatchObject({ dropped: 0, kept_days: 14 });
    const counted = all.results.find(({ action }) => action === 'count');
    expect(counted).toMatchObject({ username: 'ada', dataset: 'hearts', status: 200 });
    const request = counted?.request_id ?? '';
    expect((await read(`request=${request.slice(0, 13)}`)).results).toEqual([counted]);
    expect((await read(`account=${adaId}`)).count).toBe(all.count);
    expect((await read('account=999999')).count).toBe(0);
    expect((await read('who=AD')).count).toBe(all.count);
    expect((await read('who=sam')).count).toBe(0);
    expect((await read('search=query_tools/count')).count).toBe(2);
    expect((await read('until=2001-01-01')).count).toBe(0);
    expect((await read('since=2001-01-01')).count).toBe(all.count);
  });

  it('shows the path as it was asked, without what was asked in the query', async () => {
    await asAda.get('hearts/concepts/sex/cohort_def_callback/?search=secret');
    const { results } = await read('search=concepts/sex');
    expect(results.map(({ call, path }) => [call, path])).toEqual([
      [
        'GET /api/v2/:dataset/concepts/:conceptId/cohort_def_callback',
        '/api/v2/hearts/concepts/sex/cohort_def_callback/',
      ],
    ]);
  });

  it('keeps refused ones without statements, and those of files with their rows', async () => {
    const { results } = await read();
    expect(results.find(({ dataset }) => dataset === 'nowhere')).toMatchObject({
      status: 404,
      statements: 0,
      rows: null,
    });
    const file = results.find(({ call }) => call.endsWith('/export_csv'));
    expect(file).toMatchObject({ status: 200, action: 'export_rows' });
    expect(file?.statements).toBeGreaterThan(0);
    expect(file?.rows).toBeGreaterThan(0);
  });

  it('shows one in words, with its statements and values, and the audit notes who looked', async () => {
    const counted = (await read()).results.find(({ action }) => action === 'count');
    const detail = (await asStaff.get(`${calls}/${counted?.id}`)).json();
    expect(detail.definitions[0].description).toContain('Sex');
    expect(detail.ran[0].text).toMatch(/^SELECT/i);
    expect(JSON.stringify(detail.ran)).toContain('Female');
    expect(detail.can_explain).toBe(true);
    const audit = (await asStaff.get('audit?action=staff_view&page_size=1')).json();
    expect(audit.results[0].detail).toEqual({ room: 'questions', request: counted?.request_id });
  });

  it('gives the plan of a statement, and runs it again where asked', async () => {
    const counted = (await read()).results.find(({ action }) => action === 'count');
    const explain = async (analyze: boolean, statement = 0) =>
      asStaff.post(`${calls}/${counted?.id}/explain`, { statement, analyze });
    const planned = await explain(false);
    expect([planned.statusCode, planned.json().plan.length > 20]).toEqual([200, true]);
    const timed = (await explain(true)).json();
    expect(timed.plan).toMatch(/Total Time|Execution Time/i);
    expect((await explain(false, 400)).statusCode).toBe(404);
    const audit = (await asStaff.get('audit?action=staff_view&page_size=1')).json();
    expect(audit.results[0].detail).toMatchObject({ room: 'questions', isRun: true });
  });

  it('does not run what was kept in part only', async () => {
    const { id } = await portal.db
      .insertInto('question')
      .values({
        request_id: 'cut',
        at: new Date(),
        account_id: adaId,
        dataset: 'hearts',
        call: 'GET x',
        action: null,
        status: 200,
        ms: 1,
        rows: 1,
        detail: '{}',
        statements: JSON.stringify([{ text: 'SEL', values: [], begin: 0, ms: 1, rows: 1, isCut: true }]),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const reply = await asStaff.post(`${calls}/${id}/explain`, { statement: 0, analyze: true });
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'conflict']);
  });

  it('is saved without statements and values', async () => {
    const file = await asStaff.get(`${calls}/export_csv`);
    expect(file.body).toContain('ada');
    expect(file.body).not.toContain('Female');
  });
});

describe('the keeping of questions', () => {
  it('drops new questions while too many wait, says how many, and never delays a question', {
    tags: 'long',
  }, async () => {
    const full = openQuestionLog({
      db: portal.db,
      clock: () => new Date(0),
      days: 14,
      everyMs: 3_600_000,
      onFault: () => {},
    });
    for (let callNumber = 0; callNumber < 302; callNumber += 1) await asAda.get('nowhere/query_tools/count');
    expect(full.dropped()).toBe(2);
    await full.close();
    await log.flush();
  });

  it('ends after its days', async () => {
    await log.flush();
    const later = openQuestionLog({
      db: portal.db,
      clock: () => new Date('2999-01-01'),
      days: 14,
      everyMs: 3_600_000,
      onFault: () => {},
    });
    await later.flush();
    await later.close();
    expect((await read()).results).toEqual([]);
  });
});
