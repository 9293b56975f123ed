import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
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
const tests = ['apps', 'packages', 'tools'].flatMap(testsIn);
const hasLongTests = (file: string): boolean => longTags.some((tag) => textOf(file).includes(tag));

it('explore runs every test that is too long for the gate, and every one that tries more with more effort', () => {
  const asksForMore = (file: string): boolean =>
    /casesOr\(|chosenEffort\(|isGate\b|ATRIUM_TEST_EFFORT/.test(textOf(file));
  const wanted = tests.filter((file) => isLong(file) || hasLongTests(file) || asksForMore(file));
  expect(wanted.filter(isLong)).not.toEqual([]);
  expect(wanted.filter(hasLongTests)).not.toEqual([]);
  const explored = new Set(exploredFiles(root));
  expect(wanted.filter((file) => !explored.has(file))).toEqual([]);
});

/** A property that names its seed; the sample that a test begins from may be the same each time. */
const hasOwnSeed = (text: string): boolean =>
  text.includes("from 'fast-check'") &&
  text.split('\n').some((line) => /\bseed: \d/.test(line) && !line.includes('fc.sample('));

it('a property takes the seed of the run, so that explore tries another each time', () => {
  const self = 'tools/exploredFiles.test.ts';
  expect(tests.filter((file) => file !== self && hasOwnSeed(textOf(file)))).toEqual([]);
  expect(hasOwnSeed("import fc from 'fast-check';\n  { numRuns: 300, seed: 13 },\n")).toBe(true);
  expect(hasOwnSeed("import fc from 'fast-check';\nfc.sample(fc.nat(), { numRuns: 1, seed: 1 })\n")).toBe(
    false,
  );
});

const withoutTags = (text: string): string => longTags.reduce((rest, tag) => rest.replaceAll(tag, '?'), text);
/** Another way to say the tag: in other signs, over several lines, or by a constant. */
const hasOddTag = (text: string): boolean =>
  /\btags\s*:[^}]{0,40}['"`]long|\{\s*tags\s*:\s*[a-z]\w*\s*\}/i.test(withoutTags(text));

it('a test that the gate leaves out says so in a way that explore looks for', () => {
  const self = 'tools/exploredFiles.test.ts';
  const odd = tests.filter((file) => file !== self && hasOddTag(textOf(file)));
  expect(odd).toEqual([]);
});

it.each([
  "{ tags: ['long'] }",
  '{ tags: "long" }',
  "{ tags: isSlow && 'long' }",
  "{ tags:\n  'long' }",
  '{ tags: slow }',
])('another way is found: %s', (options) => {
  expect(hasOddTag(`test('works', ${options}, () => {`)).toBe(true);
});

it.each(["{ tags: 'long' }", "{ tags: isHere ? ['long'] : [] }"])(
  '%s is a way that is looked for',
  (options) => {
    expect(hasOddTag(`test('works', ${options}, () => {`)).toBe(false);
  },
);
