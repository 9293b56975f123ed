import type { AccessLevel } from '@atrium/contract/wire/access';
import { describe, expect } from 'vitest';
import { setGroups } from '../access/index.ts';
import type { Caller } from '../testing/caller.ts';
import { onPortal } from '../testing/onPortal.ts';
import type { TestApp } from '../testing/testApp.ts';
import { writePackage } from '../testing/writePackage.ts';

/** Days that stand nowhere but in the event dates. */
const days = ['2017-03-23', '2018-11-05'] as const;
const ofPerson = {
  foreignKeys: [{ fields: 'id', reference: { resource: 'person', fields: 'id' } }],
};
const key = { name: 'id', type: 'string', atrium: { publish: false } };
const tables = {
  person: { fields: [{ name: 'id', type: 'string' }], schema: { primaryKey: 'id' }, rows: ['p1', 'p2'] },
  visit: {
    atrium: { event: { start: 'visited' } },
    schema: ofPerson,
    fields: [
      key,
      { name: 'mrn', type: 'string', atrium: { id: 'mrn', type: 'category', phi: true } },
      {
        name: 'visited',
        type: 'date',
        atrium: { id: 'visited', prefilter: { field: 'mrn', mode: 'required' } },
      },
      { name: 'finding', type: 'string', categories: ['mild', 'severe'], atrium: { id: 'finding' } },
      { name: 'score', type: 'number', atrium: { id: 'score' } },
    ],
    rows: [`p1,m1,${days[0]},mild,5`, `p1,m2,${days[1]},severe,7`],
  },
  report: {
    atrium: { event: { start: 'reported' } },
    schema: ofPerson,
    fields: [key, { name: 'reported', type: 'date', atrium: { id: 'reported' } }],
    rows: ['p1,2001-01-01'],
  },
};

const addGroup = ({ db }: TestApp, datasetId: number, name: string, concepts: readonly string[] | null) => {
  const opens = { allSubjects: true, subjectConcepts: [], categories: null, concepts, collections: null };
  const values = { dataset_id: datasetId, name, opens: JSON.stringify(opens) };
  return db.insertInto('permission_group').values(values).execute();
};
const all: Standing = { level: 'phi', group: 'all' };
const closed = [
  ['a deid member', { level: 'deid', group: 'all' }],
  ['a phi member whose group hides it', { level: 'phi', group: 'withoutPrefilter' }],
] as const satisfies readonly (readonly [string, Standing])[];

const it = onPortal({
  dataset: async (folder) => ({ uniqueId: 'clinic', packagePath: await writePackage(folder, tables) }),
})
  .extend('groups', { scope: 'file' }, async ({ portal, dataset }) => {
    await addGroup(portal, dataset.id, 'all', null);
    await addGroup(portal, dataset.id, 'withoutPrefilter', ['id', 'visited', 'finding', 'score', 'reported']);
  })
  /** A member who makes definitions with all rights, and has those of the standing from then on. */
  .extend(
    'memberWith',
    ({ portal, dataset, groups: _ }) =>
      async (standing: Standing, make: (caller: Caller) => Promise<void> = async () => {}) => {
        const { account, membershipId, ...caller } = await portal.aPerson({ dataset, level: 'phi' });
        const groups = (name: string) =>
          setGroups(portal.db, { datasetId: dataset.id, membershipId }, [name]);
        await groups(all.group);
        await make(caller);
        await groups(standing.group);
        await portal.db
          .updateTable('membership')
          .set({ access_level: standing.level })
          .where('id', '=', membershipId)
          .execute();
        return portal.signedIn(account);
      },
  );

const columns: readonly object[] = [
  ...['earliest_date', 'latest_date', 'all_dates'].flatMap((returns) => [
    {
      concept_id: 'finding',
      aggregation_method: 'has_value',
      values: ['mild', 'severe'],
      return_value: returns,
    },
    { concept_id: 'score', aggregation_method: 'max', max_return_value: returns },
  ]),
  { concept_id: 'finding', aggregation_method: 'latest' },
  { concept_id: 'finding', aggregation_method: 'list_all', list_all_ordering: 'event_date' },
];

it('a member with all rights is shown the days, in pages and in every file', { tags: 'long' }, async ({
  memberWith,
}) => {
  const caller = await memberWith(all);
  expect(new Set(await addColumns(caller))).toEqual(new Set([true]));
  for (const text of Object.values(await shownTo(caller))) expect(daysIn(text)).toEqual(days);
});

const testsOn = (_who: string, standing: Standing): void => {
  it('no column of event dates can be added', async ({ memberWith }) => {
    const caller = await memberWith(standing);
    expect(new Set(await addColumns(caller))).toEqual(new Set([false]));
    const { table_def_options } = (
      await caller.get('clinic/concepts/finding/?include_table_def_options=true')
    ).json();
    expect(JSON.stringify(table_def_options)).not.toMatch(/_date|latest|earliest/);
  });

  it('columns that were stored before are errors, without a day in pages, CSV or NDJSON', async ({
    memberWith,
  }) => {
    const caller = await memberWith(standing, async (before) => void (await addColumns(before)));
    const shown = await shownTo(caller);
    for (const [name, text] of Object.entries(shown)) expect([name, daysIn(text)]).toEqual([name, []]);
    const { data, extended_table_def, warnings } = JSON.parse(shown['preview'] ?? '');
    const added = extended_table_def.fields.slice(-columns.length);
    expect(added.map((field: Readonly<Record<string, unknown>>) => field['has_errors'])).toEqual(
      columns.map(() => true),
    );
    expect(data.map((row: readonly unknown[]) => row.slice(-columns.length))).toEqual([
      columns.map(() => null),
      columns.map(() => null),
    ]);
    expect(warnings.length).toBeGreaterThan(0);
    expect(JSON.stringify(extended_table_def)).not.toContain('visited');
  });

  it('the collection has no events, and its event rules are refused', async ({ memberWith }) => {
    const caller = await memberWith(standing);
    const collections = (await caller.get('clinic/collections/?show=event')).json();
    expect(collections.map((one: { permanent_id: string }) => one.permanent_id)).toEqual(['report']);
    const entry_id = await startRule(caller, 'visit');
    const other = await startRule(caller, 'report');
    const related = {
      type: 'modify_event_rule',
      entry_id: other,
      option_type: 'relative_to_other_event',
      target_entry_id: entry_id,
      [`range_start_days_from_target_${entry_id}`]: 0,
      [`range_end_days_from_target_${entry_id}`]: 0,
    };
    for (const transformation of [{ type: 'create_event_rule', entry_id }, ranged(entry_id), related]) {
      const reply = await edit(caller, 'cohort', transformation);
      expect(reply.transformation_successful).toBe(false);
      expect(reply.cohort_def.map((set: object) => 'event_rule' in set)).toEqual([false, true]);
    }
    const address = `clinic/collections/visit/?include_criteria_set_event_options=true&criteria_set_entry_id=${entry_id}`;
    expect((await caller.get(address)).json()).toMatchObject({
      has_event: false,
      criteria_set_event_options: { event_options: [] },
    });
  });

  it('a rule that was stored before is an error, and gives no number, row or file', async ({
    memberWith,
  }) => {
    const caller = await memberWith(standing, async (before) => {
      const reply = await edit(before, 'cohort', ranged(await startRule(before, 'visit')));
      expect(reply.transformation_successful).toBe(true);
      expect((await before.get('clinic/query_tools/count/')).json()).toMatchObject({ count: 1 });
    });
    const count = await caller.get('clinic/query_tools/count/');
    expect(count.body).not.toMatch(/"count":\d/);
    expect((await caller.get('clinic/query_tools/preview/')).json()).toMatchObject({
      data: [],
      record_count: 0,
      subject_count: 0,
    });
    expect((await caller.get('clinic/query_tools/export_csv/')).statusCode).toBe(403);
    const cohort = await caller.get('clinic/cohort_def/');
    expect(cohort.body).not.toMatch(/2017|2018/);
    expect(cohort.json().errors.length).toBeGreaterThan(0);
  });
};

const toWhom = 'to %s, who may not use the prefilter of the event start';
describe.each(closed.slice(1))(toWhom, testsOn);
describe.each(closed.slice(0, 1))(toWhom, { tags: 'long' }, testsOn);

interface Standing {
  readonly level: AccessLevel;
  readonly group: string;
}

const edit = async (caller: Caller, kind: 'cohort' | 'table', transformation: object) =>
  (await caller.post(`clinic/${kind}_def/`, { transformation })).json();

const addColumns = async (caller: Caller) => {
  const replies: unknown[] = [];
  for (const column of columns) {
    const reply = await edit(caller, 'table', { type: 'add_entry', ...column });
    replies.push(reply.transformation_successful);
  }
  return replies;
};

/** Everything that shows rows of the table, as text. */
const shownTo = async (caller: Caller): Promise<Readonly<Record<string, string>>> => {
  const replies = {
    preview: await caller.get('clinic/query_tools/preview/?records_per_page=100'),
    csv: await caller.get('clinic/query_tools/export_csv/'),
    ndjson: await caller.get('clinic/query_tools/export_ndjson/'),
  };
  expect(Object.values(replies).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  return Object.fromEntries(Object.entries(replies).map(([name, { body }]) => [name, body]));
};
const daysIn = (text: string): readonly string[] => days.filter((day) => text.includes(day));

async function startRule(caller: Caller, collection_id: string): Promise<string> {
  const { cohort_def } = await edit(caller, 'cohort', { type: 'add_criteria_set', collection_id });
  const { entry_id } = cohort_def.at(-1);
  await edit(caller, 'cohort', { type: 'create_event_rule', entry_id });
  return entry_id;
}
const ranged = (entry_id: string) => ({
  type: 'modify_event_rule',
  entry_id,
  option_type: 'date_range',
  date_min: days[0],
  date_max: days[1],
});
