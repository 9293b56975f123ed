import { expect, it } from 'vitest';
import { importTiny, inShort, refusalOf } from '../testing/tinyWarehouse.ts';

const visits = {
  name: 'visit',
  fields: [
    { name: 'visit_id', type: 'string' },
    { name: 'person', type: 'string', title: 'Person', atrium: { id: 'person_id' } },
    { name: 'sex', type: 'string', atrium: { type: 'category' } },
  ],
  schema: { primaryKey: 'visit_id' },
  csv: 'visit_id,person,sex\nv1,b,F\nv2,a,M\nv3,b,F\n',
};
const samples = {
  name: 'sample',
  fields: [{ name: 'tube' }, { name: 'donor', atrium: { publish: false } }],
  schema: { foreignKeys: [{ fields: 'donor', reference: { resource: 'visit', fields: 'person' } }] },
  csv: 'tube,donor\nt1,a\nt2,b\n',
};

it('a root derived from a field has one row for each distinct value, in the order of the file', async () => {
  const { report, rows, warehouse } = await importTiny({
    tables: [visits, samples],
    atrium: { root: { resource: 'visit', field: 'person', name: 'person', title: 'Participant' } },
  });
  expect(report).toMatchObject({ subjects: 2, problems: [] });
  expect(await rows('person')).toEqual([
    { _row: 1, _subject: 1, person_id: 'b' },
    { _row: 2, _subject: 2, person_id: 'a' },
  ]);
  expect((await rows('visit')).map(({ _subject }) => _subject)).toEqual([1, 2, 1]);
  expect((await rows('sample')).map(({ _subject }) => _subject)).toEqual([2, 1]);
  const { dictionary } = await warehouse.questions.open('r1');
  expect(dictionary).toMatchObject({ rootCollectionId: 'person', subjectIdConceptId: 'person_id' });
  expect(dictionary.collections.map(({ id, title }) => [id, title])).toEqual([
    ['person', 'Participant'],
    ['visit', 'visit'],
    ['sample', 'sample'],
  ]);
  expect(dictionary.concepts.map(({ id }) => id)).toEqual([
    'person_id',
    'visit_visit_id',
    'visit_sex',
    'sample_tube',
  ]);
});

const expectOneProblem = async (_: string, rest: Readonly<Record<string, unknown>>) => {
  const csv = 'visit_id,person,sex\nv1,b,F\nv2,,M\nv3,b,F,4\n';
  const { report } = await importTiny({
    tables: [{ ...visits, rest, csv }],
    atrium: { root: { resource: 'visit', field: 'person', name: 'person' } },
  });
  expect(report.subjects).toBe(1);
  expect(inShort(report.problems)).toEqual([
    'visit.person missingSubject 1: visit.csv:3 ',
    'visit.* cellCount 1: visit.csv:4 4 cells, not 3',
  ]);
};
it.each([['rewritten', { dialect: { commentChar: '\u0001' } }]])(
  'a row without a subject is reported once, for the table of the file: %s',
  expectOneProblem,
);
it.each([['read as it lies there', {}]])(
  'a row without a subject is reported once, for the table of the file: %s',
  { tags: 'long' },
  expectOneProblem,
);

it('a derived root reports its rows where the table that it comes from is not loaded', {
  tags: 'long',
}, async () => {
  const { report } = await importTiny({
    tables: [{ ...visits, rest: { atrium: { load: false } }, csv: 'visit_id,person,sex\nv1,b,F\nv2,,M\n' }],
    atrium: { root: { resource: 'visit', field: 'person', name: 'person' } },
  });
  expect(inShort(report.problems)).toEqual(['person.person missingSubject 1: visit.csv:3 ']);
});

it.each([
  [
    { resource: 'scan', field: 'person' },
    'the root is derived from the resource "scan", which does not exist',
  ],
  [
    { resource: 'visit', field: 'subject' },
    'the root is derived from the field "subject", which visit does not have',
  ],
  [{ resource: 'visit' }, 'the root must be the name of a resource, or {resource, field}'],
  [
    { resource: 'visit', field: 'person', fields: [] },
    'the root must be the name of a resource, or {resource, field}',
  ],
])('refuses a root derived as %j', async (root, reason) => {
  const problems = await refusalOf({ tables: [visits], atrium: { root } });
  expect(problems[0]).toContain(`package, atrium: ${reason}`);
});

it('refuses a derived root that has the name of another resource', async () => {
  const root = { resource: 'visit', field: 'person', name: 'sample' };
  expect(await refusalOf({ tables: [visits, samples], atrium: { root } })).toContain(
    'package: the resource name "sample" occurs 2 times',
  );
});
