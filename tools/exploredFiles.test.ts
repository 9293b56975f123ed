import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exploredFiles, isLong } from './exploredFiles.ts';

const root = path.resolve(import.meta.dirname, '..');

/** All test files below a folder, with paths from the root. */
const testsIn = (folder: string): readonly string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    if (entry.isDirectory())
      return name === 'node_modules' || name === 'dist' ? [] : testsIn(`${folder}/${name}`);
    return name.endsWith('.test.ts') ? [`${folder}/${name}`] : [];
  });

test('explore runs every test that is too long for the gate, and every one that tries more with more effort', () => {
  const asksForMore = (file: string): boolean =>
    /casesOr\(|chosenEffort\(|\['ATRIUM_TEST_EFFORT'\]/.test(readFileSync(path.join(root, file), 'utf8'));
  const wanted = ['apps', 'packages'].flatMap(testsIn).filter((file) => isLong(file) || asksForMore(file));
  expect(wanted.filter(isLong)).not.toEqual([]);
  const explored = new Set(exploredFiles(root));
  expect(wanted.filter((file) => !explored.has(file))).toEqual([]);
});
