import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ownerOf } from '@atrium/warehouse';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainTransfer } from '../../config/transferSettings.ts';
import { chosenEffort } from '../../testing/chance.ts';
import type { FileRecord } from '../fileRecord.ts';
import { createStorage } from './storage.ts';

/** Each file holds the id of the dataset that it belongs to; `nobody` for what belongs to none. */
const stored: Readonly<Record<string, string>> = {
  'a/file': 'a',
  'a/in/file': 'a',
  'ab/file': 'ab',
  'A/file': 'A',
  'b/file': 'b',
  'b/in/file': 'b',
  'named/a/file': 'a',
  'named/b/file': 'b',
  'named/file': 'nobody',
  'imported/release_1/file': 'a',
  'imported/release_2/file': 'b',
  '.removed/file': 'nobody',
  file: 'nobody',
};

let folder = '';
let root = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-areas-'));
  root = path.join(folder, 'root');
  for (const [below, content] of [...Object.entries(stored), ['../shop/file', 'b'] as const]) {
    await mkdir(path.dirname(path.join(root, below)), { recursive: true });
    await writeFile(path.join(root, below), content);
  }
  for (const [below, target] of Object.entries(links)) await symlink(target, path.join(root, below));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a file belongs to a dataset, and no other can have it by naming its path (rule 13.75)', () => {
  const part = fc.constantFrom(
    ...['a', 'ab', 'A', 'b', 'in', 'named', 'imported', 'IMPORTED', 'release_1', 'release_2', 'shop', 'file'],
    ...[
      '.removed',
      '..',
      '.',
      '',
      '%2e%2e',
      'a%2f',
      'to-b',
      'to-file-of-b',
      'to-copies',
      'to-top',
      'to-shop',
    ],
    ...['to-own', 'to-a', 'a\u0301', 'a\u200b', 'constructor', '__proto__'],
  );
  const paths = fc.oneof(
    fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/')),
    fc
      .tuple(part, fc.constantFrom(...Object.keys(stored), 'shop/file'))
      .map(([start, rest]) => `${start}/${rest}`),
  );

  it('whatever path a release names, only bytes of its own dataset leave', async () => {
    const storage = openStorage();
    await fc.assert(
      fc.asyncProperty(paths, fc.constantFrom(...datasets), async (below, owner) => {
        for (const size of [1, 2]) {
          const record = recordOf({ kind: 'path', path: below }, size);
          const opened = await storage.open(record, owner).catch(() => null);
          if (opened === null) continue;
          if (opened.kind !== 'local') throw new Error(`${below} was opened elsewhere.`);
          const content = await opened.handle.readFile('utf8');
          await opened.handle.close();
          expect([below, content]).toEqual([below, owner.uniqueId]);
        }
      }),
      { numRuns: 400 * chosenEffort() },
    );
  });

  it('each dataset has what is its own, under every name that is its own', async () => {
    const storage = openStorage();
    const open = async (below: string, owner: (typeof datasets)[number]): Promise<boolean> => {
      const { length } = await readFile(path.join(root, below));
      const record = recordOf({ kind: 'path', path: below }, length);
      const opened = await storage.open(record, owner).catch(() => null);
      if (opened?.kind === 'local') await opened.handle.close();
      return opened !== null;
    };
    for (const [below, content] of [...Object.entries(stored), ['a/to-own/file', 'a'] as const])
      for (const owner of datasets)
        expect([below, owner.uniqueId, await open(below, owner)]).toEqual([
          below,
          owner.uniqueId,
          content === owner.uniqueId,
        ]);
  });

  it('what is not its own is answered like what is not there, whatever its size', async () => {
    const storage = openStorage();
    const [owner] = datasets;
    if (owner === undefined) throw new Error('There is a dataset.');
    const answers = new Set<string>();
    for (const below of ['b/file', 'b/nothing', 'a/nothing', 'a/to-file-of-b', 'imported/release_2/file'])
      for (const size of [1, 7])
        await storage
          .open(recordOf({ kind: 'path', path: below }, size), owner)
          .catch((error: Error) => answers.add(error.message));
    expect([...answers]).toEqual(['This file is not in the storage. Please tell the operator.']);
  });

  it('a key of a bucket is of the dataset of the path that leads to it, over every store', async () => {
    const s3 = { kind: 's3', endpoint: 'https://s3.example.org', region: 'r', bucket: 'genomes' } as const;
    const keys = { accessKeyId: 'k', secretAccessKey: 's' };
    const storage = createStorage(
      {
        ...plainTransfer(root),
        areas,
        stores: [
          { ...s3, ...keys, below: '', prefix: 'public/' },
          { ...s3, ...keys, below: 'a/', prefix: '' },
        ],
      },
      async () => false,
    );
    const [owner, other] = datasets;
    if (owner === undefined || other === undefined) throw new Error('There are datasets.');
    const opens = async (text: string, by = owner): Promise<boolean> => {
      const location = text.startsWith('s3:')
        ? ({ kind: 'url', url: text } as const)
        : ({ kind: 'path', path: text } as const);
      return storage.open(recordOf(location, 1), by).then(
        () => true,
        () => false,
      );
    };
    expect(await opens('s3://genomes/public/a/file')).toBe(true);
    expect(await opens('s3://genomes/public/b/file')).toBe(false);
    expect(await opens('s3://genomes/public/b/file', other)).toBe(false);
    expect(await opens('s3://genomes/private/file')).toBe(true);
    expect(await opens('a/private/file')).toBe(true);
    expect(await opens('a/public/b/file')).toBe(false);
    for (const key of ['public/a/../b/file', 'public//a/file', 'public/a/\\b', 'public/ab/file'])
      expect([key, await opens(`s3://genomes/${key}`)]).toEqual([key, false]);
  });
});

describe('the dataset of a place', () => {
  it('is that of the longest area, else that of the first folder', () => {
    expect(ownerOf('named/a/x', areas)).toBe('a');
    expect(ownerOf('named/x', areas)).toBe('named');
    expect(ownerOf('x', areas)).toBe(null);
    expect(ownerOf('x', [{ dataset: 'a', below: '' }])).toBe('a');
    expect(ownerOf('https://data.example.org/x/y', [{ dataset: 'a', below: '' }])).toBe('x');
    expect(
      ownerOf('https://data.example.org/x/y', [{ dataset: 'a', below: 'https://data.example.org/' }]),
    ).toBe('a');
  });
});

const links: Readonly<Record<string, string>> = {
  'a/to-b': '../b',
  'a/to-file-of-b': '../b/file',
  'a/to-copies': '../imported',
  'a/to-top': '..',
  'a/to-shop': '../../shop',
  'a/to-own': '../named/a',
  'b/to-a': '../a',
};
const areas = [
  { dataset: 'a', below: 'named/a/' },
  { dataset: 'b', below: 'named/b/' },
  { dataset: 'b', below: 'shop/' },
];
const datasets = [
  { uniqueId: 'a', datasetId: 1 },
  { uniqueId: 'b', datasetId: 2 },
  { uniqueId: 'ab', datasetId: 3 },
  { uniqueId: 'A', datasetId: 4 },
  { uniqueId: 'imported', datasetId: 5 },
  { uniqueId: 'constructor', datasetId: 6 },
];

const recordOf = (location: FileRecord['location'], size: number): FileRecord => ({
  fileId: 'F',
  name: 'F',
  location,
  size,
  checksum: null,
  md5: null,
  subjects: 0,
  category: 'data',
  source: 'Local',
  dataType: '',
  experimentType: '',
  fileFormat: '',
  access: null,
});

const openStorage = () =>
  createStorage(
    {
      ...plainTransfer(root),
      stores: [{ kind: 'folder', below: 'shop/', folder: path.join(folder, 'shop') }],
      areas,
    },
    async ({ release, datasetId }) => release === `release_${datasetId}`,
  );
