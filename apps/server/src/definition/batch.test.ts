import { describe, expect } from 'vitest';
import type { TestPerson } from '../testing/aPerson.ts';
import { onWorkedExample } from '../testing/onPortal.ts';

const it = onWorkedExample;
let ada: TestPerson;
it.beforeEach(({ ada: member }) => {
  ada = member;
});
const add = (concept_id: string, more: object = {}) => ({ type: 'add_entry', concept_id, ...more });
const female = add('sex', { selected_categories: ['Female'] });

describe('a batch of edits (rule 3.24)', () => {
  it('is refused as a whole, and names the edit and its field', async () => {
    const before = await read('cohort_def');
    const empty = add('sex', { selected_categories: [] });
    const reply = (await batch('cohort_def', [female, empty, { type: 'clear_all' }])).json();
    expect(reply).toMatchObject({ transformation_successful: false, refused_index: 1 });
    expect(reply.transformation_refusals[0].fields).toEqual(['Selected values']);
    expect(await read('cohort_def')).toEqual(before);
  });

  it('with a name that the dataset does not have is not found, and says in which edit', async () => {
    const reply = await batch('cohort_def', [female, add('nothing')]);
    expect([reply.statusCode, reply.json()]).toMatchObject([
      404,
      { code: 'not_found', field: 'transformations.1.concept_id' },
    ]);
    expect((await read('cohort_def')).cohort_def).toEqual([]);
  });

  it('without an edit, or with more than 1000, is a bad request', async () => {
    const many = Array.from({ length: 1001 }, () => ({ type: 'clear_sort_entries' }));
    for (const transformations of [[], many])
      expect((await batch('table_def', transformations)).json()).toMatchObject({ code: 'bad_request' });
  });

  it('holds no edit that is only validated', async () => {
    const reply = (await batch('cohort_def', [{ ...female, validate_only: true }, female])).json();
    expect(reply).toMatchObject({ transformation_successful: false, refused_index: 0, cohort_def: [] });
  });

  it('is made in its order, and is one snapshot that undo takes back in one step', async () => {
    const before = await read('table_def');
    const [kept] = before.table_def.fields;
    const reply = (
      await batch('table_def', [
        add('sex', { position: 0 }),
        add('race', { position: 1 }),
        { type: 'add_sort_entry', entry_id: kept.entry_id },
        add('weight'),
      ])
    ).json();
    expect(reply.transformation_successful).toBe(true);
    expect(conceptIds(reply.table_def.fields)).toEqual([
      'sex',
      'race',
      ...conceptIds(before.table_def.fields),
      'weight',
    ]);
    const undone = await ada.post(`worked/table_def/${reply.previous_snapshot_id}/activate/`);
    expect(undone.json()).toMatchObject({
      table_def: before.table_def,
      previous_snapshot_id: null,
      next_snapshot_id: reply.snapshot_id,
    });
  });

  it('under a key is made once, and refused where another snapshot is active', async () => {
    const headers = { 'idempotency-key': 'one', 'if-match': '"0"' };
    const first = (await batch('cohort_def', [female, female], headers)).json();
    const again = (await batch('cohort_def', [female, female], headers)).json();
    expect(again.snapshot_id).toBe(first.snapshot_id);
    expect(again.cohort_def[0].list).toHaveLength(2);
    const late = await batch('cohort_def', [female], { 'if-match': '"0"' });
    expect(late.json()).toMatchObject({ code: 'changed_meanwhile' });
  });

  it('of rows and columns of a cross-tab is made as one', async () => {
    const reply = (
      await batch('analysis_def', [add('sex', { role: 'rows' }), { type: 'swap_rows_and_cols' }])
    ).json();
    expect(conceptIds(reply.analysis_def.cols)).toEqual(['sex']);
  });

  it('whose edits take each other back makes no snapshot (rule 3.3)', async () => {
    const made = (await batch('analysis_def', [add('race')])).json();
    const swap = { type: 'swap_rows_and_cols' };
    const { transformation_successful, snapshot_id } = (await batch('analysis_def', [swap, swap])).json();
    expect([transformation_successful, snapshot_id]).toEqual([true, made.snapshot_id]);
  });
});

const batch = (where: string, transformations: readonly object[], headers: Record<string, string> = {}) =>
  ada.send({
    method: 'POST',
    url: `/api/v2/worked/${where}/batch/`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ transformations }),
  });
const read = async (where: string) => (await ada.get(`worked/${where}/`)).json();

const conceptIds = (fields: readonly { readonly concept_id: string }[]): readonly string[] =>
  fields.map(({ concept_id }) => concept_id);
