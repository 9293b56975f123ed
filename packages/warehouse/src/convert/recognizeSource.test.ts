import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { PackageRefused } from '../package/packageErrors.ts';
import { convertFiles, writeFiles } from '../testing/convertFiles.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { zipFile } from '../testing/zipFile.ts';
import { convertInputs } from './convertInputs.ts';
import { copyTables } from './copyTables.ts';
import { recognizeSource } from './recognizeSource.ts';
import { createTally } from './tally.ts';

const packet = '{"id": "A", "phenotypic_features": []}';

it.each([
  ['phenopackets', { 'readme.txt': 'x', 'a/one.json': packet }],
  ['phenopackets', { 'all.jsonl': `${packet}\n` }],
  ['redcap', { 'r.csv': 'id\n1\n', 'd.csv': 'field_name,form_name,field_type\nid,f,text\n' }],
  ['ped', { 'kin.fam': 'F A 0 0 1 1\n' }],
  ['omop', { 'PERSON.csv': 'person_id\n1\n', 'death.csv': 'person_id\n1\n' }],
  [null, { 'person.csv': 'person_id\n1\n' }],
  [null, { 'one.json': '{"name": "something else"}' }],
  [null, { 'datapackage.json': '{}', 'kin.ped': 'F A 0 0 1 1\n' }],
] as const)('recognises %s in %o', async (format, files) => {
  const found = await recognizeSource([await writeFiles(files)]);
  expect(found?.format ?? null).toBe(format);
});

it('recognises what is in a zip, and nothing in what is not there', async () => {
  const folder = await writeFiles({ 'x.zip': zipFile(new Map([['one.json', Buffer.from(packet)]])) });
  expect(await recognizeSource([join(folder, 'x.zip')])).toMatchObject({ format: 'phenopackets' });
  expect(await recognizeSource([join(folder, 'gone')])).toBeNull();
});

it('writes into no folder that is there, and leaves nothing of a conversion that was refused or stopped', async () => {
  const { folder } = await convertFiles('ped', { 'a.ped': 'F A 0 0 1 1\n' });
  const inputs = [await writeFiles({ 'a.ped': 'F A 0 0 1 1\n' })];
  await expect(convertInputs({ format: 'ped', inputs, to: folder })).rejects.toThrow('is there already');
  const signal = AbortSignal.abort();
  const to = join(dirname(folder), 'other');
  await expect(convertInputs({ format: 'ped', inputs, to, signal })).rejects.toThrow('abort');
  const empty = [await writeFiles({ 'a.ped': '\n' })];
  await expect(convertInputs({ format: 'ped', inputs: empty, to })).rejects.toThrow(PackageRefused);
  expect(await readdir(dirname(folder))).toEqual(['package']);
});

it('refuses a conversion of which one count differs from the other (rule 10.20)', () => {
  const tally = createTally();
  tally.read('rows', 3);
  tally.goesTo('rows', 'table');
  tally.leftOut('rows', 'is empty');
  expect(tally.finish(new Map([['table', 2]])).counted).toEqual([
    { thing: 'rows', read: 3, written: 2, leftOut: 1 },
  ]);
  expect(() => tally.finish(new Map([['table', 1]]))).toThrow(
    'rows: 3 were counted in the source, but 1 were written and 1 left out; nothing was kept',
  );
});

it('copies the tables of a zip, and refuses two of one name and a zip that is a package', async () => {
  const zip = async (names: readonly string[]): Promise<string> => {
    const files = new Map(names.map((name) => [name, Buffer.from('a\n1\n')] as const));
    return join(await writeFiles({ 'x.zip': zipFile(files) }), 'x.zip');
  };
  const folder = await temporaryFolder();
  expect(await copyTables(await zip(['a/one.csv', 'two.parquet', 'b.pdf']), { folder })).toEqual([
    'one.csv',
    'two.parquet',
  ]);
  expect(await readdir(folder)).toEqual(['one.csv', 'two.parquet']);
  await expect(copyTables(await zip(['a/new.csv', 'b/NEW.csv']), { folder })).rejects.toThrow('two tables');
  await expect(copyTables(await zip(['datapackage.json']), { folder })).rejects.toThrow('import it as it is');
});
