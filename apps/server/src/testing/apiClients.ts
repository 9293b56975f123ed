import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { TestPerson } from './aPerson.ts';
import { type Ended, untilEnd } from './childProcess.ts';
import { testPassword } from './factories.ts';
import { transferPortal } from './transferPortal.ts';

export const root = path.resolve(import.meta.dirname, '../../../..');

const found = (program: string, ...more: string[]): boolean => {
  const isThere = spawnSync(program, [...more, '--version']).status === 0;
  if (!isThere) process.stderr.write(`\n!!! There is no ${program} here: its examples are NOT run.\n\n`);
  return isThere;
};
/** That of the machine, which finds packages of the machine. */
export const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
export const has = { python: found(python), curl: found('curl'), r: found('Rscript') };
export const hasPandas = spawnSync(python, ['-c', 'import pandas']).status === 0;
if (has.python && !hasPandas)
  process.stderr.write('\n!!! There is no pandas here: Python gives lists, and no data frame is tried.\n\n');

/** What the one file of the dataset holds. */
export const content = 'ACGT'.repeat(5000);

/** Programs of people, run against a portal with a small dataset of five people and one file. */
export const clientTest = it
  // biome-ignore lint/correctness/noEmptyPattern: Vitest finds the fixtures that a fixture uses in this pattern.
  .extend('portal', { scope: 'file' }, async ({}, { onCleanup }) => {
    const portal = await transferPortal();
    onCleanup(portal.close);
    return portal;
  })
  .extend('folder', { scope: 'file' }, ({ portal }) => portal.folder)
  .extend('dataset', { scope: 'file' }, async ({ portal }) => {
    const stored = path.join(portal.storage, 'default/reads.txt');
    await mkdir(path.dirname(stored));
    await writeFile(stored, content);
    const packagePath = await writeData(path.join(portal.folder, 'data'));
    const dataset = await portal.aDataset({
      uniqueId: 'default',
      packagePath,
      settings: { smallCountThreshold: 2 },
    });
    await portal.db.updateTable('release').set({ subject_count: 1 }).execute();
    return dataset;
  })
  .extend('ada', ({ portal, dataset }) => portal.aPerson({ dataset, level: 'phi' }))
  .extend('address', { scope: 'file' }, ({ portal }) => portal.listen())
  .extend('run', ({ address, folder }) => async (of: Program, token: string): Promise<Ended> => {
    const file = path.join(folder, of.file);
    await writeFile(file, of.content);
    const child = spawn(of.program, [file, ...(of.args ?? [])], {
      cwd: folder,
      env: { ...process.env, ...libraries(folder), ATRIUM_URL: address, ATRIUM_TOKEN: token },
    });
    child.stdin.end();
    return untilEnd(child);
  })
  .extend('tokenOf', () => async (person: Asker, scopes = ['read', 'export']): Promise<string> => {
    const body = { name: 'example', scopes, expires_in_days: 1, password: testPassword };
    return (await person.post('auth/tokens', body)).json().secret;
  });

export type Asker = Pick<TestPerson, 'get' | 'post'>;

export interface Program {
  readonly program: string;
  readonly file: string;
  readonly content: string;
  readonly args?: readonly string[];
}
export const inPython = (content: string): Program => ({ program: python, file: 'program.py', content });
export const inR = (content: string): Program => ({ program: 'Rscript', file: 'program.R', content });

const libraries = (folder: string) => ({
  PYTHONPATH: [path.join(root, 'clients/python/src'), process.env.PYTHONPATH ?? ''].join(':'),
  PYTHONDONTWRITEBYTECODE: '1',
  R_LIBS: path.join(folder, 'r'),
});

export async function installR(folder: string): Promise<void> {
  const library = path.join(folder, 'r');
  if (existsSync(library)) return;
  await mkdir(library);
  const child = spawn('R', [
    'CMD',
    'INSTALL',
    '--no-docs',
    `--library=${library}`,
    path.join(root, 'clients/r'),
  ]);
  child.stdin.end();
  const { code, stderr } = await untilEnd(child);
  expect(code, stderr).toBe(0);
}

async function writeData(folder: string): Promise<string> {
  const people = [
    'participant_id,sex,is_proband,weight,seen,code,relapse,last_seen',
    'P1,Female,true,9.5,1650-02-28,9007199254740993,,1650-03-10',
    'P2,Male,true,,,,,',
    'P3,Female,false,61,1995-06-30,7,1995-07-10,1995-08-30',
    'P4,Female,false,80.5,1993-01-15,-9007199254740993,,1993-02-15',
    'P5,Unknown,true,,,,,',
    '',
  ];
  const sum = createHash('sha256').update(content).digest('hex');
  const files = {
    file_id: 'F 1/ä',
    path: 'default/reads.txt',
    size: content.length,
    sha256: sum,
    participant_id: 'P1',
    category: 'data',
    data_type: 'Sequence',
    experiment_type: 'WGS',
    file_format: 'FASTA',
  };
  const text = (name: string) => ({ name, type: 'string' });
  const toParticipant = {
    fields: 'participant_id',
    reference: { resource: 'participant', fields: 'participant_id' },
  };
  const descriptor = {
    name: 'clients',
    atrium: { files: 'file', defaultColumns: ['participant_id', 'sex'] },
    resources: [
      {
        name: 'participant',
        path: 'participant.csv',
        schema: {
          primaryKey: 'participant_id',
          fields: [
            text('participant_id'),
            { ...text('sex'), categories: ['Unknown', 'Female', 'Male'] },
            { name: 'is_proband', type: 'boolean' },
            { name: 'weight', type: 'number' },
            { name: 'seen', type: 'date' },
            { name: 'code', type: 'integer' },
            { name: 'relapse', type: 'date' },
            { name: 'last_seen', type: 'date' },
          ],
        },
      },
      {
        name: 'visit',
        path: 'visit.csv',
        atrium: { event: { start: 'day' } },
        schema: {
          fields: [text('participant_id'), text('tags'), { name: 'day', type: 'date' }],
          foreignKeys: [toParticipant],
        },
      },
      {
        name: 'file',
        path: 'file.csv',
        schema: {
          fields: Object.keys(files).map((name) =>
            name === 'size' ? { name, type: 'integer' } : text(name),
          ),
          foreignKeys: [toParticipant],
        },
      },
    ],
  };
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'datapackage.json'), JSON.stringify(descriptor));
  await writeFile(path.join(folder, 'participant.csv'), people.join('\n'));
  await writeFile(path.join(folder, 'visit.csv'), 'participant_id,tags,day\nP1,a; b,1650-03-01\nP1,c,\n');
  const lines = [Object.keys(files), Object.values(files)].map((cells) => `${cells.join(',')}\n`);
  await writeFile(path.join(folder, 'file.csv'), lines.join(''));
  return folder;
}
