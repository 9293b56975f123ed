import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Caller } from '../testing/caller.ts';
import { portalOfFile } from '../testing/ofFile.ts';
import { verifyChain } from './index.ts';

let membershipId: number;

const portal = await portalOfFile();
const dataset = await portal.aDataset({ uniqueId: 'small', packagePath: portal.smallPackage });
const member = await portal.aMember({ dataset, level: 'deid' });
({ membershipId } = member);
const caller = await portal.signedIn(member.account);
const analyst = await portal.signedIn((await portal.aMember({ dataset, level: 'agg' })).account);

const lines = z.object({
  results: z.array(
    z.object({
      id: z.number(),
      action: z.string(),
      dataset: z.string(),
      detail: z.record(z.string(), z.unknown()),
    }),
  ),
});
const last = async (who: Caller) => lines.parse((await who.get('audit/?page_size=1')).json()).results[0];
const edit = (who: Caller, path: string, transformation: object) =>
  who.post(`small/${path}/`, { transformation });

it('a count is recorded as it was given, with its release and its snapshot', async () => {
  expect((await caller.get('small/query_tools/count/')).json().count).toBe(6);
  expect(await last(caller)).toEqual({
    id: expect.any(Number),
    action: 'count',
    dataset: 'small',
    detail: {
      level: 'deid',
      release: expect.stringMatching(/^release_\d+$/),
      snapshot: null,
      count: 6,
      cohortReceipt: expect.stringMatching(/^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/),
      cohortDefinition: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
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

it('a page, statistics, a cross-tab and a file are recorded, without what was typed or found', async () => {
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
    detail: { snapshot: expect.any(Number), cohortSnapshot: null, overEveryone: true },
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

/** The recorded query of the newest line, by kind. */
const recordedAtLast = async (who: Caller) => {
  const line = await last(who);
  const reply = await who.get(`audit/lines/${line?.id}/definitions/`);
  const { definitions } = kinds.parse(reply.json());
  return Object.fromEntries(definitions.map(({ kind, ...rest }) => [kind, rest]));
};
const kinds = z.object({
  definitions: z.array(
    z.object({ kind: z.string(), hash: z.string(), description: z.string(), definition: z.unknown() }),
  ),
});

it('the audit keeps what was counted for good, also after its snapshot is gone', async () => {
  await edit(caller, 'cohort_def', { type: 'clear_all' });
  await edit(caller, 'cohort_def', {
    type: 'add_entry',
    concept_id: 'sex',
    selected_categories: ['Female'],
    ignore_warnings: false,
  });
  await caller.get('small/query_tools/count/');
  const before = await recordedAtLast(caller);
  await portal.db.deleteFrom('snapshot').execute();
  expect(await recordedAtLast(caller)).toEqual(before);
  expect(before).toEqual({
    cohort: {
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      description: expect.stringMatching(/\n- Sex = "Female"$/),
      definition: [
        expect.objectContaining({
          list: [expect.objectContaining({ concept_id: 'sex', categories: ['Female'] })],
        }),
      ],
    },
  });
});

it('a name with line breaks does not look like another line of the recorded query', async () => {
  const alias = 'Visits\n- Sex = "Male"';
  const { entry_id: entryId } = (
    await edit(caller, 'cohort_def', { type: 'add_criteria_set', collection_id: 'diagnosis' })
  ).json();
  await edit(caller, 'table_def', {
    type: 'add_entry',
    concept_id: 'diagnosis_severity',
    aggregation_method: 'count_all',
    aggregation_criteria_set: entryId,
  });
  await edit(caller, 'cohort_def', {
    type: 'set_criteria_set_alias',
    entry_id: entryId,
    alias,
  });
  await caller.get('small/query_tools/preview/');
  const { table } = await recordedAtLast(caller);
  expect(table?.description.split('\n')).toEqual([
    'Participant ID',
    'Sex',
    expect.stringMatching(/^\[Visits - Sex = "Male"\] Severity/),
  ]);
  await edit(caller, 'cohort_def', { type: 'clear_all' });
  await portal.db.deleteFrom('snapshot').execute();
});

it('a page and a file name the cohort and the columns that ran; one that ran twice is stored once', async () => {
  const keptRows = () => portal.db.selectFrom('audit_definition').select('hash').execute();
  await caller.get('small/query_tools/preview/');
  const ofPage = await recordedAtLast(caller);
  expect(ofPage).toMatchObject({
    cohort: { description: 'Everyone', definition: [] },
    table: {
      definition: { fields: expect.arrayContaining([expect.objectContaining({ aggregate: false })]) },
    },
  });
  const kept = await keptRows();
  await caller.get('small/query_tools/export_csv/');
  expect(await recordedAtLast(caller)).toEqual(ofPage);
  await caller.get('small/query_tools/export_dictionary/');
  expect(await recordedAtLast(caller)).toEqual({ table: ofPage['table'] });
  expect(await keptRows()).toEqual(kept);
});

it('statistics name the concept and, unless they are about everybody, the cohort', async () => {
  await caller.get('small/concepts/sex/?include_statistics=true');
  expect(await recordedAtLast(caller)).toMatchObject({
    cohort: { description: 'Everyone' },
    concept: { description: 'Sex', definition: { concept_id: 'sex' } },
  });
  await caller.get('small/concepts/note/cohort_def_callback/?search=typed-text&show_all_data=true');
  const overEveryone = await recordedAtLast(caller);
  expect(Object.keys(overEveryone)).toEqual(['concept']);
  expect(JSON.stringify(overEveryone)).not.toContain('typed-text');
});

it('a cross-tab, shown or downloaded, names its rows and columns', async () => {
  await analyst.get('small/analysis_tools/run_analysis/');
  const ofRun = await recordedAtLast(analyst);
  expect(ofRun).toEqual({
    analysis: {
      hash: expect.any(String),
      description: 'Rows: Sex\nColumns: none',
      definition: { rows: [expect.objectContaining({ concept_id: 'sex' })], cols: [] },
    },
  });
  await analyst.get('small/analysis_tools/export_csv/');
  expect(await recordedAtLast(analyst)).toEqual(ofRun);
});

it("the recorded query of another person is not found, and staff see everybody's", async () => {
  const line = await last(caller);
  const path = `audit/lines/${line?.id}/definitions/`;
  expect((await analyst.get(path)).statusCode).toBe(404);
  const staff = await portal.signedIn(await portal.anAccount({ isStaff: true }));
  expect((await staff.get(path)).statusCode).toBe(200);
});

it('a recorded query of a higher access level than the member has now is refused', async () => {
  const line = await last(caller);
  const path = `audit/lines/${line?.id}/definitions/`;
  const setLevel = (level: 'agg' | 'deid' | 'phi') =>
    portal.db.updateTable('membership').set({ access_level: level }).where('id', '=', membershipId).execute();
  const statuses = [];
  for (const level of ['agg', 'phi', 'deid'] as const) {
    await setLevel(level);
    statuses.push((await caller.get(path)).statusCode);
  }
  expect(statuses).toEqual([403, 200, 200]);
});

it('an export of the audit has the recorded query at each line, and each definition once', async () => {
  const staff = await portal.signedIn(await portal.anAccount({ isStaff: true }));
  const rows = (await staff.get('audit/export_ndjson/?action=count')).body
    .trim()
    .split('\n')
    .map((row) => exported.parse(JSON.parse(row)));
  expect(rows.map(({ asked }) => asked)).toEqual(rows.map(() => expect.stringMatching(/^cohort: /)));
  const hashes = rows.flatMap(({ definitions }) => definitions.map(({ hash }) => hash));
  expect(new Set(hashes)).toEqual(new Set(rows.map(({ detail }) => detail.cohortDefinition)));
  expect(hashes).toHaveLength(new Set(hashes).size);
  const csv = (await staff.get('audit/export_csv/?action=count')).body;
  expect(csv).toContain('- Sex = ""Female""');
});
const exported = z.object({
  detail: z.object({ cohortDefinition: z.string() }),
  asked: z.string(),
  definitions: kinds.shape.definitions,
});
