import { describe, expect } from 'vitest';
import { z } from 'zod';
import { record, retireLines, sumUse } from '../../audit/index.ts';
import type { Caller } from '../../testing/caller.ts';
import { onPortal } from '../../testing/onPortal.ts';

const calls = '/pcgc/api/admin/usage';
const month = new Date().toISOString().slice(0, 7);

const list = z.object({
  count: z.number(),
  results: z.array(
    z.object({
      username: z.string(),
      sign_ins: z.number(),
      queries: z.number(),
      exports: z.number(),
      exported_rows: z.number(),
      downloads: z.number(),
    }),
  ),
});
const readOf = (staff: Caller) => async (query: string) =>
  list
    .parse((await staff.get(`${calls}?${query}`)).json())
    .results.map((one) => [one.username, one.sign_ins, one.queries, one.exports, one.exported_rows]);

const it = onPortal()
  .extend('asStaff', { scope: 'file' }, async ({ portal }) => {
    const staff = await portal.anAccount({ username: 'sam', isStaff: true });
    const [ada, bo] = [
      await portal.anAccount({ username: 'ada' }),
      await portal.anAccount({ username: 'bo' }),
    ];
    const hearts = await portal.aDataset({ uniqueId: 'hearts' });
    const livers = await portal.aDataset({ uniqueId: 'livers' });
    const line = (accountId: number, action: 'count' | 'preview' | 'export_rows' | 'sign_in', given = {}) =>
      record(portal.db, { accountId, action, ...given });
    await line(ada.id, 'sign_in');
    await line(ada.id, 'count', { datasetId: hearts.id });
    await line(ada.id, 'preview', { datasetId: livers.id });
    await line(ada.id, 'export_rows', { datasetId: hearts.id, detail: { rows: 2_000_000_000 } });
    await line(ada.id, 'export_rows', { datasetId: hearts.id, detail: { rows: 2_000_000_000 } });
    await line(bo.id, 'count', { datasetId: hearts.id });
    await record(portal.db, { accountId: null, action: 'sign_in_refused' });
    return portal.signedIn(staff);
  })
  .extend('read', ({ asStaff }) => readOf(asStaff))
  .extend(
    'months',
    ({ asStaff }) =>
      async (query: string) =>
        (await asStaff.get(`${calls}/months?${query}`)).json().months,
  );

describe('the user report (rule 15.8)', () => {
  it('counts what each account did, also accounts that did nothing', async ({ read }) => {
    expect(await read('sort=username')).toEqual([
      ['ada', 1, 2, 2, 4_000_000_000],
      ['bo', 0, 1, 0, 0],
      ['sam', 0, 0, 0, 0],
    ]);
  });

  it('can be filtered by dataset and by months', async ({ read, months }) => {
    expect(await read('dataset=livers&sort=username')).toEqual([
      ['ada', 0, 1, 0, 0],
      ['bo', 0, 0, 0, 0],
      ['sam', 0, 0, 0, 0],
    ]);
    expect((await read(`since=${month}&until=${month}`))[0]).toEqual(['ada', 1, 2, 2, 4_000_000_000]);
    expect((await read('until=2001-01'))[0]?.slice(1)).toEqual([0, 0, 0, 0]);
    expect(await months('dataset=hearts')).toMatchObject([{ month, accounts: 2, queries: 2, exports: 2 }]);
  });

  it('counts each line once, however often the report is opened, and keeps the counts of retired lines', async ({
    portal,
    months,
  }) => {
    await Promise.all([sumUse(portal.db), sumUse(portal.db)]);
    const before = await months('');
    expect(await months('')).toEqual(before);
    expect(await retireLines(portal.db, new Date(Date.now() + 60_000))).toBeGreaterThan(5);
    expect(await months('')).toEqual(before);
  });

  it('is saved by account, and by account, dataset and month', async ({ asStaff }) => {
    const accounts = (await asStaff.get(`${calls}/export_csv?sort=username`)).body.split('\r\n');
    expect(accounts[1]).toMatch(/^ada,,active,.*,1,2,2,4000000000,0$/);
    const lines = (await asStaff.get(`${calls}/months_csv`)).body.trim().split('\r\n');
    expect(lines).toContain(`${month},ada,hearts,0,1,2,4000000000,0`);
    expect(lines).toContain(`${month},ada,,1,0,0,0,0`);
  });

  it.for([
    ['since=2026-13', 'since'],
    ['since=2026-02&until=2026-01', 'until'],
  ])('refuses %s and names the field', async ([query, field], { asStaff }) => {
    const reply = await asStaff.get(`${calls}?${query}`);
    expect([reply.statusCode, reply.json().field]).toEqual([400, field]);
  });
});
