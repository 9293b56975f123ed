import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { conversionRefusal, convertFiles, writeFiles } from '../../testing/convertFiles.ts';
import { importTiny } from '../../testing/tinyWarehouse.ts';
import { zipFile } from '../../testing/zipFile.ts';
import { collections, subjectColumns } from './collections.ts';
import type { Column } from './columns.ts';

const term = (id: string, label: string) => ({ id, label });
const age = (iso8601duration: string) => ({ age: { iso8601duration } });

const packet = (id: string, rest: object = {}) => ({
  id,
  subject: {
    id: 'Patient 1',
    sex: 'FEMALE',
    timeAtLastEncounter: age('P5Y8M'),
    dateOfBirth: '2001-03-04T00:00:00Z',
  },
  phenotypicFeatures: [
    {
      type: term('HP:0001250', 'Seizure'),
      onset: age('P6M'),
      modifiers: [term('HP:0025206', 'Triggered by cold')],
    },
    { type: term('HP:0001631', 'Atrial septal defect'), excluded: true },
    { type: term('HP:0001250', 'Seizures'), onset: { gestationalAge: { weeks: 20, days: 3 } } },
  ],
  diseases: [
    {
      term: term('OMIM:142900', 'Holt-Oram syndrome'),
      onset: { ontologyClass: term('HP:0003577', 'Congenital onset') },
    },
  ],
  ...rest,
});
const text = (value: unknown) => JSON.stringify(value);

it('writes subjects, features with their polarity, and diseases, and the import takes the package', async () => {
  const { folder, report, rows } = await convertFiles('phenopackets', {
    'a/one.json': text(packet('P1')),
    'two.json': text([packet('P2'), packet('P3', { phenotypicFeatures: [] })]),
    'three.jsonl.gz': gzipSync(
      `${text(packet('P4'))}\n\n${text({ path: 'store/p5.json', phenopacket: packet('P5') })}\n`,
    ),
    'notes.txt': 'nothing',
  });
  expect(report.counted).toEqual([
    { thing: 'phenopackets', read: 5, written: 5, leftOut: 0 },
    { thing: 'phenotypic features', read: 12, written: 12, leftOut: 0 },
    { thing: 'diseases', read: 5, written: 5, leftOut: 0 },
  ]);
  expect(report.leftOut).toMatchObject([{ thing: 'files', count: 1 }]);
  expect((await rows('subject')).map(({ subject_id, source }) => [subject_id, source])).toEqual([
    ['P1', 'a/one.json'],
    ['P4', 'three.jsonl.gz'],
    ['P5', 'store/p5.json'],
    ['P2', 'two.json'],
    ['P3', 'two.json'],
  ]);
  expect(await rows('phenotypic_feature')).toMatchObject([
    { subject_id: 'P1', type: 'HP:0001250', excluded: 'false', onset_age: 'P6M', modifiers: 'HP:0025206' },
    { type: 'HP:0001631', excluded: 'true', onset_age: '' },
    { type: 'HP:0001250', onset_gestational_days: '143' },
    ...Array.from({ length: 9 }, () => ({})),
  ]);
  const imported = await importTiny({ tables: [] }, { packagePath: folder });
  expect(imported.report.problems).toEqual([]);
  expect(imported.report.subjects).toBe(5);
  expect(await imported.column('phenotypic_feature', '_start')).toContain(182);
  expect(imported.report.dictionary.ontologies).toEqual([
    { id: 'hpo', terms: 4 },
    { id: 'disease', terms: 1 },
  ]);
});

it('declares excluded as polarity, protects what identifies, and hides columns without values', async () => {
  const { descriptor } = await convertFiles('phenopackets', { 'one.json': text(packet('P1')) });
  const [subject, feature] = descriptor.resources;
  const field = (name: string) => subject?.schema?.fields.find((one) => one.name === name);
  expect(feature?.atrium).toEqual({
    event: { start: 'onset_age' },
    polarity: { field: 'excluded', absent: [true] },
  });
  expect(field('individual_id')).toMatchObject({ atrium: { phi: true } });
  expect(field('date_of_birth')).toMatchObject({ type: 'datetime', atrium: { phi: true } });
  expect(field('karyotypic_sex')).toEqual({
    name: 'karyotypic_sex',
    type: 'string',
    atrium: { publish: false },
  });
});

it('takes zips, names with lines, families and cohorts', async () => {
  const person = (individual_id: string, paternal_id: string, maternal_id: string) => ({
    family_id: 'F',
    individual_id,
    paternal_id,
    maternal_id,
    affected_status: 'AFFECTED',
  });
  const relative = (id: string) => ({ id, subject: { id } });
  const family = {
    id: 'F',
    proband: relative('C'),
    relatives: [relative('D'), relative('M')],
    pedigree: { persons: [person('C', 'D', 'M'), person('D', '0', '0'), person('X', '0', '0')] },
  };
  const files = new Map([
    ['family.json', Buffer.from(text(family))],
    ['cohort.json', Buffer.from(text({ id: 'K', members: [relative('Z')] }))],
    [
      'lines.json',
      Buffer.from(
        text({ id: 'L', subject: { id: 'L' }, phenotypic_features: [{ type: term('HP:1', 'One') }] }),
      ),
    ],
    ['__MACOSX/._x.json', Buffer.from('no')],
  ]);
  const folder = await writeFiles({ 'all.zip': zipFile(files) });
  const { rows, report } = await convertFiles('phenopackets', [join(folder, 'all.zip')]);
  const shown = ({
    subject_id,
    family_id,
    family_role,
    father_id,
    has_complete_trio,
    cohort_id,
  }: Readonly<Record<string, string>>) =>
    [subject_id, family_id, family_role, father_id, has_complete_trio, cohort_id].join(' ');
  expect((await rows('subject')).map(shown)).toEqual([
    'Z     K',
    'C F Proband D true ',
    'D F Father  false ',
    'M F Mother  false ',
    'L     ',
  ]);
  expect(await rows('phenotypic_feature')).toMatchObject([{ subject_id: 'L', type: 'HP:1' }]);
  expect(report.leftOut).toMatchObject([{ thing: 'persons of pedigrees', count: 1 }]);
});

it.each([
  ['no JSON', '{"id": ', 'x.json: is no JSON: '],
  [
    'no phenopacket',
    '{"id": "A"}',
    'x.json: is no phenopacket: it has neither subject, phenotypicFeatures nor metaData',
  ],
  ['no id', '{"subject": {}}', 'x.json: id: is missing, and so is subject.id'],
  [
    'version 1',
    '{"id": "A", "metaData": {"phenopacketSchemaVersion": "1.0.0"}}',
    'x.json: is a phenopacket of version 1; convert it to version 2 first',
  ],
  [
    'a message for a text',
    text([packet('A'), { id: 'B', subject: { sex: {} } }]),
    'x.json[1]: subject.sex: must be a text, a number or a boolean',
  ],
  [
    'a text for a message',
    '{"id": "B", "phenotypicFeatures": ["HP:1"]}',
    'x.json: phenotypicFeatures[0]: must be an object',
  ],
  ['one id twice', text([packet('A'), packet('A')]), 'x.json[1]: id: "A" is also that of x.json[0]'],
])('refuses %s with file and field, and leaves nothing', async (_, content, sentence) => {
  const [problem] = await conversionRefusal('phenopackets', { 'x.json': content });
  expect(problem).toContain(sentence);
});

it('refuses a file in another encoding, and a gzip that is cut', async () => {
  const latin = Buffer.from('{"id": "Bj\u00f6rn"}', 'latin1');
  expect(await conversionRefusal('phenopackets', { 'x.json': latin })).toEqual([
    'x.json: is not written in UTF-8',
  ]);
  const cut = gzipSync(text(packet('A'))).subarray(0, 60);
  expect(await conversionRefusal('phenopackets', { 'x.json.gz': cut })).toEqual([
    'x.json.gz: is not a whole gzip file',
  ]);
});

it('names the line of a bad packet among packets on lines', async () => {
  const content = `${text(packet('A'))}\n\n{"id": 1}\n`;
  expect(await conversionRefusal('phenopackets', { 'x.jsonl': content })).toEqual([
    'x.jsonl:3: is no phenopacket: it has neither subject, phenotypicFeatures nor metaData',
  ]);
});

interface Tree {
  [name: string]: string | string[] | Tree | Tree[];
}

/** Gives every path that a column names a text of its own. */
function fill(columns: readonly Column[], tree: Tree): readonly string[] {
  return columns.flatMap(({ field, from: [path = '^'], compute }) => {
    if (path.startsWith('^')) return [];
    const isNumber = field.type === 'number' || field.type === 'integer';
    const value = isNumber ? '7' : `the ${field.name}`;
    put(tree, path.split('.'), value);
    return [compute === undefined ? value : compute([value])];
  });
}

function put(tree: Tree, [step = '', ...rest]: readonly string[], value: string): void {
  const name = step.replace('[]', '');
  const isList = step !== name;
  if (rest.length === 0) {
    tree[name] = isList ? [value] : value;
    return;
  }
  const held = tree[name];
  const found = Array.isArray(held) ? held[0] : held;
  const inner: Tree = typeof found === 'object' ? found : {};
  tree[name] = isList ? [inner] : inner;
  put(inner, rest, value);
}

const flat = collections.filter(({ items }) => !items.slice(0, -2).includes('[]'));
it.each([...flat, { name: 'subject', items: '', columns: subjectColumns }])(
  'every place that a column of $name names goes into its table',
  async ({ name, items, columns }) => {
    const element: Tree = {};
    const texts = fill(columns, element);
    const steps = items.replace('[]', '').split('.');
    const around = steps.reduceRight<Tree>(
      (inner, step, index) => ({ [step]: index === steps.length - 1 ? [inner] : inner }),
      element,
    );
    const message = items === '' ? { ...element, id: 'P' } : { subject: { id: 'S' }, ...around, id: 'P' };
    const { rows } = await convertFiles('phenopackets', { 'x.json': text(message) });
    const cells = Object.values((await rows(name))[0] ?? {});
    expect(texts.filter((one) => !cells.includes(one))).toEqual([]);
  },
);
