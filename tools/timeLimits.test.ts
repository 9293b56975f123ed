import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

const testsIn = (folder: string): readonly string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    if (entry.isDirectory())
      return name === 'node_modules' || name === 'dist' ? [] : testsIn(`${folder}/${name}`);
    return /\.test\.tsx?$/.test(name) ? [`${folder}/${name}`] : [];
  });

/** The last argument of a test or hook, on the line of its end or on one of its own. */
const ownLimit = /^\s*\}, \d[\d_]*(?: \* .*)?\);$|^ {2}\d[\d_]* \* .*,$/m;

it('no test has a time limit of its own, which fails on a busy machine and says nothing', () => {
  const found = ['apps/server/src', 'packages']
    .flatMap(testsIn)
    .filter((file) => ownLimit.test(readFileSync(path.join(root, file), 'utf8')));
  expect(found).toEqual([]);
});

it.each(['}, 60_000);', '  }, 120_000);', '  60_000 * chosenEffort(),', '}, 300_000 * effort);'])(
  'such a limit is found: %s',
  (line) => {
    expect(ownLimit.test(`it('works', () => {\n${line}\n`)).toBe(true);
  },
);
