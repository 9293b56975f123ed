import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exploredFiles, isLong, longTags } from './exploredFiles.ts';

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
const hasLongTests = (file: string): boolean => longTags.some((tag) => textOf(file).includes(tag));

test('explore runs every test that is too long for the gate, and every one that tries more with more effort', () => {
  const asksForMore = (file: string): boolean =>
    /casesOr\(|chosenEffort\(|\['ATRIUM_TEST_EFFORT'\]/.test(textOf(file));
  const wanted = tests.filter((file) => isLong(file) || hasLongTests(file) || asksForMore(file));
  expect(wanted.filter(isLong)).not.toEqual([]);
  expect(wanted.filter(hasLongTests)).not.toEqual([]);
  const explored = new Set(exploredFiles(root));
  expect(wanted.filter((file) => !explored.has(file))).toEqual([]);
});

const withoutTags = (text: string): string => longTags.reduce((rest, tag) => rest.replaceAll(tag, ''), text);
const hasOddTag = (text: string): boolean => /tags:[^}\n]*['"`]long/.test(withoutTags(text));

test('a test that the gate leaves out says so in a way that explore looks for', () => {
  expect(tests.filter((file) => hasOddTag(textOf(file)))).toEqual([]);
});

test.each(["{ tags: ['long'] }", '{ tags: "long" }', "{ tags: isSlow && 'long' }"])(
  'another way is found: %s',
  (options) => {
    expect(hasOddTag(`test('works', ${options}, () => {`)).toBe(true);
  },
);
