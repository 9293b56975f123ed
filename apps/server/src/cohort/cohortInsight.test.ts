import path from 'node:path';
import { ofPreview } from '@atrium/contract/wire/audit';
import { expect, vi } from 'vitest';
import type { TestPerson } from '../testing/aPerson.ts';
import { onPortal } from '../testing/onPortal.ts';
import { writePackage } from '../testing/writePackage.ts';

const packagePath = path.resolve(import.meta.dirname, '../../../../corpus/workedExample/package');
const it = onPortal({ dataset: { packagePath } });

const female = { type: 'add_entry', concept_id: 'sex', selected_categories: ['F'] };
const heavy = { type: 'add_entry', concept_id: 'weight', cd_numeric_min: '11' };
const severe = { type: 'add_entry', concept_id: 'severity', selected_categories: ['severe'] };

const counted = async ({ cohort }: TestPerson): Promise<unknown> => cohort.count();
const lastLine = async ({ get }: TestPerson) => (await get('audit/?page_size=1')).json().results[0];

it('somebody who sees figures of groups only gets neither effects nor curves nor distributions', async ({
  cy,
}) => {
  for (const call of ['effects', 'curve/?entry_id=e&bound=min', 'distributions'])
    expect((await cy.get(cy.address(`query_tools/${call}`))).statusCode).toBe(403);
  for (const [call, body] of [
    ['explain', { subject: 'S1' }],
    ['near_misses', { entry_id: 'e' }],
    ['timelines', {}],
  ] as const)
    expect((await cy.post(cy.address(`query_tools/${call}`), body)).statusCode).toBe(403);
});

it('a subject is explained part by part with its records, and near misses are listed by the part that they miss (rules 3.30 and 3.31)', async ({
  ada,
}) => {
  const { entry_id: sex } = await ada.cohort.edit(female);
  const { extended_cohort_def: sets, entry_id: filter } = await ada.cohort.edit(severe);
  const set = sets[1].entry_id;
  const ask = async (call: string, body: object) => await ada.post(ada.address(`query_tools/${call}`), body);
  const explain = async (subject: string) => (await ask('explain', { subject })).json();

  const missed = await explain('S2');
  expect(missed).toMatchObject({
    is_in: false,
    parts: [
      { entry_id: sex, is_met: false, is_deciding: true },
      { entry_id: set, is_met: true, is_deciding: true },
      { entry_id: filter, is_met: true, is_deciding: false },
    ],
  });
  const found = await explain('S1');
  expect(found.is_in).toBe(true);
  const diagnoses = found.records.find((one: { collection_id: string }) => one.collection_id === 'diagnosis');
  expect(diagnoses).toMatchObject({
    unit: 'day',
    rows: [
      { start: '2020-01-10', end: null, meets: [] },
      { start: '2020-06-01', end: null, meets: [set] },
    ],
  });
  const [root] = found.records;
  const sexAt = root.columns.findIndex((column: { concept_id: string }) => column.concept_id === 'sex');
  expect(root.rows[0].cells[sexAt]).toBe('F');
  expect((await ask('explain', { subject: 'S7' })).statusCode).toBe(404);
  expect((await lastLine(ada)).detail).toMatchObject({ explained: true });

  expect((await ask('near_misses', { entry_id: sex })).json()).toMatchObject({ count: 1, subjects: ['S2'] });
  expect((await ask('near_misses', { entry_id: set })).json()).toMatchObject({ count: 0, subjects: [] });
  expect((await lastLine(ada)).detail).toMatchObject({ nearMisses: 0, rows: 0 });
  await ada.cohort.edit({ type: 'clear_all' });
});

it('the events of up to a hundred subjects stand side by side, those with the earliest first (rule 17.20)', async ({
  ada,
}) => {
  await ada.cohort.edit(female);
  const lanes = async (body: object) => await ada.post(ada.address('query_tools/timelines'), body);
  const { subjects, unit, count } = (await lanes({ sort_by: 'lab' })).json();
  expect([unit, count, subjects.map((one: { subject: string }) => one.subject)]).toEqual([
    'day',
    2,
    ['S1', 'S4'],
  ]);
  expect(subjects[1].events).toEqual([
    { collection_id: 'lab', start: '2020-02-01', end: null, label: 'HGB' },
  ]);
  expect(subjects[0].events).toContainEqual({
    collection_id: 'stay',
    start: '2020-05-28',
    end: '2020-06-05',
    label: expect.any(String),
  });
  expect((await lanes({ sort_by: 'subject' })).statusCode).toBe(404);
  await ada.cohort.edit({ type: 'clear_all' });
});

/** The first id, which is one number with the even one below it to JavaScript. */
const large = 9_007_199_254_740_993n;
const lanesOfCourses = 110;
const eventsOfCourse = 40;
const topCodedYear = new Date().getFullYear() - 90;

/** Subjects with as many days each; those with the higher ids come earlier, the first is very old and has two equal records. */
async function writeCourses(folder: string): Promise<string> {
  const ids = Array.from({ length: lanesOfCourses }, (_, index) => String(large + BigInt(index)));
  const days = Array.from({ length: eventsOfCourse }, (_, index) => new Date(Date.UTC(2020, 0, 1 + index)));
  const visits = ids.flatMap((id, index) =>
    days.map((day) => {
      const later = new Date(day.getTime() + (lanesOfCourses - index) * 86_400_000);
      return [id, later.toISOString().slice(0, 10), 'usual', ''];
    }),
  );
  const old = [ids[0], '1920-02-01', 'fever', 'a;b'];
  const own = { name: 'id', type: 'integer', atrium: { publish: false } };
  return await writePackage(folder, {
    person: {
      fields: [{ name: 'id', type: 'integer', atrium: { id: 'person_id' } }],
      rows: ids.map((id) => [id]),
      schema: { primaryKey: 'id' },
    },
    visit: {
      fields: [
        own,
        { name: 'day', type: 'date', atrium: { id: 'day', phi: true } },
        { name: 'finding', type: 'string', categories: ['usual', 'fever'], atrium: { id: 'finding' } },
        {
          name: 'tags',
          type: 'list',
          delimiter: ';',
          itemType: 'string',
          atrium: { id: 'tags', type: 'category' },
        },
      ],
      rows: [...visits, old, old],
      schema: { foreignKeys: [{ fields: 'id', reference: { resource: 'person', fields: 'id' } }] },
      atrium: { event: { start: 'day' } },
    },
  });
}

it('ids beyond 2^53, courses of many events, equal records and the year of all before it are shown as they are (rules 1.21, 3.30 and 17.20)', async ({
  portal,
  folder,
}) => {
  const dataset = await portal.aDataset({ packagePath: await writeCourses(path.join(folder, 'courses')) });
  const ada = await portal.aPerson({ dataset, level: 'phi' });
  const bo = await portal.aPerson({ dataset, level: 'deid' });
  const lanes = async ({ post, address }: TestPerson, body: object) =>
    (await post(address('query_tools/timelines'), body)).json();
  type Lane = { subject: string; events: { start: unknown }[]; is_cut: boolean };
  const byId: Lane[] = (await lanes(ada, {})).subjects;
  expect(byId.map(({ subject }) => subject)).toEqual(
    Array.from({ length: 100 }, (_, index) => String(large + BigInt(index))),
  );
  expect(new Set(byId.map(({ events, is_cut }) => `${events.length} ${is_cut}`))).toEqual(
    new Set([`${eventsOfCourse + 2} false`, `${eventsOfCourse} false`]),
  );
  const earliest: Lane[] = (await lanes(ada, { sort_by: 'visit' })).subjects;
  const [oldest, ...others] = Array.from({ length: lanesOfCourses }, (_, index) =>
    String(large + BigInt(index)),
  );
  expect(earliest.map(({ subject }) => subject)).toEqual([oldest, ...others.toReversed()].slice(0, 100));
  const word = `${topCodedYear} or earlier`;
  expect(
    (await lanes(bo, { sort_by: 'visit' })).subjects[0].events.map(({ start }: { start: unknown }) => start),
  ).toEqual([...[word, word], ...Array.from({ length: eventsOfCourse }, () => 2020)]);

  const { extended_cohort_def: sets } = await bo.cohort.edit({
    type: 'add_entry',
    concept_id: 'tags',
    selected_categories: ['a', 'b'],
  });
  const set = sets.at(-1).entry_id;
  const explain = async (subject: bigint) =>
    await bo.post(bo.address('query_tools/explain'), { subject: String(subject) });
  const [, visits] = (await explain(large)).json().records;
  const fever = { cells: [word, 'fever', ['a', 'b']], start: word, end: null, meets: [set] };
  expect(visits.rows.slice(0, 3)).toEqual([
    fever,
    fever,
    expect.objectContaining({ start: 2020, meets: [] }),
  ]);
  expect(visits.rows).toHaveLength(eventsOfCourse + 2);
  expect((await explain(large - 1n)).statusCode).toBe(404);
  expect((await explain(large + 1n)).json()).toMatchObject({ is_in: false });
  const rounded = await ada.post(ada.address('query_tools/explain'), { subject: Number(large) });
  expect(rounded.statusCode).toBe(400);
  const spelled = await ada.post(ada.address('query_tools/explain'), { subject: `00${large}` });
  expect(spelled.json()).toMatchObject({ is_in: true });
});

it('lanes that may lack some of 30,000 events are named, and whole ones are not (rule 17.20)', {
  tags: 'long',
}, async ({ portal, folder }) => {
  const events = { '007': 3, '7': 30_000, '8': 2 };
  const packagePath = await writePackage(path.join(folder, 'many'), {
    person: {
      fields: [{ name: 'id', type: 'string', atrium: { id: 'person_id' } }],
      rows: Object.keys(events).map((id) => [id]),
      schema: { primaryKey: 'id' },
    },
    visit: {
      fields: [
        { name: 'id', type: 'string', atrium: { publish: false } },
        { name: 'age', type: 'number', atrium: { id: 'age', type: 'age' } },
      ],
      rows: Object.entries(events).flatMap(([id, count]) =>
        Array.from({ length: count }, (_, age) => [id, String(age)]),
      ),
      schema: { foreignKeys: [{ fields: 'id', reference: { resource: 'person', fields: 'id' } }] },
      atrium: { event: { start: 'age' } },
    },
  });
  const ada = await portal.aPerson({ dataset: await portal.aDataset({ packagePath }), level: 'phi' });
  const { subjects } = (await ada.post(ada.address('query_tools/timelines'), {})).json();
  expect(
    subjects.map(({ subject, is_cut, events }: { subject: string; is_cut: boolean; events: unknown[] }) => [
      subject,
      is_cut,
      events.length,
    ]),
  ).toEqual([
    ['007', false, 3],
    ['7', true, 29_997],
    ['8', true, 0],
  ]);
  for (const subject of ['7', '8', 7])
    expect((await ada.post(ada.address('query_tools/explain'), { subject })).statusCode).toBe(200);
});

it('each filter says how many it finds alone, and how many the cohort has without it (rule 4.16)', async ({
  ada,
}) => {
  const sex = await ada.cohort.edit(female);
  const weight = await ada.cohort.edit(heavy);
  const diagnosis = await ada.cohort.edit(severe);
  const effects = await ada.read('query_tools/effects/');
  const set = diagnosis.extended_cohort_def[1].entry_id;
  const entries = [sex.entry_id, weight.entry_id, set, diagnosis.entry_id];
  expect(effects).toMatchObject({
    count: await counted(ada),
    everyone: 6,
    snapshot_id: diagnosis.snapshot_id,
  });
  expect(effects.filters.map((filter: { entry_id: string }) => filter.entry_id)).toEqual(entries);
  const of = (edits: readonly object[]) => countOf(ada, edits);
  expect(effects.filters).toMatchObject([
    { alone: await of([female]), without: await of([heavy, severe]) },
    { alone: await of([heavy]), without: await of([female, severe]) },
    { alone: await of([severe]), without: await of([female, heavy]) },
    { alone: await of([severe]) },
  ]);
  const orMissing = effects.filters[0].or_missing;
  const unknownToo = { ...female, selected_categories: ['F', ''] };
  expect(orMissing).toBe(await of([unknownToo, heavy, severe]));
  await ada.cohort.edit({ type: 'clear_all' });
});

/** Counts another cohort of the same person, edit by edit. */
async function countOf(person: TestPerson, edits: readonly object[]): Promise<unknown> {
  await person.cohort.edit({ type: 'clear_all' });
  for (const edit of edits) await person.cohort.edit(edit);
  return await counted(person);
}

it('the effects of a cohort are one line of the audit, with its definition', async ({ bo }) => {
  await bo.cohort.edit(female);
  await bo.read('query_tools/effects/');
  expect(await lastLine(bo)).toMatchObject({ action: 'count', detail: { count: 2, effects: 1 } });
});

it('a curve holds the count for each bound, its own one too (rule 4.17)', async ({ ada }) => {
  const { entry_id: entryId } = await ada.cohort.edit(heavy);
  const curve = await ada.read(`query_tools/curve/?entry_id=${entryId}&bound=min`);
  expect(curve.points).toContainEqual({ value: 11, count: await counted(ada) });
  const counts = curve.points.map(({ count }: { count: number }) => count);
  expect(counts).toEqual(counts.toSorted((a: number, b: number) => b - a));
  expect(counts[0]).toBe(4);
});

it('a filter without bounds has no curve, and one that is not there is not found', async ({ ada }) => {
  const { entry_id: entryId } = await ada.cohort.edit(female);
  const ask = (id: string) => ada.get(ada.address(`query_tools/curve/?entry_id=${id}&bound=max`));
  expect((await ask(entryId)).json()).toMatchObject({
    code: 'bad_request',
    detail: expect.stringContaining('entry_id'),
  });
  expect((await ask('gone')).json()).toMatchObject({ code: 'not_found' });
});

it('distributions count subjects of the cohort beside everyone, and name no texts (rule 4.18)', async ({
  ada,
}) => {
  await ada.cohort.edit(female);
  const { concepts, count, everyone } = await ada.read('query_tools/distributions/');
  expect({ count, everyone }).toEqual({ count: 2, everyone: 6 });
  const of = (id: string) => concepts.find((one: { concept_id: string }) => one.concept_id === id);
  expect(of('sex').bars).toContainEqual({ label: 'F', subjects: 2, everyone: 2 });
  expect(of('sex')).toMatchObject({ title: expect.any(String), missing: { subjects: 0, everyone: 1 } });
  expect(of('severity').bars).toContainEqual(expect.objectContaining({ label: 'severe', everyone: 3 }));
  expect(of('weight').kind).toBe('bins');
  expect(of('subject_id')).toBeUndefined();
});

it('distributions ask one question after the other, so that those of many concepts are not refused (rule 8.17)', async ({
  portal,
  ada,
}) => {
  const { ask } = portal.questions;
  let [asked, most] = [0, 0];
  const asking = vi.spyOn(portal.questions, 'ask').mockImplementation(async (...question) => {
    asked += 1;
    most = Math.max(most, asked);
    return await ask(...question).finally(() => {
      asked -= 1;
    });
  });
  await ada.read('query_tools/distributions/');
  asking.mockRestore();
  expect(most).toBe(1);
});

it('each of some filters says what the cohort would be with it, and one that is refused says nothing (rule 11.14)', async ({
  ada,
  cy,
}) => {
  const address = 'query_tools/count_after_each/';
  const body = { transformations: [heavy, severe, { type: 'add_entry', concept_id: 'sex' }] };
  expect((await cy.post(cy.address(address), body)).statusCode).toBe(403);
  await ada.cohort.edit({ type: 'clear_all' });
  const { snapshot_id: snapshot } = await ada.cohort.edit(female);
  const reply = (await ada.post(ada.address(address), body)).json();
  expect(await lastLine(ada)).toMatchObject({ action: 'count', detail: { filters: 3, [ofPreview]: true } });
  expect((await ada.read('cohort_def/')).snapshot_id).toBe(snapshot);
  const [withHeavy, withSevere] = [await countOf(ada, [female, heavy]), await countOf(ada, [female, severe])];
  expect(reply).toEqual({ snapshot_id: snapshot, counts: [withHeavy, withSevere, null] });
  await ada.cohort.edit({ type: 'clear_all' });
});

it('values near the chosen ones are listed with a line in the audit, for those who see subjects (rule 11.15)', async ({
  ada,
  cy,
}) => {
  const address = 'concepts/code/unchosen/';
  expect((await cy.post(cy.address(address), { values: ['VSD'] })).statusCode).toBe(403);
  const { values } = (await ada.post(ada.address(address), { values: ['VSD'] })).json();
  expect(values).toEqual([
    { text: 'Atrial septal defect', code: 'ASD', reason: 'sibling', subjects: expect.any(Number) },
  ]);
  expect(await lastLine(ada)).toMatchObject({
    action: 'values_list',
    detail: { concept: 'code', values: 1 },
  });
});
