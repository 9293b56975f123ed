import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRelease } from '../../engine/src/testing/openRelease.ts';
import { workedExample } from '../../engine/src/testing/workedExample.ts';
import { BrokenIndex, loadIndex, saveIndex } from './layout/indexFile.ts';
import { indexWriterOf } from './testing/indexOf.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-index-'));
});
afterEach(() => rm(folder, { recursive: true }));

const of = 'the tables of release 1';
const options = { of, makeMemory: (bytes: number) => new SharedArrayBuffer(bytes), scratch: 64 };

it('an index is the same after it was saved and loaded', async () => {
  const writer = await indexWriterOf(await openRelease(workedExample));
  const index = writer.finish(options.makeMemory, options.scratch);
  const file = path.join(folder, 'release_1.index');
  await saveIndex(writer, { file, of });
  const { memory, ...loaded } = await loadIndex(file, options);
  const { memory: before, ...saved } = index;
  expect(loaded).toEqual(saved);
  const bytes = (of: ArrayBufferLike) => Buffer.from(new Uint8Array(of, 0, index.free));
  expect(bytes(memory).equals(bytes(before))).toBe(true);
});

it('a file that is cut off, changed, of another version or of other tables is not taken for an index', async () => {
  const file = path.join(folder, 'release_1.index');
  await saveIndex(await indexWriterOf(await openRelease(workedExample)), { file, of });
  const whole = await readFile(file);
  const { size } = await stat(file);
  for (const at of [3, 40, size - 20]) {
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    await writeFile(file, changed);
    await expect(loadIndex(file, options), `byte ${at}`).rejects.toThrow(BrokenIndex);
  }
  await writeFile(file, whole);
  await expect(loadIndex(file, { ...options, of: 'those of another' })).rejects.toThrow(BrokenIndex);
  await truncate(file, size - 1);
  await expect(loadIndex(file, options)).rejects.toThrow(BrokenIndex);
});
