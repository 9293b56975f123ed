import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Caller } from '../testing/caller.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';
import { verifyChain } from './index.ts';

let portal: TestApp;
let caller: Caller;
let analyst: Caller;

beforeAll(async () => {
  portal = await testApp();
  const dataset = await portal.aDataset({ uniqueId: 'small', packagePath: portal.smallPackage });
  caller = await portal.signedIn((await portal.aMember({ dataset, level: 'deid' })).account);
  analyst = await portal.signedIn((await portal.aMember({ dataset, level: 'agg' })).account);
});
afterAll(() => portal.close());

const lines = z.object({
  results: z.array(
    z.object({ action: z.string(), dataset: z.string(), detail: z.record(z.string(), z.unknown()) }),
  ),
});
const last = async (who: Caller) => lines.parse((await who.get('audit/?page_size=1')).json()).results[0];
const edit = (who: Caller, path: string, transformation: object) =>
  who.post(`small/${path}/`, { transformation });

it('a count is put on record as it was given, with its release and its snapshot', async () => {
  expect((await caller.get('small/query_tools/count/')).json().count).toBe(6);
  expect(await last(caller)).toEqual({
    action: 'count',
    dataset: 'small',
    detail: { release: expect.stringMatching(/^release_\d+$/), snapshot: null, count: 6 },
  });
  await edit(caller, 'cohort_def', {
    type: 'add_entry',
    concept_id: 'sex',
    selected_categories: ['Female'],
    ignore_warnings: false,
  });
  const { count } = (await caller.get('small/query_tools/count/')).json();
  expect(await last(caller)).toMatchObject({ detail: { snapshot: expect.any(Number), count } });
});

it('a page, statistics, a cross-tab and a file are put on record, without what was typed or found', async () => {
  const preview = (await caller.get('small/query_tools/preview/')).json();
  expect(await last(caller)).toMatchObject({
    action: 'preview',
    detail: { page: 1, records: preview.record_count, subjects: preview.subject_count },
  });
  await caller.get('small/concepts/note/cohort_def_callback/?search=typed-text');
  expect(await last(caller)).toMatchObject({ action: 'statistics', detail: { concept: 'note' } });
  await caller.get('small/concepts/sex/?include_statistics=true&show_all_data=true');
  expect(await last(caller)).toMatchObject({
    action: 'statistics',
    detail: { concept: 'sex', overEveryone: true, snapshot: null },
  });
  await edit(analyst, 'analysis_def', { type: 'add_entry', concept_id: 'sex', role: 'rows' });
  await analyst.get('small/analysis_tools/run_analysis/');
  expect(await last(analyst)).toMatchObject({
    action: 'cross_tab',
    detail: { snapshot: expect.any(Number) },
  });
  const file = await caller.get('small/query_tools/export_csv/');
  expect(await last(caller)).toMatchObject({
    action: 'export_rows',
    detail: { format: 'csv', isComplete: true, bytes: Buffer.byteLength(file.body) },
  });
  const all = await portal.db.selectFrom('audit_event').selectAll().execute();
  expect(JSON.stringify(all)).not.toMatch(/typed-text|Female/);
  expect(await verifyChain(portal.db)).toMatchObject({ kind: 'whole', lines: all.length });
});

it('a question that is refused gives nothing and leaves no line', async () => {
  const before = await last(caller);
  expect((await caller.get('small/concepts/nothing/cohort_def_callback/')).statusCode).toBe(404);
  expect(await last(caller)).toEqual(before);
});
