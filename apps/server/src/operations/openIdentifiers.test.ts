import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDuckDbWarehouse, type Warehouse } from '@atrium/warehouse';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildOnce } from '../../../../packages/warehouse/src/testing/buildOnce.ts';
import type { Database } from '../database/index.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import { importDataset } from './importDataset.ts';
import type { By, ImportOperation } from './operation.ts';

let folder = '';
let database: Database;
let warehouse: Warehouse;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-identifiers-'));
  database = await openTestDatabase();
  warehouse = await openDuckDbWarehouse({ folder: path.join(folder, 'warehouse'), build: buildOnce });
});
afterAll(async () => {
  await warehouse.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (given: Partial<ImportOperation> & { packagePath: string }, by: By = { operator: 'root' }) =>
  importDataset(
    { db: database.db, ...warehouse },
    { kind: 'import', dataset: null, dryRun: false, ...given },
    { onProgress: () => {}, signal: new AbortController().signal, ...by },
  );
const live = async (dataset: string) =>
  (
    await database.db
      .selectFrom('dataset')
      .select('live_release_id')
      .where('unique_id', '=', dataset)
      .executeTakeFirst()
  )?.live_release_id ?? null;

it('a command is refused while an identifier is open that it does not confirm, and is not asked twice (rule 10.28)', async () => {
  const packagePath = await clinic('open');
  await expect(run({ packagePath })).rejects.toThrow('--open-identifier people.contact');
  expect(await live('open')).toBeNull();
  await expect(run({ packagePath, openIdentifiers: ['people.weight'] })).rejects.toThrow('people.weight');
  await run({ packagePath, openIdentifiers: ['people.contact'] });
  const first = await live('open');
  expect(first).not.toBeNull();
  await run({ packagePath });
  expect(await live('open')).not.toBe(first);
});

it('a package opens nothing by itself, and one that protects the field is not asked about (rule 10.28)', async () => {
  await run({ packagePath: await clinic('closed', { phi: true }) });
  expect(await live('closed')).not.toBeNull();
});

it('a number of a clinic is found in a table of events too, also as a part of its key (rule 10.27)', async () => {
  const packagePath = await clinic('events', { phi: true });
  const file = path.join(packagePath, 'datapackage.json');
  const given = JSON.parse(await readFile(file, 'utf8'));
  const numbers = Array.from({ length: 36 }, (_, index) => {
    const person = index % 12;
    return `S${person + 1},${10 + person}-${100_000 + ((person * 77_773) % 900_000)},${index},v${index % 12}`;
  });
  await writeFile(path.join(packagePath, 'visits.csv'), `person,c7,position,room\n${numbers.join('\n')}\n`);
  const schema = {
    fields: [
      { name: 'person', type: 'string', atrium: { publish: false } },
      { name: 'c7', type: 'string' },
      { name: 'position', type: 'integer' },
      { name: 'room', type: 'string' },
    ],
    primaryKey: ['person', 'c7', 'position'],
    foreignKeys: [{ fields: 'person', reference: { resource: 'people', fields: 'id' } }],
  };
  const root = { ...given, atrium: { root: 'people' } };
  const resources = [...given.resources, { name: 'visits', path: 'visits.csv', schema }];
  await writeFile(file, JSON.stringify({ ...root, resources }));
  const { identifiersToConfirm } = await run({ packagePath, dryRun: true });
  expect(identifiersToConfirm).toMatchObject([{ field: 'visits.c7', kind: 'recordNumber' }]);
});

it('an import of staff waits, and a dry run names what is open (rule 10.28)', async () => {
  const { id } = await database.db
    .insertInto('account')
    .values({ username: 'sam', full_name: 'Sam', email: 'sam@example.org' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const packagePath = await clinic('waiting');
  const dryRun = await run({ packagePath, dryRun: true });
  expect(dryRun.identifiersToConfirm).toMatchObject([{ field: 'people.contact', kind: 'email' }]);
  const held = await run({ packagePath }, { accountId: id });
  expect(held.identifiersToConfirm).toHaveLength(1);
  expect(await live('waiting')).toBeNull();
});

it('what is kept of an import quotes no closed value, and the account that imported has it apart (rule 10.30)', async () => {
  const rows = await database.db.selectFrom('import_log').select(['report', 'reasons']).execute();
  const releases = await database.db.selectFrom('release').select('report').execute();
  const kept = JSON.stringify([rows, releases]);
  expect(kept).toContain('•••');
  expect(kept).toContain('secret person');
  expect(kept).not.toContain('@mail.example');
  const apart = await database.db.selectFrom('import_example').select('problems').execute();
  expect(JSON.stringify(apart)).toContain('@mail.example');
});

/** A package that somebody wrote by hand, with the extras of its field `contact`. */
async function clinic(name: string, atrium: object = {}): Promise<string> {
  const packageFolder = path.join(folder, name);
  await mkdir(packageFolder, { recursive: true });
  const rows = Array.from(
    { length: 12 },
    (_, index) => `S${index + 1},person${index}@mail.example,${50 + index}`,
  );
  await writeFile(
    path.join(packageFolder, 'people.csv'),
    `id,contact,weight\n${rows.join('\n')}\nS13,,secret person\n`,
  );
  const fields = [
    { name: 'id', type: 'string' },
    { name: 'contact', type: 'string', constraints: { maxLength: 5 }, atrium },
    { name: 'weight', type: 'number' },
  ];
  const resources = [{ name: 'people', path: 'people.csv', schema: { fields, primaryKey: ['id'] } }];
  await writeFile(path.join(packageFolder, 'datapackage.json'), JSON.stringify({ name, resources }));
  return packageFolder;
}
