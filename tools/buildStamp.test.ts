import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stampOf } from './buildStamp.mjs';

let root = '';

const write = async (file: string, text: string) => {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
};

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'atrium-stamp-'));
  await write('packages/engine/src/plan.ts', 'one');
  await write('apps/server/migrations/0001.ts', 'one');
});

afterEach(() => rm(root, { recursive: true, force: true }));

it('an untouched tree keeps its stamp', () => {
  expect(stampOf(root)).toBe(stampOf(root));
});

it.each([
  ['packages/engine/src/plan.ts'],
  ['packages/engine/src/fresh.ts'],
  ['apps/server/migrations/0001.ts'],
  ['apps/web/index.html'],
  ['package-lock.json'],
])('a change of %s changes the stamp', async (file) => {
  const before = stampOf(root);
  await write(file, 'changed');
  expect(stampOf(root)).not.toBe(before);
});

it('a file of the same size that is newer changes the stamp', async () => {
  const before = stampOf(root);
  const later = new Date(Date.now() + 60_000);
  await utimes(path.join(root, 'packages/engine/src/plan.ts'), later, later);
  expect(stampOf(root)).not.toBe(before);
});

it.each([
  ['packages/engine/src/plan.test.ts'],
  ['packages/engine/src/testing/plan.ts'],
  ['packages/engine/dist/plan.js'],
  ['docs/note.md'],
])('a change of %s does not, for the build is not made of it', async (file) => {
  const before = stampOf(root);
  await write(file, 'changed');
  expect(stampOf(root)).toBe(before);
});
