import type { AccessLevel } from '@atrium/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import { chosenEffort, chosenSeed } from '../testing/chance.ts';
import type { TestDataset } from '../testing/factories.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';

let test: TestApp;
let dataset: TestDataset;
beforeAll(async () => {
  test = await testApp();
  dataset = await test.aDataset({ uniqueId: 'small', packagePath: test.smallPackage });
});
afterAll(() => test.close());

async function aCaller(level: AccessLevel = 'phi', on = dataset): Promise<Caller> {
  const { account } = await test.aMember({ dataset: on, level });
  return test.signedIn(account);
}

const edit = async (caller: Caller, transformation: object, kind = 'cohort_def'): Promise<void> => {
  const { json } = await caller.post(`${dataset.uniqueId}/${kind}/`, { transformation });
  expect(json()).toMatchObject({ transformation_successful: true });
};
const women = { type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] };
const light = { type: 'add_entry', concept_id: 'weight', cd_numeric_max: 20 };
const severe = { type: 'add_entry', concept_id: 'diagnosis_severity', selected_categories: ['severe'] };

const reply = async (caller: Caller, path: string) =>
  (await caller.get(`${dataset.uniqueId}/${path}`)).json();
const count = (caller: Caller) => reply(caller, 'query_tools/count/');
const preview = (caller: Caller) => reply(caller, 'query_tools/preview/?records_per_page=3000');
const crossTab = (caller: Caller) => reply(caller, 'analysis_tools/run_analysis/');
const opened = (caller: Caller, id: string) => caller.get(`${dataset.uniqueId}/receipts/${id}/`);

const form = /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/;

it('count, table, cross-tab and every file of one cohort carry the same receipt of the cohort (rule 3.26)', async () => {
  const caller = await aCaller();
  await edit(caller, women);
  await edit(caller, { type: 'add_entry', concept_id: 'is_proband', role: 'rows' }, 'analysis_def');
  const { cohort_receipt: receipt } = await count(caller);
  expect(receipt).toMatch(form);
  const page = await preview(caller);
  const tab = await crossTab(caller);
  const dictionary = await reply(caller, 'query_tools/export_dictionary/');
  const files = await Promise.all(
    ['export_csv', 'export_ndjson', 'export_parquet'].map((name) =>
      caller.get(`${dataset.uniqueId}/query_tools/${name}/`),
    ),
  );
  const tabFile = await caller.get(`${dataset.uniqueId}/analysis_tools/export_csv/`);
  expect(page).toMatchObject({ cohort_receipt: receipt, table_receipt: expect.stringMatching(form) });
  expect(tab).toMatchObject({ cohort_receipt: receipt, analysis_receipt: expect.stringMatching(form) });
  expect(dictionary.sources[0]).toMatchObject({ cohortReceipt: receipt, tableReceipt: page.table_receipt });
  for (const { headers } of files)
    expect(headers).toMatchObject({
      'atrium-cohort-receipt': receipt,
      'atrium-table-receipt': page.table_receipt,
    });
  expect(tabFile.headers).toMatchObject({
    'atrium-cohort-receipt': receipt,
    'atrium-analysis-receipt': tab.analysis_receipt,
  });
  expect(new Set([receipt, page.table_receipt, tab.analysis_receipt]).size).toBe(3);
});

it('the audit names the receipts of what was given', async () => {
  const caller = await aCaller();
  await edit(caller, light);
  const { cohort_receipt: cohortReceipt } = await count(caller);
  const { table_receipt: tableReceipt } = await preview(caller);
  const { results } = (await caller.get('audit/')).json();
  const details = results.map(({ action, detail }: { action: string; detail: unknown }) => [action, detail]);
  expect(details).toContainEqual(['count', expect.objectContaining({ cohortReceipt })]);
  expect(details).toContainEqual(['preview', expect.objectContaining({ cohortReceipt, tableReceipt })]);
});

it('two members of one level have one receipt for one question, whatever the order of their edits', async () => {
  const [one, other] = [await aCaller(), await aCaller()];
  await edit(one, women);
  await edit(one, light);
  await edit(other, light);
  await edit(other, women);
  expect((await count(one)).cohort_receipt).toBe((await count(other)).cohort_receipt);
});

it('another level has another receipt', async () => {
  const [phi, deid] = [await aCaller('phi'), await aCaller('deid')];
  expect((await count(phi)).cohort_receipt).not.toBe((await count(deid)).cohort_receipt);
});

it('a new release has another receipt, and the old one still opens and says that it is not live', {
  tags: 'long',
}, async () => {
  const on = await test.aDataset({ packagePath: test.smallPackage });
  const caller = await aCaller('phi', on);
  const before = (await caller.get(`${on.uniqueId}/query_tools/count/`)).json();
  await test.aRelease(on, test.smallPackage);
  const after = (await caller.get(`${on.uniqueId}/query_tools/count/`)).json();
  expect(after.cohort_receipt).not.toBe(before.cohort_receipt);
  const old = (await caller.get(`${on.uniqueId}/receipts/${before.cohort_receipt}/`)).json();
  expect(old).toMatchObject({ is_live: false });
});

it('a receipt opens for members of the same level and is not found for all others', async () => {
  const owner = await aCaller();
  await edit(owner, women);
  const { cohort_receipt: id } = await count(owner);
  const found = await opened(await aCaller('phi'), id);
  expect(found.json()).toMatchObject({
    id,
    kind: 'cohort',
    is_live: true,
    cohort: { cohort_def: [{ list: [{ concept_id: 'sex', categories: ['Female'] }] }], errors: [] },
    table: null,
    analysis: null,
  });
  for (const level of ['deid', 'agg'] as const) {
    const refused = await opened(await aCaller(level), id);
    expect([refused.statusCode, refused.json().code]).toEqual([404, 'not_found']);
  }
  const elsewhere = await test.aDataset({ packagePath: test.smallPackage });
  const stranger = await aCaller('phi', elsewhere);
  expect((await stranger.get(`${elsewhere.uniqueId}/receipts/${id}/`)).statusCode).toBe(404);
});

const everything = {
  allSubjects: true,
  subjectConcepts: [],
  categories: null,
  concepts: null,
  collections: null,
};

it('a receipt is not found by a member of other groups, and their receipts differ', async () => {
  const on = await test.aDataset({ packagePath: test.smallPackage });
  const caller = await aCaller('phi', on);
  const { cohort_receipt: id } = (await caller.get(`${on.uniqueId}/query_tools/count/`)).json();
  await test.db
    .insertInto('permission_group')
    .values({ dataset_id: on.id, name: 'all', opens: JSON.stringify(everything) })
    .execute();
  const there = await caller.get(`${on.uniqueId}/receipts/${id}/`);
  expect(there.statusCode).toBe(404);
  expect((await caller.get(`${on.uniqueId}/query_tools/count/`)).json().cohort_receipt).not.toBe(id);
});

it('members who see aggregates only open the receipt of their cross-tab, and load it', async () => {
  const caller = await aCaller('agg');
  await edit(caller, { type: 'add_entry', concept_id: 'sex', role: 'rows' }, 'analysis_def');
  const tab = await crossTab(caller);
  await edit(caller, { type: 'clear_all' }, 'analysis_def');
  const found = (await opened(caller, tab.analysis_receipt)).json();
  expect(found).toMatchObject({
    kind: 'analysis',
    analysis: { analysis_def: { rows: [{ concept_id: 'sex' }] } },
  });
  const loaded = await caller.post(`${dataset.uniqueId}/receipts/${tab.analysis_receipt}/load/`);
  expect(loaded.json()).toEqual({ loaded: ['analysis'] });
  expect((await crossTab(caller)).analysis_receipt).toBe(tab.analysis_receipt);
});

it('a receipt that is loaded gives the same receipts and figures again, and one undo leads back', async () => {
  const caller = await aCaller();
  await edit(caller, women);
  await edit(caller, { type: 'add_entry', concept_id: 'age' }, 'table_def');
  const before = await preview(caller);
  await edit(caller, { type: 'clear_all' });
  await edit(caller, { type: 'add_entry', concept_id: 'weight' }, 'table_def');
  const between = await preview(caller);
  const loaded = await caller.post(`${dataset.uniqueId}/receipts/${before.table_receipt}/load/`);
  expect(loaded.json()).toEqual({ loaded: ['cohort', 'table'] });
  const { table_receipt, cohort_receipt, data } = await preview(caller);
  expect({ table_receipt, cohort_receipt, data }).toEqual({
    table_receipt: before.table_receipt,
    cohort_receipt: before.cohort_receipt,
    data: before.data,
  });
  for (const kind of ['cohort_def', 'table_def']) {
    const { previous_snapshot_id: id } = await reply(caller, `${kind}/`);
    await caller.post(`${dataset.uniqueId}/${kind}/${id}/activate/`);
  }
  expect((await preview(caller)).table_receipt).toBe(between.table_receipt);
});

const figures = (caller: Caller, id: string, of = dataset) =>
  caller.get(`${of.uniqueId}/receipts/${id}/figures/`);

it('a receipt has its count, its attrition and its cross-tab, whatever is active now (rule 12.31)', async () => {
  const caller = await aCaller();
  await edit(caller, women);
  await edit(caller, severe);
  await edit(caller, { type: 'add_entry', concept_id: 'is_proband', role: 'rows' }, 'analysis_def');
  const { count: women_count, cohort_receipt } = await count(caller);
  const { table_receipt } = await preview(caller);
  const { dataset: cells, analysis_receipt } = await crossTab(caller);
  await edit(caller, { type: 'clear_all' });
  await edit(caller, { type: 'clear_all' }, 'analysis_def');
  const everyone = (await count(caller)).count;
  const reader = await aCaller();
  for (const [id, tab] of [
    [cohort_receipt, null],
    [table_receipt, null],
    [analysis_receipt, expect.objectContaining({ dataset: cells, analysis_receipt })],
  ]) {
    const found = (await figures(reader, id)).json();
    expect(found).toMatchObject({ count: women_count, cross_tab: tab, is_same: true });
    expect(found.attrition[0]).toEqual({ label: 'Everyone', count: everyone });
    expect(found.attrition.at(-1).count).toBe(women_count);
    expect(found.attrition).toHaveLength(3);
  }
  expect((await figures(await aCaller('deid'), cohort_receipt)).statusCode).toBe(404);
  const { results } = (await reader.get('audit/')).json();
  const details = results.map(({ action, detail }: { action: string; detail: unknown }) => [action, detail]);
  for (const action of ['count', 'cross_tab'])
    expect(details).toContainEqual([action, expect.objectContaining({ receipt: analysis_receipt })]);
});

it('members who see aggregates only see the cross-tab of a receipt, and no count (rule 12.31)', async () => {
  const caller = await aCaller('agg');
  await edit(caller, { type: 'add_entry', concept_id: 'sex', role: 'rows' }, 'analysis_def');
  const tab = await crossTab(caller);
  expect((await figures(caller, tab.analysis_receipt)).json()).toEqual({
    count: null,
    attrition: [],
    cross_tab: expect.objectContaining({ dataset: tab.dataset, suppression: tab.suppression }),
    is_same: true,
  });
  expect((await figures(caller, tab.cohort_receipt)).json()).toMatchObject({ count: null, cross_tab: null });
});

it('a receipt of an earlier release is counted there (rule 12.31)', async () => {
  const on = await test.aDataset({ packagePath: test.smallPackage });
  const caller = await aCaller('phi', on);
  const before = (await caller.get(`${on.uniqueId}/query_tools/count/`)).json();
  await test.aRelease(on, test.smallPackage);
  expect((await figures(caller, before.cohort_receipt, on)).json()).toMatchObject({
    count: before.count,
    is_same: true,
  });
});

it('a cohort with errors has no receipt', async () => {
  const { account } = await test.aMember({ dataset, level: 'phi' });
  const caller = await test.signedIn(account);
  const definition = JSON.stringify([
    {
      entry_type: 'criteria_set',
      entry_id: 'set',
      collection_id: 'participant',
      list: [{ entry_id: 'one', concept_id: 'gone', categories: ['Female'] }],
    },
  ]);
  const owned = { account_id: account.id, dataset_id: dataset.id, kind: 'cohort' } as const;
  const { id } = await test.db
    .insertInto('snapshot')
    .values({ ...owned, definition })
    .returning('id')
    .executeTakeFirstOrThrow();
  await test.db
    .insertInto('active_snapshot')
    .values({ ...owned, snapshot_id: id })
    .execute();
  const page = await preview(caller);
  expect(page.preview_failed).toBe(true);
  expect(page).not.toHaveProperty('cohort_receipt');
});

const edits = fc.constantFrom<object>(
  women,
  light,
  severe,
  { type: 'add_entry', concept_id: 'sex', selected_categories: ['Male', 'Female'] },
  { type: 'add_entry', concept_id: 'weight', cd_numeric_min: 5, cd_numeric_max: 70 },
  { type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'], exclude_selected: true },
  { type: 'add_entry', concept_id: 'is_proband', selected_categories: ['true'] },
);
const columns = fc.constantFrom<object>(
  { type: 'add_entry', concept_id: 'weight' },
  { type: 'add_entry', concept_id: 'diagnosis_severity' },
  { type: 'bulk_add_entries', concept_id_list: ['weight', 'age'] },
);
const axes = fc.constantFrom<object>(
  { type: 'add_entry', concept_id: 'sex', role: 'rows' },
  { type: 'add_entry', concept_id: 'is_proband', role: 'cols' },
  { type: 'add_entry', concept_id: 'diagnosis_severity', role: 'rows' },
);

const formats = ['csv', 'ndjson', 'parquet'] as const;
type Format = (typeof formats)[number];

interface Shown {
  readonly counted: { readonly cohort_receipt: string; readonly count: number };
  readonly page: { readonly table_receipt: string; readonly data: unknown };
  readonly files: Readonly<Record<Format, Buffer>>;
  readonly tab: { readonly analysis_receipt: string; readonly dataset: unknown };
}

/** Saves what is active, and expects the report to have its receipts and figures. */
async function agreesAsReport(caller: Caller, { counted, page, files, tab }: Shown): Promise<void> {
  const form = { name: 'x', with_analysis: 'yes' };
  const saved = await caller.post(`${dataset.uniqueId}/reports/create_form/`, form);
  const tools = `report_tools/${saved.json().report_id}`;
  const { table_receipt, data } = await reply(caller, `${tools}/preview/?records_per_page=3000`);
  expect({ table_receipt, data }).toEqual({ table_receipt: page.table_receipt, data: page.data });
  for (const format of formats) {
    const { rawPayload } = await caller.get(`${dataset.uniqueId}/${tools}/export_${format}/`);
    expect(rawPayload.equals(files[format]), format).toBe(true);
  }
  expect(await reply(caller, `${tools}/run_analysis/`)).toMatchObject({
    analysis_receipt: tab.analysis_receipt,
    dataset: tab.dataset,
  });
  const { methods } = await reply(caller, `${tools}/methods/`);
  expect([methods.receipt, methods.count]).toEqual([counted.cohort_receipt, counted.count]);
}

it('equal receipts have equal figures on every screen, in every file and in reports, over random definitions (rule 3.26)', {
  tags: 'long',
}, async () => {
  const known = new Map<string, string>();
  const numRuns = Math.ceil(5 * chosenEffort());
  let repeated = 0;
  const agrees = (receipt: string, figures: unknown): void => {
    const text = JSON.stringify(figures);
    const before = known.get(receipt);
    if (before !== undefined) repeated += 1;
    expect(text, receipt).toBe(before ?? text);
    known.set(receipt, text);
  };
  const page = await preview(await aCaller());
  const defaultColumns = page.extended_table_def.fields.map((field: { entry_id: string }) => field.entry_id);
  const callers = { phi: await aCaller('phi'), deid: await aCaller('deid') };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('phi' as const, 'deid' as const),
      fc.array(edits, { maxLength: 3 }),
      fc.array(columns, { maxLength: 2 }),
      fc.uniqueArray(axes, { minLength: 1, maxLength: 2 }),
      async (level, cohort, table, analysis) => {
        const caller = callers[level];
        await caller.post(`${dataset.uniqueId}/cohort_def/`, { transformation: { type: 'clear_all' } });
        await edit(caller, { type: 'resort_columns', entry_ids: defaultColumns }, 'table_def');
        for (const one of cohort) await edit(caller, one);
        for (const one of table) await edit(caller, one, 'table_def');
        await edit(caller, { type: 'clear_all' }, 'analysis_def');
        for (const one of analysis) await edit(caller, one, 'analysis_def');
        const counted = await count(caller);
        const page = await preview(caller);
        expect(page.cohort_receipt).toBe(counted.cohort_receipt);
        agrees(counted.cohort_receipt, counted.count);
        agrees(page.cohort_receipt, page.subject_count);
        agrees(page.table_receipt, [page.record_count, page.data]);
        const fileOf = async (format: Format): Promise<Buffer> => {
          const file = await caller.get(`${dataset.uniqueId}/query_tools/export_${format}/`);
          expect(file.headers['atrium-table-receipt']).toBe(page.table_receipt);
          agrees(`${page.table_receipt} as ${format}`, file.rawPayload.toString('base64'));
          return file.rawPayload;
        };
        const files = {
          csv: await fileOf('csv'),
          ndjson: await fileOf('ndjson'),
          parquet: await fileOf('parquet'),
        };
        const tab = await crossTab(caller);
        expect(tab.cohort_receipt).toBe(counted.cohort_receipt);
        agrees(tab.analysis_receipt, tab.dataset);
        const tabFile = await caller.get(`${dataset.uniqueId}/analysis_tools/export_csv/`);
        agrees(`${tabFile.headers['atrium-analysis-receipt']} as CSV`, tabFile.payload);
        expect(tabFile.headers['atrium-analysis-receipt']).toBe(tab.analysis_receipt);
        await agreesAsReport(caller, { counted, page, files, tab });
      },
    ),
    { numRuns, seed: chosenSeed(), endOnFailure: true },
  );
  expect(repeated).toBeGreaterThan(numRuns);
});
