import { expect } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import type { MemberGiven, TestDataset } from '../testing/factories.ts';
import { onWorkedExample } from '../testing/onPortal.ts';
import type { TestApp } from '../testing/testApp.ts';

const it = onWorkedExample;
let portal: TestApp;
let dataset: TestDataset;
it.beforeAll(({ portal: shared, dataset: worked }) => {
  portal = shared;
  dataset = worked;
});

it('options are refused to members who may not see subjects or the workspace', async () => {
  for (const given of [{ level: 'agg' }, { level: 'deid', canViewWorkspace: false }] as const) {
    const caller = await aCaller(given);
    const reply = await read(caller, 'lab', '?include_criteria_set_options=true&criteria_set_entry_id=x');
    expect(reply.statusCode).toBe(403);
    expect(reply.json()).toMatchObject({ code: 'not_permitted' });
  }
});

it('an unknown collection, an unknown set and the set of another collection are not found', async () => {
  const ada = await aCaller();
  const entryId = await addSet(ada, 'lab');
  const asking = (id: string) => `?include_criteria_set_event_options=true&criteria_set_entry_id=${id}`;
  for (const [collectionId, query] of [
    ['nothing', ''],
    ['lab', asking('nothing')],
    ['stay', asking(entryId)],
  ] as const) {
    expect((await read(ada, collectionId, query)).statusCode).toBe(404);
  }
});

it('the set of another member is not found', async () => {
  const entryId = await addSet(await aCaller(), 'lab');
  const query = `?include_criteria_set_options=true&criteria_set_entry_id=${entryId}`;
  expect((await read(await aCaller(), 'lab', query)).statusCode).toBe(404);
});

it.each(['', '&criteria_set_entry_id=', '&criteria_set_entry_id=undefined'])(
  'options without a set (%j) are refused with a detail that names the field',
  async (rest) => {
    const reply = await read(await aCaller(), 'lab', `?include_criteria_set_options=true${rest}`);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().detail).toMatch(/^criteria_set_entry_id/);
  },
);

it('any member reads the plain collection', async () => {
  for (const level of ['agg', 'deid', 'phi'] as const) {
    const reply = await read(await aCaller({ level }), 'stay', '?include_criteria_set_options=false');
    expect(reply.statusCode).toBe(200);
    expect(Object.keys(reply.json())).toEqual([
      'permanent_id',
      'name',
      'get_name_plural',
      'is_root_collection',
      'has_event',
    ]);
    expect(reply.json()).toMatchObject({ permanent_id: 'stay', is_root_collection: false, has_event: true });
  }
});

it('a set has options for its count rule and its name', async () => {
  const ada = await aCaller();
  const entryId = await addSet(ada, 'lab');
  const fields = { entry_id: entryId, rule_operator: 'at most', rule_count: '2' };
  await edit(ada, { type: 'add_criteria_set_count_rule', ...fields });
  const query = `?include_criteria_set_options=true&criteria_set_entry_id=${entryId}`;
  expect((await read(ada, 'lab', query)).json()).toEqual({
    permanent_id: 'lab',
    name: expect.any(String),
    get_name_plural: expect.any(String),
    is_root_collection: false,
    has_event: true,
    criteria_set_entry_id: entryId,
    criteria_set_options: [
      {
        transformation: 'add_criteria_set_count_rule',
        label: 'Count',
        allowed: true,
        type: 'at most',
        value: 2,
      },
      { transformation: 'set_criteria_set_alias', label: 'Name', allowed: true, alias: '' },
    ],
  });
});

it('the values of an event option can be posted back, and are shown afterwards', async () => {
  const ada = await aCaller();
  const [target, entryId] = [await addSet(ada, 'stay'), await addSet(ada, 'lab')];
  await edit(ada, { type: 'create_event_rule', entry_id: target });
  const options = async () => {
    const query = `?include_criteria_set_event_options=true&criteria_set_entry_id=${entryId}`;
    return (await read(ada, 'lab', query)).json().criteria_set_event_options;
  };
  const before = await options();
  expect(before.selected_event_option).toBe('no_restriction');
  const relative = before.event_options.find(
    (option: { option_id: string }) => option.option_id === 'relative_to_other_event',
  );
  expect(relative.other_events).toEqual([
    { criteria_set_entry_id: target, criteria_set_name: 'Stay 1', event_type: 'interval' },
  ]);
  expect(relative.existing_event_rule).toEqual({ type: 'no_restriction' });

  const modify = (fields: object) => edit(ada, { type: 'modify_event_rule', entry_id: entryId, ...fields });
  await modify({ option_type: 'date_range', date_min: '01/02/2020', date_max: '' });
  expect(await options()).toMatchObject({
    selected_event_option: 'date_range',
    event_options: [
      { option_id: 'date_range', allowed: true, date_min: '01/02/2020', date_max: '' },
      { option_id: 'relative_to_today', days_ago: 1 },
      { option_id: 'relative_to_other_event', existing_event_rule: { type: 'date_range' } },
      { option_id: 'no_restriction', allowed: true },
    ],
  });
  await modify({
    option_type: 'relative_to_other_event',
    target_entry_id: relative.other_events[0].criteria_set_entry_id,
    [`range_start_days_from_target_${target}`]: String(relative.date_options[0][0]),
    [`range_end_days_from_target_${target}`]: '0',
  });
  expect((await options()).event_options[2]).toMatchObject({
    existing_event_rule: { type: 'relative_to_other_event', range_start_days_from_target: -3652 },
  });
});

const aCaller = async (given: MemberGiven = {}): Promise<Caller> => {
  const { account } = await portal.aMember({ dataset, level: 'phi', ...given });
  return await portal.signedIn(account);
};
const edit = async (caller: Caller, transformation: object) => {
  const reply = await caller.post('worked/cohort_def/', { transformation });
  expect(reply.json()).toMatchObject({ transformation_successful: true });
  return reply.json();
};
const addSet = async (caller: Caller, collectionId: string): Promise<string> => {
  const edited = await edit(caller, { type: 'add_criteria_set', collection_id: collectionId });
  return edited.cohort_def.at(-1).entry_id;
};
const read = (caller: Caller, collectionId: string, query = '') =>
  caller.get(`worked/collections/${collectionId}/${query}`);
