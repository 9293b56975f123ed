import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { PackageRefused } from '../package/packageErrors.ts';
import { describeFiles } from '../testing/describeFiles.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { describeFolder } from './describeFolder.ts';
import { findTableFiles } from './tableFiles.ts';

const patients = 'patient_id,city\np1,Köln\np2,Paris\n';
const fileOf = (name: string, lines: readonly string[]): string =>
  lines.find((line) => line.startsWith(`${name}: `)) ?? '';

const expectForm = async (words: string, name: string, content: string | Buffer, wanted: object) => {
  const { resource, guessed, field } = await describeFiles({ [name]: content });
  expect(fileOf(name, guessed)).toContain(words);
  const { name: _, path, schema, atrium: __, ...form } = resource('p') ?? { name: '' };
  expect(path).toBe(name);
  expect(form).toEqual(wanted);
  expect(schema?.primaryKey).toEqual(['patient_id']);
  expect(field('p', 'city')).toMatchObject({ type: 'string' });
};
it.each([
  ['windows-1252, a guess', 'p.csv', Buffer.from(patients, 'latin1'), { encoding: 'windows-1252' }],
  [
    'quotes are ordinary characters',
    'p.csv',
    'patient_id,city\np1,5" pipe\np2,Paris\n',
    { dialect: { quoteChar: null } },
  ],
] as const)('finds how a file is written: %s in %s', expectForm);
it.each([
  ['UTF-8', 'p.csv', Buffer.from(patients), {}],
  ['UTF-8: every byte fits', 'p.csv', Buffer.from(`\ufeff${patients}`), {}],
  [
    'UTF-16: it begins with a byte order mark',
    'p.csv',
    Buffer.from(`\ufeff${patients}`, 'utf16le'),
    { encoding: 'utf-16le' },
  ],
  ['semicolon', 'p.csv', patients.replaceAll(',', ';'), { dialect: { delimiter: ';' } }],
  ['tab', 'p.tsv', patients.replaceAll(',', '\t'), {}],
  ['tab', 'p.csv', patients.replaceAll(',', '\t'), { dialect: { delimiter: '\t' } }],
  ['comma', 'p.tsv', patients, { dialect: { delimiter: ',' } }],
  ['bar', 'p.txt', patients.replaceAll(',', '|'), { format: 'csv', dialect: { delimiter: '|' } }],
  [
    "quote '",
    'p.csv',
    "patient_id,city\n'p1','Köln, Rhein'\n'p2','Paris, Seine'\n",
    { dialect: { quoteChar: "'" } },
  ],
  ['a header', 'p.csv.gz', gzipSync(patients), {}],
] as const)('finds how a file is written: %s in %s', { tags: 'long' }, expectForm);

it('a file whose first record looks like the others has no header', async () => {
  const { resource, guessed } = await describeFiles({ 'p.csv': 'p1,70,2020-01-01\np2,80,2020-01-02\n' });
  expect(resource('p')).toMatchObject({
    dialect: { header: false },
    schema: {
      fields: [
        { name: 'column_1' },
        { name: 'column_2', type: 'integer' },
        { name: 'column_3', type: 'date' },
      ],
    },
  });
  expect(fileOf('p.csv', guessed)).toContain('no header');
});

it('loads ragged rows and cells with line breaks as the import does', { tags: 'long' }, async () => {
  const { guessed, field } = await describeFiles({
    'p.csv': 'patient_id,note,n\np1,"two\nlines",1\np2,short\np3,more,3,4\n',
  });
  expect(fileOf('p.csv', guessed)).toContain('3 rows of 3 columns');
  expect(field('p', 'n')).toMatchObject({ type: 'integer' });
});

it('leaves out what is no table and says why', async () => {
  const { descriptor, guessed } = await describeFiles({
    'p.csv': patients,
    'README.txt': 'A trial, in short.\nIt has patients.\n',
    'broken.parquet': 'PAR1',
    'zeros.csv': Buffer.from('a,b\n1,2\n', 'utf16le'),
    'bad.csv.gz': 'not gzip',
    'empty.csv': '',
  });
  expect(descriptor.resources.map(({ name }) => name)).toEqual(['p']);
  expect(fileOf('README.txt', guessed)).toContain('left out: is no table');
  expect(fileOf('broken.parquet', guessed)).toContain('left out: is not a readable Parquet file');
  expect(fileOf('zeros.csv', guessed)).toContain('left out: holds zero bytes');
  expect(fileOf('bad.csv.gz', guessed)).toContain('left out: is not a whole gzip file');
  expect(fileOf('empty.csv', guessed)).toContain('left out: is no table');
});

it('refuses a folder in which nothing is a table', async () => {
  await expect(describeFiles({ 'README.txt': 'Nothing here.\n' })).rejects.toThrow(PackageRefused);
});

it('gives concepts ids that an import takes, and leaves out columns without a name of their own', async () => {
  const { resource, guessed } = await describeFiles({
    'p.csv': 'patient_id,Größe (cm),größe cm,,twice,twice,_hidden\np1,180,1,2,3,4,5\np2,190,1,2,3,4,5\n',
  });
  expect(resource('p')?.schema?.fields).toEqual([
    { name: 'patient_id', type: 'string', constraints: { required: true, unique: true } },
    { name: 'Größe (cm)', type: 'integer', atrium: { id: 'Grosse_cm' } },
    { name: 'größe cm', type: 'integer', atrium: { id: 'grosse_cm_2' } },
    { name: '_hidden', type: 'integer', atrium: { publish: false } },
  ]);
  expect(guessed).toContain('p.csv: left out: column 4 has no name');
  expect(guessed).toContain('p.csv: left out: 2 columns have the name twice');
});

it('stops when its signal is aborted, with the reason', async () => {
  const { folder } = await describeFiles({ 'p.csv': patients });
  const tables = await findTableFiles(folder);
  if (tables === null) throw new Error('The folder has a table.');
  const stopping = new AbortController();
  const onProgress = (): void => stopping.abort(new Error('Stopped by a test.'));
  const request = { tables, scratchFolder: await temporaryFolder(), signal: stopping.signal, onProgress };
  await expect(describeFolder(request)).rejects.toThrow('Stopped by a test.');
});

const visits = (columns: string, cells: string): string =>
  `visit_id,${columns}\n${[1, 2, 3].map((id) => `v${id},${cells}`).join('\n')}\n`;

const expectWarning = async (name: string, columns: string, cells: string) => {
  const { guessed } = await describeFiles({ 'visits.csv': visits(columns, cells) });
  const warnings = guessed.filter((line) => line.includes('protect this field too'));
  expect(warnings).toEqual([expect.stringMatching(`^visits.csv: ${name}: perhaps an age`)]);
  expect(warnings[0]).toContain(`beside dates (${columns.split(',')[0]})`);
};
it.each([['onset', 'seen,onset', '2001-05-06,P3Y2M4D']])(
  'says of %s beside dates that it may give them away',
  expectWarning,
);
it.each([
  ['age_at_visit', 'birth_date,age_at_visit', '2001-05-06,4000'],
  ['days since surgery', 'seen,days since surgery', '2001-05-06,12'],
])('says of %s beside dates that it may give them away', { tags: 'long' }, expectWarning);

const expectNoWarning = async (_: string, columns: string, cells: string) => {
  const { guessed } = await describeFiles({ 'visits.csv': visits(columns, cells) });
  expect(guessed.filter((line) => line.includes('protect this field too'))).toEqual([]);
};
it.each([['of texts', 'seen,age', '2001-05-06,adult']])(
  'says nothing of the kind of columns %s',
  expectNoWarning,
);
it.each([
  ['without a date', 'age,weight', '40,70'],
  ['of another name', 'seen,weight', '2001-05-06,70'],
])('says nothing of the kind of columns %s', { tags: 'long' }, expectNoWarning);
