import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { aStoredDefinition } from '../testing/aStoredDefinition.ts';
import type { Caller } from '../testing/caller.ts';
import type { TestDataset } from '../testing/factories.ts';
import { onWorkedExample } from '../testing/onPortal.ts';
import type { TestApp } from '../testing/testApp.ts';

const it = onWorkedExample;
let portal: TestApp;
let dataset: TestDataset;
let bo: Caller;

const member = async (level: 'phi' | 'deid'): Promise<Caller> =>
  portal.signedIn((await portal.aMember({ dataset, level })).account);

it.beforeAll(async ({ portal: shared, dataset: worked }) => {
  portal = shared;
  dataset = worked;
  bo = await member('deid');
});

const get = async (caller: Caller, address: string) => (await caller.get(`worked/${address}`)).json();
const post = async (caller: Caller, address: string, body?: unknown) =>
  (await caller.post(`worked/${address}`, body)).json();
const edit = async (caller: Caller, kind: string, ...transformations: readonly object[]) => {
  for (const transformation of transformations)
    expect(await post(caller, `${kind}_def/`, { transformation })).toMatchObject({
      transformation_successful: true,
    });
};
const women = { type: 'add_entry', concept_id: 'sex', selected_categories: ['F'] };
const bySex = { type: 'add_entry', concept_id: 'sex', role: 'rows' };

async function save(caller: Caller, form: object = {}): Promise<number> {
  const { report_id } = await post(caller, 'reports/create_form/', { name: 'Women', ...form });
  return report_id;
}

/** A phi member with a cohort of women, one column and a cross-tab, saved for all to see. */
async function savedReport(form: object = {}) {
  const caller = await member('phi');
  await edit(caller, 'cohort', women);
  await edit(caller, 'table', { type: 'add_entry', concept_id: 'sex' });
  await edit(caller, 'analysis', bySex);
  const id = await save(caller, { public: 'on', with_analysis: 'yes', ...form });
  return { caller, id };
}

describe('a report gives what its definitions give', () => {
  it('its pages and files are those of the definitions when they were active', async () => {
    const { caller, id } = await savedReport();
    const active = await get(caller, 'query_tools/preview/?records_per_page=25');
    const files = await Promise.all(
      ['csv', 'ndjson'].map(
        async (format) => (await caller.get(`worked/query_tools/export_${format}/`)).body,
      ),
    );
    await edit(caller, 'cohort', { type: 'clear_all' });
    const address = `report_tools/${id}/preview/?output_type=json&records_per_page=25`;
    expect(await get(caller, address)).toEqual({ ...active, report_id: id });
    // Of another level, so with other receipts (rule 3.26).
    expect(await get(bo, address)).toEqual({
      ...active,
      report_id: id,
      cohort_receipt: expect.any(String),
      table_receipt: expect.any(String),
    });
    for (const [index, format] of ['csv', 'ndjson'].entries())
      expect((await bo.get(`worked/report_tools/${id}/export_${format}/`)).body).toBe(files[index]);
    const parquet = await bo.get(`worked/report_tools/${id}/export_parquet/`);
    expect([parquet.statusCode, parquet.headers['content-type']]).toEqual([
      200,
      'application/vnd.apache.parquet',
    ]);
    const dictionary = await get(bo, `report_tools/${id}/export_dictionary/?format=parquet`);
    expect(dictionary.resources[0].schema.fields.length).toBe(active.extended_table_def.fields.length);
  });

  it('its files have its name and the day', { tags: 'long' }, async () => {
    const { id } = await savedReport({ name: 'TOF: with "22q" / Größe' });
    const { headers } = await bo.get(`worked/report_tools/${id}/export_csv/`);
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="TOF_with_22q_Gro_e_\d{4}-\d\d-\d\d\.csv"$/,
    );
  });

  it('one sort key takes the place of the stored ones, for this page (rule 12.6)', async () => {
    const caller = await member('phi');
    const id = await save(caller, { public: 'on' });
    const page = (query: string) => get(bo, `report_tools/${id}/preview/?${query}`);
    const first = await page('sort_field=&sort_direction=1');
    const [{ entry_id }] = first.extended_table_def.fields;
    const column = (reply: { data: string[][] }) => reply.data.map(([cell]) => cell);
    const [up, down] = [
      await page(`sort_field=${entry_id}&sort_direction=1`),
      await page(`sort_field=${entry_id}&sort_direction=-1`),
    ];
    expect(column(down)).toEqual([...column(up)].reverse());
    expect(down.extended_table_def.sort).toEqual([{ entry_id, direction: -1, label: expect.any(String) }]);
    expect(await page('sort_field=gone&sort_direction=-1')).toEqual(first);
    expect(await page('')).toEqual(first);
  });

  const expectRefusal = async (query: string): Promise<void> => {
    const { id } = await savedReport();
    expect((await bo.get(`worked/report_tools/${id}/preview/?${query}`)).statusCode).toBe(400);
  };

  it.each(['records_per_page=3001'])('a page of %s is refused', expectRefusal);
  it.each(['page=0', 'page=x', 'records_per_page=0', 'sort_direction=up'])(
    'a page of %s is refused',
    { tags: 'long' },
    expectRefusal,
  );

  it('its cross-tab is run over its cohort; a report without one has none', async () => {
    const { caller, id } = await savedReport();
    const active = await get(caller, 'analysis_tools/run_analysis/');
    expect(await get(bo, `report_tools/${id}/run_analysis/`)).toMatchObject({
      dataset: active.dataset,
      errors: [],
    });
    expect((await bo.get(`worked/report_tools/${id}/export_analysis_csv/`)).statusCode).toBe(200);
    const without = await save(caller, { public: 'on' });
    expect(await get(bo, `report_tools/${without}/run_analysis/`)).toMatchObject({
      dataset: null,
      errors: [],
    });
    expect((await bo.get(`worked/report_tools/${without}/export_analysis_csv/`)).statusCode).toBe(400);
  });

  it('pages, files, saves and loads are recorded with the number of the report', {
    tags: 'long',
  }, async () => {
    const { id } = await savedReport();
    await get(bo, `report_tools/${id}/preview/`);
    await bo.get(`worked/report_tools/${id}/export_csv/`);
    await get(bo, `report_tools/${id}/run_analysis/`);
    await post(bo, `report_tools/${id}/load_as_active/`);
    const { results } = (await bo.get('audit/?page_size=5')).json();
    expect(results.map((line: { action: string; detail: object }) => [line.action, line.detail])).toEqual([
      ['report_load', expect.objectContaining({ report: id, version: 1 })],
      ['cross_tab', expect.objectContaining({ report: id, snapshot: null })],
      ['export_rows', expect.objectContaining({ report: id, isComplete: true })],
      ['export_begin', expect.objectContaining({ report: id })],
      ['preview', expect.objectContaining({ report: id, version: 1, snapshot: null })],
    ]);
  });
});

describe('what the viewer may not see (rule 12.5)', () => {
  /** Makes a report whose stored cohort asks for a concept that does not exist for anybody. */
  async function brokenReport() {
    const { caller, id } = await savedReport();
    const broken = [
      {
        entry_type: 'criteria_set',
        entry_id: 'set',
        collection_id: 'subject',
        list: [{ entry_id: 'gone', concept_id: 'vanished', categories: ['x'], exclude_selected: false }],
      },
    ];
    const { dataset_id } = await portal.db
      .selectFrom('report')
      .select('dataset_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const hash = await aStoredDefinition(portal.db, dataset_id, JSON.stringify(broken));
    await sql`update report_version set cohort_hash = ${hash} where report_id = ${id}`.execute(portal.db);
    return { caller, id };
  }

  it('a report in error has no row, no number and no file, and stays in the list', async () => {
    const { id } = await brokenReport();
    expect(await get(bo, `report_tools/${id}/preview/`)).toMatchObject({
      data: [],
      record_count: 0,
      subject_count: 0,
      preview_failed: true,
      errors: [expect.any(String)],
      report_id: id,
    });
    for (const format of ['csv', 'ndjson', 'parquet', 'analysis_csv']) {
      const reply = await bo.get(`worked/report_tools/${id}/export_${format}/`);
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'cohort_not_exportable']);
    }
    expect(await get(bo, `report_tools/${id}/run_analysis/`)).toMatchObject({ dataset: null });
    expect((await get(bo, `reports/get_report/?report_id=${id}`)).errors).toHaveLength(1);
    const { results } = await get(bo, 'reports/');
    expect(results.map((one: { id: number }) => one.id)).toContain(id);
  });

  it('loaded, it is an error there too, and counts nobody', async () => {
    const { id } = await brokenReport();
    const loaded = await post(bo, `report_tools/${id}/load_as_active/`);
    expect(loaded.errors).toHaveLength(1);
    expect((await bo.get('worked/query_tools/count/')).statusCode).toBe(400);
  });
});

describe('loading as active (rule 12.11)', () => {
  it('adds one snapshot to each history, and undo leads back', async () => {
    const { id } = await savedReport();
    const caller = await member('phi');
    await edit(caller, 'cohort', { ...women, selected_categories: ['M'] });
    const before = await get(caller, 'cohort_def/');
    const count = await get(caller, 'query_tools/count/');
    const loaded = await post(caller, `report_tools/${id}/load_as_active/`);
    expect(loaded).toMatchObject({
      errors: [],
      previous_snapshot_id: before.snapshot_id,
      analysis_snapshot_id: expect.any(Number),
    });
    const after = await get(caller, 'cohort_def/');
    expect([after.snapshot_id, after.previous_snapshot_id]).toEqual([loaded.snapshot_id, before.snapshot_id]);
    expect((await get(caller, 'table_def/')).snapshot_id).toBe(loaded.table_snapshot_id);
    expect((await get(caller, 'analysis_def/')).analysis_def.rows).toHaveLength(1);
    await post(caller, `cohort_def/${loaded.previous_snapshot_id}/activate/`);
    expect((await get(caller, 'query_tools/count/')).count).toBe(count.count);
    await post(caller, `cohort_def/${loaded.snapshot_id}/activate/`);
    expect((await get(caller, 'cohort_def/')).cohort_def).toEqual(after.cohort_def);
  });

  it('into empty histories it can be undone too; without a cross-tab the own one stays', async () => {
    const owner = await member('phi');
    await edit(owner, 'cohort', women);
    const id = await save(owner, { public: 'on' });
    const caller = await member('phi');
    await edit(caller, 'analysis', bySex);
    const analysis = await get(caller, 'analysis_def/');
    const loaded = await post(caller, `report_tools/${id}/load_as_active/`);
    expect([loaded.analysis_snapshot_id, typeof loaded.previous_snapshot_id]).toEqual([null, 'number']);
    expect(await get(caller, 'analysis_def/')).toEqual(analysis);
    await post(caller, `cohort_def/${loaded.previous_snapshot_id}/activate/`);
    expect((await get(caller, 'cohort_def/')).cohort_def).toEqual([]);
  });
});

describe('overwriting', () => {
  it('replaces the query, and keeps the cross-tab unless it is named', async () => {
    const { caller, id } = await savedReport();
    await edit(caller, 'cohort', { type: 'clear_all' });
    const form = { name: 'Everyone', public: 'on', overwrite_query_def_with_active: 'yes' };
    const address = `reports/${id}/edit_form/`;
    const detail = () => get(caller, `reports/get_report/?report_id=${id}`);
    expect((await post(caller, address, form)).status).toBe('complete');
    expect(await detail()).toMatchObject({
      extended_cohort_def: [],
      report: { version: 2, has_analysis: true, name: 'Everyone' },
    });
    await post(caller, address, { ...form, with_analysis: 'no' });
    expect(await detail()).toMatchObject({ extended_analysis_def: null, report: { version: 3 } });
  });

  it('an edit without it leaves the query as it is', async () => {
    const { caller, id } = await savedReport();
    const before = (await get(caller, `reports/get_report/?report_id=${id}`)).definition;
    await edit(caller, 'cohort', { type: 'clear_all' });
    await post(caller, `reports/${id}/edit_form/`, { name: 'Same', overwrite_query_def_with_active: 'no' });
    expect((await get(caller, `reports/get_report/?report_id=${id}`)).definition).toBe(before);
  });
});

describe('lists (rule 12.3)', () => {
  it('are searched, sorted and paged, with the addresses of the pages beside', async () => {
    const caller = await member('phi');
    const ids = new Map<string, number>();
    for (const name of ['b 100%', 'A_x', 'c']) ids.set(name, await save(caller, { name }));
    const names = async (query: string) =>
      (await get(caller, `reports/?${query}`)).results.map((one: { name: string }) => one.name);
    expect(await names('state=mine')).toEqual(['c', 'A_x', 'b 100%']);
    expect(await names('state=mine&sort=name')).toEqual(['A_x', 'b 100%', 'c']);
    expect(await names('state=mine&sort=name&sort_direction=-1')).toEqual(['c', 'b 100%', 'A_x']);
    expect(await names('state=mine&search=0%25')).toEqual(['b 100%']);
    expect(await names('state=mine&search=_')).toEqual(['A_x']);
    expect(await names('project_id=&state=undefined&search=a_X')).toEqual(['A_x']);
    const second = await get(caller, 'reports/?state=mine&page=2&page_size=1');
    expect([second.count, second.results[0].id]).toEqual([3, ids.get('A_x')]);
    expect(second.next).toMatch(/^http.+\/api\/v2\/worked\/reports\/\?.*page=3/);
    expect(second.previous).toMatch(/page=1/);
    expect(await get(caller, 'reports/?state=mine&page=9&page_size=1')).toMatchObject({
      count: 3,
      results: [],
      next: null,
    });
  });

  it.each([
    ['state=other', 404],
    ['project_id=x', 400],
    ['sort=size', 400],
    ['page=0', 400],
    ['page_size=10001', 400],
  ])('asked for with %s are refused', async (query, status) => {
    expect((await bo.get(`worked/reports/?${query}`)).statusCode).toBe(status);
  });

  it('are counted by state and project as they are listed', async () => {
    const caller = await member('phi');
    await save(caller, { project_other: 'Counting' });
    const { custom_report_categories, qProject } = await get(caller, 'reports/viewable_reports/');
    for (const { state, count } of custom_report_categories)
      expect((await get(caller, `reports/?state=${state}`)).count).toBe(count);
    for (const { pk, count } of qProject)
      expect((await get(caller, `reports/?project_id=${pk}`)).count).toBe(count);
  });
});
