import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Caller } from '../../testing/caller.ts';
import { chosenEffort } from '../../testing/chance.ts';
import type { TestDataset } from '../../testing/factories.ts';
import { folderOfFile, portalOfFile } from '../../testing/ofFile.ts';

let made = 0;

/** Texts that a CSV, a list, a spreadsheet or an import could take for something else. */
const awkward = [
  'plain',
  '=1+1',
  "'=1+1",
  "''@you",
  "'quoted'",
  '-x',
  '-5',
  "'-5",
  '+49',
  'a; b',
  ';',
  'a;',
  '\\',
  'a\\; b',
  'null',
  '\\null',
  'None',
  'True',
  'é 🫀',
  '"q"',
  'two\nlines',
  'a, b',
  '007',
];
const text = fc.constantFrom(...awkward);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 3 });
const row = fc.record({
  note: maybe(text),
  kind: maybe(fc.constantFrom('a; b', '=sum', 'c')),
  weight: maybe(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 })),
  visits: maybe(fc.integer({ min: -5, max: 100_000 })),
  smokes: maybe(fc.boolean()),
  born: maybe(fc.constantFrom('1990-02-28', '2020-02-29', '0999-12-31')),
  seen: maybe(
    fc.constantFrom('2019-03-02 14:05', '2019-03-02T14:05:07.25Z', '2019-03-02', '2020-01-01 00:30+14:00'),
  ),
  left: maybe(fc.constantFrom('2019-03-02 14:05', '2019-03-01 23:59')),
  finding: maybe(fc.constantFrom('T:2', 'T:3', 'X:9')),
  findings: fc.uniqueArray(fc.constantFrom('T:2', 'T:3', 'X:9'), { maxLength: 3 }),
  age: maybe(fc.integer({ min: 0, max: 40_000 })),
  tags: fc.uniqueArray(text, { maxLength: 3 }),
  doses: fc.uniqueArray(fc.integer({ min: -3, max: 9 }), { maxLength: 3 }),
  calls: fc.uniqueArray(
    fc.constantFrom('2019-03-02 14:05', '2019-03-02 09:00:30', '2019-03-02T09:30-01:00'),
    {
      maxLength: 3,
    },
  ),
});
const rows = fc.array(row, { minLength: 1, maxLength: 8 });
/** For a single run, which is usually small. */
const someRows = fc.array(row, { minLength: 6, maxLength: 8 });

const fields = [
  { name: 'person', type: 'string' },
  { name: 'note', type: 'string', title: '=Note' },
  { name: 'kind', type: 'string', categories: ['c', 'a; b'] },
  { name: 'weight', type: 'number', title: 'Weight, exact', atrium: { unit: 'kg' } },
  { name: 'visits', type: 'integer' },
  { name: 'smokes', type: 'boolean' },
  { name: 'born', type: 'date', atrium: { phi: true } },
  { name: 'seen', type: 'datetime' },
  { name: 'left', type: 'datetime', atrium: { phi: true } },
  { name: 'finding', type: 'string', atrium: { ontology: 'terms' } },
  { name: 'findings', type: 'list', delimiter: '|', atrium: { type: 'ontology', ontology: 'terms' } },
  { name: 'age', type: 'integer', atrium: { type: 'age', unit: 'days' } },
  { name: 'tags', type: 'list', delimiter: '|' },
  { name: 'doses', type: 'list', delimiter: '|', itemType: 'integer' },
  { name: 'calls', type: 'list', delimiter: '|', itemType: 'datetime' },
];
const concepts = fields.slice(1).map(({ name }) => name);

const lists: ReadonlySet<string> = new Set(['tags', 'doses', 'calls', 'findings']);

/** Of the labels one looks like a list, one like a formula; two terms have the same one. */
const terms = [
  { code: 'T:1', label: 'top' },
  { code: 'T:2', label: 'a; null', parents: ['T:1'] },
  { code: 'T:3', label: '=sum', parents: ['T:1'] },
  { code: 'T:4', label: 'twin', parents: ['T:1'] },
  { code: 'T:5', label: 'twin', parents: ['T:1'] },
];

const cell = (value: unknown): string => (value === null ? '' : `"${String(value).replaceAll('"', '""')}"`);

const again = 'an export as %s with its dictionary imports with the same types and values';

const portal = await portalOfFile();
const folder = await folderOfFile();

it.each(['csv'])(again, (format) => expectSameAgain(format, 1, someRows));
it.each(['parquet'])(again, { tags: 'long' }, (format) => expectSameAgain(format, 1, someRows));

it.each(['csv', 'parquet'])(
  'over more rows, an export as %s with its dictionary imports with the same types and values',
  { tags: 'long' },
  (format) => expectSameAgain(format, 3),
);

it('an ontology concept of which two labels are the same comes back as a category, with the same values', {
  tags: 'long',
}, async () => {
  const nothing = Object.fromEntries(concepts.map((name) => [name, lists.has(name) ? [] : null]));
  const people = ['T:2', 'T:4', 'T:5'].map((finding) => ({ ...nothing, finding, findings: ['T:2'] }));
  const first = await read(await writePackage(people));
  const again = await read(await saved(first, 'csv'));
  expect(again.values).toEqual(first.values);
  const typeOf = (name: string) => again.types.find(({ id }) => id === name)?.type;
  expect([typeOf('finding'), typeOf('findings')]).toEqual(['category', 'ontology']);
});

async function writePackage(people: readonly Readonly<Record<string, unknown>>[]): Promise<string> {
  made += 1;
  const target = path.join(folder, `first${made}`);
  await mkdir(target);
  const written = (value: unknown): string => cell(Array.isArray(value) ? value.join('|') : value);
  const lines = people.map((person, index) =>
    [`P${index}`, ...concepts.map((name) => written(person[name]))].join(','),
  );
  const heading = ['person', ...concepts].join(',');
  await writeFile(path.join(target, 'person.csv'), `${heading}\n${lines.join('\n')}\n`);
  const schema = { primaryKey: 'person', fields };
  const descriptor = {
    name: 'first',
    resources: [{ name: 'person', path: 'person.csv', schema }],
    atrium: { ontologies: [{ id: 'terms', title: 'Terms', terms }] },
  };
  await writeFile(path.join(target, 'datapackage.json'), JSON.stringify(descriptor));
  return target;
}

/** Everything that a member sees of a dataset: types, and every value of every concept. */
async function read(packagePath: string) {
  made += 1;
  const dataset = await portal.aDataset({ uniqueId: `again${made}`, packagePath });
  const member = await portal.signedIn((await portal.aMember({ dataset, level: 'phi' })).account);
  for (const concept_id of concepts) {
    const reply = await member.post(`${dataset.uniqueId}/table_def/`, {
      transformation: {
        type: 'add_entry',
        concept_id,
        ...(lists.has(concept_id) ? { aggregation_method: 'list_distinct' } : {}),
      },
    });
    expect([concept_id, reply.json().errors]).toEqual([concept_id, []]);
  }
  const get = async (call: string) => await member.get(`${dataset.uniqueId}/query_tools/${call}`);
  const lines = (await get('export_ndjson/')).body.trimEnd().split('\n');
  return { get, types: await typesOf(dataset), values: lines.map((line) => Object.values(JSON.parse(line))) };
}

async function typesOf(dataset: TestDataset) {
  const { live_release_id } = await portal.db
    .selectFrom('dataset')
    .select('live_release_id')
    .where('id', '=', dataset.id)
    .executeTakeFirstOrThrow();
  const { dictionary } = await portal.questions.open(`release_${live_release_id}`);
  return dictionary.concepts.map(
    ({ id, type, title, isMultiple, unit, time, ontologyId, hasPhi, declaredValues }) => ({
      id,
      type,
      title: isMultiple ? null : title,
      isMultiple,
      unit,
      time,
      ontologyId,
      hasPhi,
      declared: [...declaredValues].sort(),
    }),
  );
}

/** The export and its dictionary as the web saves them. */
async function saved({ get }: { get: Caller['get'] }, format: string): Promise<string> {
  made += 1;
  const target = path.join(folder, `again${made}`);
  await mkdir(target);
  const file = await get(`export_${format}/`);
  const dictionary = await get(`export_dictionary/?format=${format}`);
  expect([file.statusCode, dictionary.statusCode]).toEqual([200, 200]);
  await writeFile(path.join(target, `results_export.${format}`), file.rawPayload);
  await writeFile(path.join(target, 'results_dictionary.json'), dictionary.body);
  return path.join(target, 'results_dictionary.json');
}

async function expectSameAgain(format: string, runs: number, drawn = rows): Promise<void> {
  await fc.assert(
    fc.asyncProperty(drawn, async (people) => {
      const first = await read(await writePackage(people));
      const again = await read(await saved(first, format));
      expect(again.values).toEqual(first.values);
      expect(again.values).toHaveLength(people.length);
      expect(again.types).toEqual(
        first.types.map((concept) => ({ ...concept, declared: expect.arrayContaining(concept.declared) })),
      );
    }),
    { numRuns: runs * chosenEffort() },
  );
}
