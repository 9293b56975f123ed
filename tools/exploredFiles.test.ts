import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exploredFiles, isLong, longTag } from './exploredFiles.ts';

const root = path.resolve(import.meta.dirname, '..');

/** All test files below a folder, with paths from the root. */
const testsIn = (folder: string): readonly string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    if (entry.isDirectory())
      return name === 'node_modules' || name === 'dist' ? [] : testsIn(`${folder}/${name}`);
    return /\.test\.tsx?$/.test(name) ? [`${folder}/${name}`] : [];
  });

const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const tests = ['apps', 'packages'].flatMap(testsIn);
const hasLongTests = (file: string): boolean => textOf(file).includes(longTag);

test('explore runs every test that is too long for the gate, and every one that tries more with more effort', () => {
  const asksForMore = (file: string): boolean =>
    /casesOr\(|chosenEffort\(|\['ATRIUM_TEST_EFFORT'\]/.test(textOf(file));
  const wanted = tests.filter((file) => isLong(file) || hasLongTests(file) || asksForMore(file));
  expect(wanted.filter(isLong)).not.toEqual([]);
  expect(wanted.filter(hasLongTests)).not.toEqual([]);
  const explored = new Set(exploredFiles(root));
  expect(wanted.filter((file) => !explored.has(file))).toEqual([]);
});

test('a tag of a test that the gate leaves out is spelled in the one way that explore looks for', () => {
  const odd = tests.filter((file) => /tags:\s*\[?\s*['"`]long/.test(textOf(file).replaceAll(longTag, '')));
  expect(odd).toEqual([]);
});
