import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestPerson } from '../testing/aPerson.ts';
import { chosenEffort, chosenSeed } from '../testing/chance.ts';
import { onPortal } from '../testing/onPortal.ts';

const it = onPortal();

const women = { type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] };
const light = { type: 'add_entry', concept_id: 'weight', cd_numeric_max: 20 };
const severe = { type: 'add_entry', concept_id: 'diagnosis_severity', selected_categories: ['severe'] };

const count = ({ read }: TestPerson) => read('query_tools/count/');
const tablePage = ({ read }: TestPerson) => read('query_tools/preview/?records_per_page=3000');
const crossTab = ({ read }: TestPerson) => read('analysis_tools/run_analysis/');
const opened = ({ get, address }: TestPerson, id: string) => get(address(`receipts/${id}/`));

const form = /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/;

it('count, table, cross-tab and every file of one cohort carry the same receipt of the cohort (rule 3.26)', async ({
  ada,
}) => {
  await ada.cohort.edit(women);
  await ada.analysis.edit({ type: 'add_entry', concept_id: 'is_proband', role: 'rows' });
  const { cohort_receipt: receipt } = await count(ada);
  expect(receipt).toMatch(form);
  const page = await tablePage(ada);
  const tab = await crossTab(ada);
  const dictionary = await ada.read('query_tools/export_dictionary/');
  const files = await Promise.all(
    ['export_csv', 'export_ndjson', 'export_parquet'].map((name) =>
      ada.get(ada.address(`query_tools/${name}/`)),
    ),
  );
  const tabFile = await ada.get(ada.address('analysis_tools/export_csv/'));
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

it('the audit names the receipts of what was given', async ({ ada }) => {
  await ada.cohort.edit(light);
  const { cohort_receipt: cohortReceipt } = await count(ada);
  const { table_receipt: tableReceipt } = await tablePage(ada);
  const { results } = (await ada.get('audit/')).json();
  const details = results.map(({ action, detail }: { action: string; detail: unknown }) => [action, detail]);
  expect(details).toContainEqual(['count', expect.objectContaining({ cohortReceipt })]);
  expect(details).toContainEqual(['preview', expect.objectContaining({ cohortReceipt, tableReceipt })]);
});

it('two members of one level have one receipt for one question, whatever the order of their edits', async ({
  portal,
  dataset,
  ada,
}) => {
  const other = await portal.aPerson({ dataset, level: 'phi' });
  await ada.cohort.edit(women);
  await ada.cohort.edit(light);
  await other.cohort.edit(light);
  await other.cohort.edit(women);
  expect((await count(ada)).cohort_receipt).toBe((await count(other)).cohort_receipt);
});

it('another level has another receipt', async ({ ada, bo }) => {
  expect((await count(ada)).cohort_receipt).not.toBe((await count(bo)).cohort_receipt);
});

it('a new release has another receipt, and the old one still opens and says that it is not live', {
  tags: 'long',
}, async ({ portal }) => {
  const on = await portal.aDataset({ packagePath: portal.smallPackage });
  const caller = await portal.aPerson({ dataset: on, level: 'phi' });
  const before = await caller.read('query_tools/count/');
  await portal.aRelease(on, portal.smallPackage);
  const after = await caller.read('query_tools/count/');
  expect(after.cohort_receipt).not.toBe(before.cohort_receipt);
  const old = await caller.read(`receipts/${before.cohort_receipt}/`);
  expect(old).toMatchObject({ is_live: false });
});

it('a receipt opens for members of the same level and is not found for all others', async ({
  portal,
  dataset,
  ada,
}) => {
  await ada.cohort.edit(women);
  const { cohort_receipt: id } = await count(ada);
  const found = await opened(await portal.aPerson({ dataset, level: 'phi' }), id);
  expect(found.json()).toMatchObject({
    id,
    kind: 'cohort',
    is_live: true,
    cohort: { cohort_def: [{ list: [{ concept_id: 'sex', categories: ['Female'] }] }], errors: [] },
    table: null,
    analysis: null,
  });
  for (const level of ['deid', 'agg'] as const) {
    const refused = await opened(await portal.aPerson({ dataset, level }), id);
    expect([refused.statusCode, refused.json().code]).toEqual([404, 'not_found']);
  }
  const elsewhere = await portal.aDataset({ packagePath: portal.smallPackage });
  const stranger = await portal.aPerson({ dataset: elsewhere, level: 'phi' });
  expect((await stranger.get(stranger.address(`receipts/${id}/`))).statusCode).toBe(404);
});

const everything = {
  allSubjects: true,
  subjectConcepts: [],
  categories: null,
  concepts: null,
  collections: null,
};

it('a receipt is not found by a member of other groups, and their receipts differ', async ({ portal }) => {
  const on = await portal.aDataset({ packagePath: portal.smallPackage });
  const caller = await portal.aPerson({ dataset: on, level: 'phi' });
  const { cohort_receipt: id } = await caller.read('query_tools/count/');
  await portal.db
    .insertInto('permission_group')
    .values({ dataset_id: on.id, name: 'all', opens: JSON.stringify(everything) })
    .execute();
  const there = await caller.get(caller.address(`receipts/${id}/`));
  expect(there.statusCode).toBe(404);
  expect((await caller.read('query_tools/count/')).cohort_receipt).not.toBe(id);
});

it('members who see aggregates only open the receipt of their cross-tab, and load it', async ({ cy }) => {
  await cy.analysis.edit({ type: 'add_entry', concept_id: 'sex', role: 'rows' });
  const tab = await crossTab(cy);
  await cy.analysis.clear();
  const found = (await opened(cy, tab.analysis_receipt)).json();
  expect(found).toMatchObject({
    kind: 'analysis',
    analysis: { analysis_def: { rows: [{ concept_id: 'sex' }] } },
  });
  const loaded = await cy.post(cy.address(`receipts/${tab.analysis_receipt}/load/`));
  expect(loaded.json()).toEqual({ loaded: ['analysis'] });
  expect((await crossTab(cy)).analysis_receipt).toBe(tab.analysis_receipt);
});

it('a receipt that is loaded gives the same receipts and figures again, and one undo leads back', async ({
  ada,
}) => {
  await ada.cohort.edit(women);
  await ada.table.edit({ type: 'add_entry', concept_id: 'age' });
  const before = await tablePage(ada);
  await ada.cohort.clear();
  await ada.table.edit({ type: 'add_entry', concept_id: 'weight' });
  const between = await tablePage(ada);
  const loaded = await ada.post(ada.address(`receipts/${before.table_receipt}/load/`));
  expect(loaded.json()).toEqual({ loaded: ['cohort', 'table'] });
  const { table_receipt, cohort_receipt, data } = await tablePage(ada);
  expect({ table_receipt, cohort_receipt, data }).toEqual({
    table_receipt: before.table_receipt,
    cohort_receipt: before.cohort_receipt,
    data: before.data,
  });
  for (const kind of ['cohort_def', 'table_def']) {
    const { previous_snapshot_id: id } = await ada.read(`${kind}/`);
    await ada.post(ada.address(`${kind}/${id}/activate/`));
  }
  expect((await tablePage(ada)).table_receipt).toBe(between.table_receipt);
});

const figures = ({ get, address }: TestPerson, id: string) => get(address(`receipts/${id}/figures/`));

it('a receipt has its count, its attrition and its cross-tab, whatever is active now (rule 12.31)', async ({
  portal,
  dataset,
  ada,
  bo,
}) => {
  await ada.cohort.edit(women);
  await ada.cohort.edit(severe);
  await ada.analysis.edit({ type: 'add_entry', concept_id: 'is_proband', role: 'rows' });
  const { count: women_count, cohort_receipt } = await count(ada);
  const { table_receipt } = await tablePage(ada);
  const { dataset: cells, analysis_receipt } = await crossTab(ada);
  await ada.cohort.clear();
  await ada.analysis.clear();
  const everyone = (await count(ada)).count;
  const reader = await portal.aPerson({ dataset, level: 'phi' });
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
  expect((await figures(bo, cohort_receipt)).statusCode).toBe(404);
  const { results } = (await reader.get('audit/')).json();
  const details = results.map(({ action, detail }: { action: string; detail: unknown }) => [action, detail]);
  for (const action of ['count', 'cross_tab'])
    expect(details).toContainEqual([action, expect.objectContaining({ receipt: analysis_receipt })]);
});

it('members who see aggregates only see the cross-tab of a receipt, and no count (rule 12.31)', async ({
  cy,
}) => {
  await cy.analysis.edit({ type: 'add_entry', concept_id: 'sex', role: 'rows' });
  const tab = await crossTab(cy);
  expect((await figures(cy, tab.analysis_receipt)).json()).toEqual({
    count: null,
    attrition: [],
    cross_tab: expect.objectContaining({ dataset: tab.dataset, suppression: tab.suppression }),
    is_same: true,
  });
  expect((await figures(cy, tab.cohort_receipt)).json()).toMatchObject({ count: null, cross_tab: null });
});

it('a receipt of an earlier release is counted there (rule 12.31)', async ({ portal }) => {
  const on = await portal.aDataset({ packagePath: portal.smallPackage });
  const caller = await portal.aPerson({ dataset: on, level: 'phi' });
  const before = await caller.read('query_tools/count/');
  await portal.aRelease(on, portal.smallPackage);
  expect((await figures(caller, before.cohort_receipt)).json()).toMatchObject({
    count: before.count,
    is_same: true,
  });
});

it('a cohort with errors has no receipt', async ({ portal, dataset, ada }) => {
  const definition = JSON.stringify([
    {
      entry_type: 'criteria_set',
      entry_id: 'set',
      collection_id: 'participant',
      list: [{ entry_id: 'one', concept_id: 'gone', categories: ['Female'] }],
    },
  ]);
  const owned = { account_id: ada.account.id, dataset_id: dataset.id, kind: 'cohort' } as const;
  const { id } = await portal.db
    .insertInto('snapshot')
    .values({ ...owned, definition })
    .returning('id')
    .executeTakeFirstOrThrow();
  await portal.db
    .insertInto('active_snapshot')
    .values({ ...owned, snapshot_id: id })
    .execute();
  const page = await tablePage(ada);
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
async function agreesAsReport(caller: TestPerson, { counted, page, files, tab }: Shown): Promise<void> {
  const form = { name: 'x', with_analysis: 'yes' };
  const saved = await caller.post(caller.address(`reports/create_form/`), form);
  const tools = `report_tools/${saved.json().report_id}`;
  const { table_receipt, data } = await caller.read(`${tools}/preview/?records_per_page=3000`);
  expect({ table_receipt, data }).toEqual({ table_receipt: page.table_receipt, data: page.data });
  for (const format of formats) {
    const { rawPayload } = await caller.get(caller.address(`${tools}/export_${format}/`));
    expect(rawPayload.equals(files[format]), format).toBe(true);
  }
  expect(await caller.read(`${tools}/run_analysis/`)).toMatchObject({
    analysis_receipt: tab.analysis_receipt,
    dataset: tab.dataset,
  });
  const { methods } = await caller.read(`${tools}/methods/`);
  expect([methods.receipt, methods.count]).toEqual([counted.cohort_receipt, counted.count]);
}

it('equal receipts have equal figures on every screen, in every file and in reports, over random definitions (rule 3.26)', {
  tags: 'long',
}, async ({ ada, bo }) => {
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
  const page = await tablePage(ada);
  const defaultColumns = page.extended_table_def.fields.map((field: { entry_id: string }) => field.entry_id);
  const callers = { phi: ada, deid: bo };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('phi' as const, 'deid' as const),
      fc.array(edits, { maxLength: 3 }),
      fc.array(columns, { maxLength: 2 }),
      fc.uniqueArray(axes, { minLength: 1, maxLength: 2 }),
      async (level, cohort, table, analysis) => {
        const caller = callers[level];
        await caller.cohort.clear();
        await caller.table.edit({ type: 'resort_columns', entry_ids: defaultColumns });
        for (const one of cohort) await caller.cohort.edit(one);
        for (const one of table) await caller.table.edit(one);
        await caller.analysis.clear();
        for (const one of analysis) await caller.analysis.edit(one);
        const counted = await count(caller);
        const page = await tablePage(caller);
        expect(page.cohort_receipt).toBe(counted.cohort_receipt);
        agrees(counted.cohort_receipt, counted.count);
        agrees(page.cohort_receipt, page.subject_count);
        agrees(page.table_receipt, [page.record_count, page.data]);
        const fileOf = async (format: Format): Promise<Buffer> => {
          const file = await caller.get(caller.address(`query_tools/export_${format}/`));
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
        const tabFile = await caller.get(caller.address('analysis_tools/export_csv/'));
        agrees(`${tabFile.headers['atrium-analysis-receipt']} as CSV`, tabFile.payload);
        expect(tabFile.headers['atrium-analysis-receipt']).toBe(tab.analysis_receipt);
        await agreesAsReport(caller, { counted, page, files, tab });
      },
    ),
    { numRuns, seed: chosenSeed(), endOnFailure: true },
  );
  expect(repeated).toBeGreaterThan(numRuns);
});
