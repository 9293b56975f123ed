import { expect } from 'vitest';
import type { TestPerson } from '../testing/aPerson.ts';
import type { Caller } from '../testing/caller.ts';
import { onWorkedExample } from '../testing/onPortal.ts';

const it = onWorkedExample;
let ada: TestPerson;
it.beforeEach(({ ada: member }) => {
  ada = member;
});

it('a fresh member has the empty cohort: everyone, and no snapshot', async () => {
  expect(await read(ada)).toMatchObject({ cohort_def: [], describe: '', snapshot_id: null, errors: [] });
  expect(await count(ada)).toBe(6);
});

it('a filter is added, counted, edited in place, and deleted', async () => {
  const added = await add(ada, 'sex', { selected_categories: ['F'] });
  expect(added).toMatchObject({ transformation_successful: true, transformation_errors: [] });
  expect(await count(ada)).toBe(2);

  const edited = await add(ada, 'sex', { selected_categories: ['F', ''], entry_id: added.entry_id });
  expect(edited.entry_id).toBe(added.entry_id);
  expect(await count(ada)).toBe(3);

  await edit(ada, { type: 'delete_entry', entry_id: added.entry_id, remove_empty_criteria_sets: false });
  expect(await count(ada)).toBe(6);
});

it('validate_only is never successful, and writes no snapshot', async () => {
  const verdict = await add(ada, 'sex', { selected_categories: ['F'], validate_only: true });
  expect(verdict).toMatchObject({
    transformation_successful: false,
    transformation_errors: [],
    transformation_warnings: [],
  });
  expect((await read(ada)).snapshot_id).toBeNull();
});

it('a preview of an edit has a count and a line of the audit, and no snapshot', async () => {
  const female = { type: 'add_entry', concept_id: 'sex', selected_categories: ['F'] };
  const tryOut = async (transformation: object) =>
    (await ada.post('worked/query_tools/count_after/', { transformation })).json();
  expect(await tryOut(female)).toEqual({ count: 2, errors: [], snapshot_id: null });
  expect(await tryOut({ ...female, validate_only: true })).toMatchObject({ count: 2 });
  expect(await read(ada)).toMatchObject({ cohort_def: [], snapshot_id: null });
  const line = (await ada.get('audit/?page_size=1')).json().results[0];
  expect(line).toMatchObject({ action: 'count', detail: { count: 2, isTrial: true, snapshot: null } });
  const definitions = (await ada.get(`audit/lines/${line.id}/definitions/`)).json().definitions;
  expect(definitions).toMatchObject([{ kind: 'cohort', description: expect.stringContaining('F') }]);

  const { entry_id: entryId, snapshot_id: snapshotId } = await edit(ada, female);
  const wider = { ...female, entry_id: entryId, selected_categories: ['F', ''] };
  expect(await tryOut(wider)).toEqual({ count: 3, errors: [], snapshot_id: snapshotId });
  expect(await tryOut({ type: 'delete_entry', entry_id: entryId })).toMatchObject({ count: 6 });
  expect(await count(ada)).toBe(2);
});

it('a preview of a refused edit has no count, but the reasons', async () => {
  const transformation = { type: 'add_entry', concept_id: 'weight', cd_numeric_min: 'heavy' };
  const reply = await ada.post('worked/query_tools/count_after/', { transformation });
  expect(reply.json()).toMatchObject({ count: null, errors: [expect.stringContaining('heavy')] });
  const lines = (await ada.get('audit/?page_size=5')).json().results;
  expect(lines).not.toContainEqual(expect.objectContaining({ action: 'count' }));
});

it('a new filter joins the set that is named, or another one, in one edit', async () => {
  const severity = (given: object) => add(ada, 'severity', { selected_categories: ['mild'], ...given });
  await severity({});
  const second = await severity({ criteria_set: 'new' });
  const [, set] = second.extended_cohort_def;
  expect(set.entries).toHaveLength(1);
  const third = await severity({ criteria_set: set.entry_id });
  expect(third.extended_cohort_def.map(({ entries }: { entries: [] }) => entries.length)).toEqual([1, 2]);
  expect(await severity({ criteria_set: 'gone' })).toMatchObject({
    transformation_successful: false,
    transformation_errors: ['This criteria set no longer exists.'],
  });
});

it('a pasted value that is not in the data blocks the save with a warning that names it', async () => {
  const refused = await add(ada, 'subject_id', { chiron_text_field_selection: 'S1\n\nS77\nS1' });
  expect(refused.transformation_successful).toBe(false);
  expect(refused.transformation_warnings.map((text: string) => text.slice(0, 19))).toEqual([
    'Entry S77 not found',
  ]);
  expect(await count(ada)).toBe(6);
  await add(ada, 'subject_id', { chiron_text_field_selection: 'S1\nS77', ignore_warnings: true });
  expect(await count(ada)).toBe(1);
});

it('ontology terms are found by label or code, with their descendants', async () => {
  await add(ada, 'code', { chiron_ontology_field_selection: ['Septal defect'] });
  expect(await count(ada)).toBe(2);
});

it('undo and redo move between snapshots, and an edit after undo ends the redo branch', async () => {
  const first = await add(ada, 'sex', { selected_categories: ['F'] });
  const second = await add(ada, 'weight', { cd_numeric_min: '11' });
  expect(await count(ada)).toBe(1);

  const undone = await ada.get(`worked/cohort_def/${second.previous_snapshot_id}/?set_to_active=true`);
  expect(undone.json()).toMatchObject({
    snapshot_id: first.snapshot_id,
    next_snapshot_id: second.snapshot_id,
  });
  expect(await count(ada)).toBe(2);

  await ada.get(`worked/cohort_def/${second.snapshot_id}/?set_to_active=false`);
  expect(await count(ada)).toBe(2);
  await ada.post(`worked/cohort_def/${second.snapshot_id}/activate/`);
  expect(await count(ada)).toBe(1);

  await ada.post(`worked/cohort_def/${first.snapshot_id}/activate/`);
  const third = await edit(ada, { type: 'clear_all' });
  expect(third.next_snapshot_id).toBeNull();
  expect((await ada.get(`worked/cohort_def/${second.snapshot_id}/`)).statusCode).toBe(404);
});

it('undo of the very first edit leads back to the empty cohort, and redo returns', async () => {
  const first = await add(ada, 'sex', { selected_categories: ['F'] });
  expect(first.previous_snapshot_id).not.toBeNull();
  const undone = (await ada.post(`worked/cohort_def/${first.previous_snapshot_id}/activate/`)).json();
  expect(undone).toMatchObject({
    cohort_def: [],
    previous_snapshot_id: null,
    next_snapshot_id: first.snapshot_id,
  });
  expect(await count(ada)).toBe(6);
  await ada.post(`worked/cohort_def/${first.snapshot_id}/activate/`);
  expect(await count(ada)).toBe(2);
});

it('a refused first edit stores nothing', async () => {
  await add(ada, 'sex', { selected_categories: [] });
  await edit(ada, { type: 'clear_all' });
  expect(await read(ada)).toMatchObject({ snapshot_id: null, previous_snapshot_id: null });
});

it('a snapshot of another member is not found, whatever its id', async ({ portal, dataset }) => {
  const mine = await add(ada, 'sex', { selected_categories: ['F'] });
  const bo = await portal.aPerson({ dataset, level: 'phi' });
  for (const reply of [
    await bo.get(`worked/cohort_def/${mine.snapshot_id}/`),
    await bo.post(`worked/cohort_def/${mine.snapshot_id}/activate/`),
    await bo.get(`worked/table_def/${mine.snapshot_id}/`),
  ]) {
    expect(reply.statusCode).toBe(404);
  }
  expect(await count(bo)).toBe(6);
});

it('fifty edits at once are all kept, one after the other', { tags: 'long' }, async () => {
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => edit(ada, { type: 'add_criteria_set', collection_id: 'lab' })),
  );
  expect(new Set(replies.map((reply) => reply.snapshot_id)).size).toBe(50);
  expect((await read(ada)).cohort_def).toHaveLength(50);
});

it('a refused edit names its fields and codes as data, and an accepted one has none', async () => {
  expect(await refusalsOf('weight', { cd_numeric_min: 5, cd_numeric_max: 4 })).toEqual([
    { fields: ['Minimum', 'Maximum'], code: 'reversed', message: 'the minimum is above the maximum.' },
  ]);
  expect(await refusalsOf('sex', { selected_categories: ['F'], criteria_set: 'gone' })).toEqual([
    { fields: [], code: 'not_found', message: 'This criteria set no longer exists.' },
  ]);
  expect(await refusalsOf('sex', { selected_categories: ['F'] })).toEqual([]);
});

it('a filter takes a hundred regular expressions and refuses more, however simple (rule 2.15)', async () => {
  const patterns = (count: number) => ({
    chiron_text_field_selection: Array.from({ length: count }, (_, index) => `/a${index}/`).join('\n'),
  });
  expect(await refusalsOf('subject_id', patterns(100))).toEqual([]);
  expect(await refusalsOf('subject_id', patterns(101))).toEqual([
    {
      fields: ['Terms'],
      code: 'out_of_range',
      message: 'at most 100 regular expressions can be used at once; these are 101.',
    },
  ]);
});

it.each([
  ['category with nothing chosen', 'sex', { selected_categories: [] }],
  ['number that is none', 'weight', { cd_numeric_min: 'heavy' }],
  ['minimum above maximum', 'weight', { cd_numeric_min: 5, cd_numeric_max: 4 }],
  ['number without bounds', 'weight', { cd_numeric_min: '', cd_numeric_max: '' }],
  ['day that does not exist', 'diagnosis_date', { cd_numeric_min: '2020-02-30' }],
])('a %s is refused with a sentence and changes nothing', async (_, conceptId, given) => {
  const refused = await add(ada, conceptId, given);
  expect(refused.transformation_successful).toBe(false);
  expect(refused.transformation_errors.length).toBeGreaterThan(0);
  expect((await read(ada)).snapshot_id).toBeNull();
});

it.each([
  ['an unknown concept', { type: 'add_entry', concept_id: 'nothing' }, 404],
  ['an unknown collection', { type: 'add_criteria_set', collection_id: 'nothing' }, 404],
  ['an unknown transformation', { type: 'explode' }, 400],
  ['a missing key', { type: 'delete_entry' }, 400],
])('%s is answered %s with a detail that names it', async (_, transformation, status) => {
  const reply = await ada.post('worked/cohort_def/', { transformation });
  expect(reply.statusCode).toBe(status);
  expect(reply.json().detail).toMatch(/concept_id|collection_id|transformation/);
});

it('statistics are over everyone or over the active cohort', async () => {
  await add(ada, 'sex', { selected_categories: ['F'] });
  const statistics = async (query: string) =>
    (await ada.get(`worked/concepts/severity/cohort_def_callback/?${query}`)).json();
  expect(await statistics('show_all_data=true')).toMatchObject({
    values: [
      { category: 'severe', count: 3, uniquePatientCount: 3 },
      { category: 'mild', count: 2, uniquePatientCount: 2 },
    ],
    max_count: 3,
    is_callback: true,
    permanent_id: 'severity',
    count_missing_values: 2,
    count_subjects_with_missing_values: 2,
  });
  expect(await statistics('show_all_data=false')).toMatchObject({
    values: [
      { category: 'severe', count: 2 },
      { category: 'mild', count: 1 },
    ],
  });
});

it('the editor of a saved filter is filled with what was saved', async () => {
  const { entry_id: entryId } = await add(ada, 'weight', { cd_numeric_min: 0, cd_numeric_max: 12.5 });
  const detail = await ada.get(
    `worked/concepts/weight/?include_cohort_def_options=true&cohort_def_entry_id=${entryId}`,
  );
  expect(detail.json()).toMatchObject({
    permanent_id: 'weight',
    concept_type: 'number',
    cohort_def_options: { existing_min: 0, existing_max: 12.5, entry_id: entryId },
  });
  const fresh = await ada.get(
    'worked/concepts/sex/?include_cohort_def_options=true&cohort_def_entry_id=undefined',
  );
  expect(fresh.json().cohort_def_options.selected_values).toEqual([]);
});

it('a member who sees aggregates only may use neither cohort nor statistics', async ({ portal, dataset }) => {
  const agg = await portal.aPerson({ dataset, level: 'agg' });
  for (const where of ['cohort_def/', 'query_tools/count/', 'concepts/sex/', 'table_def/']) {
    expect((await agg.get(`worked/${where}`)).statusCode).toBe(403);
  }
});

const edit = async (caller: Caller, transformation: object) => {
  const reply = await caller.post('worked/cohort_def/', { transformation });
  expect(reply.statusCode).toBe(200);
  return reply.json();
};
const refusalsOf = async (conceptId: string, given: object) =>
  (await add(ada, conceptId, given)).transformation_refusals;
const add = (caller: Caller, conceptId: string, given: object) =>
  edit(caller, { type: 'add_entry', concept_id: conceptId, ignore_warnings: false, ...given });
const count = async (caller: Caller) => (await caller.get('worked/query_tools/count/')).json().count;
const read = async (caller: Caller) => (await caller.get('worked/cohort_def/')).json();
