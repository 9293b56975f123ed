import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinStorage } from './sharedFolder.ts';

let top = '';
beforeAll(async () => {
  top = await mkdtemp(path.join(tmpdir(), 'atrium-storage-'));
});
afterAll(() => rm(top, { recursive: true, force: true }));

const id = '6e0d1a52-8f3c-4b7e-9a41-0c5d2b7f9e13';
const join = (name: string, isKnown: boolean) =>
  joinStorage({
    folder: path.join(top, 'shared'),
    storageRoot: path.join(top, name),
    id,
    isKnown,
  });

it('a storage that is not mounted, or is not the one of the other portals, is found out (rule 15.66)', async () => {
  await expect(join('storage', false)).rejects.toThrow('There is no folder');
  for (const name of ['storage', 'another']) await mkdir(path.join(top, name));
  expect(await join('storage', false)).toBe(true);
  expect(await readdir(path.join(top, 'storage'))).toEqual([`.atrium-${id}`]);
  expect(await join('storage', true)).toBe(true);
  await expect(join('another', true)).rejects.toThrow('is not the one of the other portals');
  expect(await readdir(path.join(top, 'another'))).toEqual([]);
});

it('a storage in the shared folder needs no mark of its own', async () => {
  expect(await join('shared/files', true)).toBe(false);
});
