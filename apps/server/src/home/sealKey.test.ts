import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadSealKey, sealKeyFile } from './sealKey.ts';

let home = '';

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'atrium-seal-'));
});

afterEach(() => rm(home, { recursive: true, force: true }));

it('the key is made once, for its owner only, and is the same from then on', async () => {
  const made = await loadSealKey(home);
  expect(made).toHaveLength(32);
  expect((await stat(sealKeyFile(home))).mode & 0o777).toBe(0o600);
  expect(Buffer.from(await loadSealKey(home))).toEqual(Buffer.from(made));
});

it('each data directory has a key of its own', async () => {
  const first = Buffer.from(await loadSealKey(home));
  await rm(sealKeyFile(home));
  expect(Buffer.from(await loadSealKey(home))).not.toEqual(first);
});

it.each(['', 'c2hvcnQ=', '{"id":"x"}'])('a file without a key is refused and kept: %j', async (content) => {
  await writeFile(sealKeyFile(home), content);
  await expect(loadSealKey(home)).rejects.toMatchObject({ code: 'conflict' });
  expect(await readFile(sealKeyFile(home), 'utf8')).toBe(content);
});
