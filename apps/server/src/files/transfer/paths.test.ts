import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainTransfer } from '../../config/transferSettings.ts';
import { requestedRange } from '../../http/index.ts';
import type { FileRecord } from '../fileRecord.ts';
import { createReceiverPaths } from './receiverPath.ts';
import { createStorage } from './storage.ts';

const secret = 'outside';
let folder = '';
let root = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-paths-'));
  root = path.join(folder, 'root');
  await mkdir(path.join(root, 'in/side'), { recursive: true });
  await writeFile(path.join(folder, 'secret'), secret);
  await writeFile(path.join(root, 'in/side/file'), secret);
  await writeFile(path.join(root, '%2e%2e'), secret);
  await writeFile(path.join(folder, 'root-beside'), secret);
  await symlink('..', path.join(root, 'up'));
  await symlink(path.join(folder, 'secret'), path.join(root, 'leads-out'));
  await symlink('in/side/file', path.join(root, 'leads-in'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const owner = { uniqueId: 'default', datasetId: 1 };

describe('nothing outside of the storage is opened', () => {
  it.each([
    ['in/side/file', true],
    ['leads-in', true],
    ['%2e%2e', true],
    ['../secret', false],
    ['in/../../secret', false],
    ['up/secret', false],
    ['leads-out', false],
    ['../root-beside', false],
    ['%2e%2e/secret', false],
    ['..%2fsecret', false],
    ['..\\secret', false],
    ['in/side', false],
    ['', false],
    ['.', false],
    ['in//side/file', false],
    ['in/side/file\0.txt', false],
  ])('%j: %s', async (below, isOpen) => {
    expect(await opens(below)).toBe(isOpen);
  });

  it('an absolute path is none of the storage', async () => {
    expect(await opens(path.join(await realpath(folder), 'secret'))).toBe(false);
    expect(await opens(path.join(await realpath(root), 'in/side/file'))).toBe(false);
  });

  it('whatever a path is made of, it opens a file inside, or none', async () => {
    const part = fc.constantFrom(
      '..',
      '.',
      '',
      'in',
      'side',
      'file',
      'up',
      'secret',
      'leads-out',
      '%2e%2e',
      '..\0',
      '/',
    );
    const paths = fc.array(part, { maxLength: 6 }).map((parts) => parts.join('/'));
    const inside = new Set(['in/side/file', 'leads-in', '%2e%2e']);
    await fc.assert(
      fc.asyncProperty(paths, async (below) => {
        if (await opens(below)) expect(inside).toContain(below);
      }),
      { numRuns: 300 },
    );
  });
});

it('a folder that becomes a link to the outside between check and opening opens nothing outside', async () => {
  const folders = {
    inside: path.join(root, 'moving'),
    kept: path.join(root, 'kept'),
    out: path.join(folder, 'out'),
  };
  for (const [one, content] of [
    [folders.inside, 'inside!'],
    [folders.out, 'outside'],
  ] as const) {
    await mkdir(one);
    await writeFile(path.join(one, 'file'), content);
  }
  // In a thread of its own, which swaps as fast as the disk does.
  const swapping = new Worker(
    `const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
    const { inside, kept, out } = require('node:worker_threads').workerData;
    for (;;) {
      renameSync(inside, kept);
      symlinkSync(out, inside);
      unlinkSync(inside);
      renameSync(kept, inside);
    }`,
    { eval: true, workerData: folders },
  );
  const storage = wholeStorage();
  const contents = new Set<string>();
  const look = async (): Promise<void> => {
    for (let times = 0; times < 500; times += 1) {
      const opened = await storage.open(recordAt('moving/file'), owner).catch(() => null);
      if (opened?.kind !== 'local') continue;
      contents.add(await opened.handle.readFile('utf8'));
      await opened.handle.close();
    }
  };
  await once(swapping, 'online');
  await Promise.all([look(), look(), look(), look()]);
  await swapping.terminate();
  expect([...contents]).toEqual(['inside!']);
});

describe('the path of a receiver', () => {
  it('is safe on every system, and given once', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('CON', 'nul.txt', '..', '~', '-rf', 'a|b', 'A', 'a'),
    );
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 20 }), (names) => {
        const paths = createReceiverPaths('default');
        const given = names.map((one, index) =>
          paths.pathOf({ name: one, location: { kind: 'url', url: 'https://x' }, fileId: `F${index}` }),
        );
        expect(new Set(given.map((one) => one.toLowerCase())).size).toBe(names.length);
        for (const one of given) {
          expect(one).not.toMatch(/[\p{Cc}<>:"|?*\\/]|^\.\.?$|[. ]$|^[-~ ]|^(con|nul)(\.|$)/iu);
          expect(Buffer.byteLength(one)).toBeGreaterThan(0);
          expect(Buffer.byteLength(one)).toBeLessThanOrEqual(255);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the folders of the storage, without those of an import and of the dataset', () => {
    const pathOf = (below: string) =>
      createReceiverPaths('default').pathOf({
        name: 'x',
        location: { kind: 'path', path: below },
        fileId: 'F',
      });
    expect(['wgs/p1.cram', 'default/wgs/p1.cram', 'imported/release_7/wgs/p1.cram'].map(pathOf)).toEqual([
      'wgs/p1.cram',
      'wgs/p1.cram',
      'wgs/p1.cram',
    ]);
  });
});

describe('a range', () => {
  it('lies within the file, whatever is asked for', () => {
    const number = fc.oneof(fc.nat(30).map(String), fc.constant(''), fc.constant('99999999999999999999'));
    fc.assert(
      fc.property(fc.nat(20), number, number, (size, first, last) => {
        const part = requestedRange({ range: `bytes=${first}-${last}` }, { size, entityTag: '"a"' });
        if (part === 'whole' || part === 'none') return;
        expect(part.start).toBeGreaterThanOrEqual(0);
        expect(part.start).toBeLessThanOrEqual(part.end);
        expect(part.end).toBeLessThan(size);
      }),
      { numRuns: 500 },
    );
  });
});

const recordAt = (below: string): FileRecord => ({
  fileId: 'F',
  name: 'F',
  location: { kind: 'path', path: below },
  size: secret.length,
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

/** A storage all of which belongs to one dataset. */
const wholeStorage = () =>
  createStorage({ ...plainTransfer(root), areas: [{ dataset: 'default', below: '' }] }, async () => false);

/** Whether the storage opens a path. */
async function opens(below: string): Promise<boolean> {
  try {
    const opened = await wholeStorage().open(recordAt(below), owner);
    if (opened.kind === 'local') await opened.handle.close();
    return true;
  } catch {
    return false;
  }
}
