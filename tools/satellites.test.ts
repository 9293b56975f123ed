import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** A satellite: at most so many lines, imported by one other file. It belongs into that file, unless it is one idea of its own. */
const maxLines = 30;
const maxSatellites = 48;
const root = path.resolve(import.meta.dirname, '..');

const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file);
/** What serves tests and the work on the code has no limit; a migration is a file of its own for good. */
const isProduct = (file: string): boolean =>
  !isTest(file) && !file.includes('/testing/') && !/^(e2e|bench|tools|apps\/server\/migrations)\//.test(file);

const imported = /(?:from\s*|import\s*\(\s*|import\s+|new URL\(\s*)['"](\.{1,2}\/[^'"]+)['"]/g;

const fromContract = /from\s*'@atrium\/contract\/([^']+)'/g;

/** The files that a text imports, by their paths from the root. */
const importsOf = (file: string, text: string): readonly string[] => [
  ...[...text.matchAll(imported)].map(([, target = '']) => path.join(path.dirname(file), target)),
  ...[...text.matchAll(fromContract)].map(([, target = '']) => `packages/contract/src/${target}.ts`),
];

/** The small files of these, each with the one file that imports it. */
function satellites(texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const importers = new Map<string, Set<string>>();
  for (const [file, text] of texts) {
    if (isTest(file)) continue;
    for (const target of importsOf(file, text))
      importers.set(target, (importers.get(target) ?? new Set()).add(file));
  }
  const found = new Map<string, string>();
  for (const [file, text] of texts) {
    const [importer, ...others] = importers.get(file) ?? [];
    const lines = text.split('\n').length - 1;
    if (isProduct(file) && lines <= maxLines && importer !== undefined && others.length === 0)
      found.set(file, importer);
  }
  return found;
}

it('a small file that one other file imports is found, also where tests import it or it is loaded late', () => {
  const texts = new Map([
    ['a/one.ts', "import { two } from './two.ts';\nconst three = await import('../b/three.ts');\n"],
    ['a/two.ts', 'export const two = 2;\n'],
    ['a/two.test.ts', "import { two } from './two.ts';\n"],
    ['b/three.ts', 'export const three = 3;\n'],
    ['b/large.ts', "import './three.ts';\n"],
    ['b/four.ts', `import './large.ts';\n${'\n'.repeat(30)}`],
  ]);
  expect([...satellites(texts)]).toEqual([
    ['a/two.ts', 'a/one.ts'],
    ['b/large.ts', 'b/four.ts'],
  ]);
});

it(`at most ${maxSatellites} files have at most ${maxLines} lines and one importer`, () => {
  const files = spawnSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
    .stdout.split('\n')
    .filter((file) => file !== '' && existsSync(path.join(root, file)));
  const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
  const found = [...satellites(texts)].map(([file, importer]) => `${file} <- ${importer}`);
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(maxSatellites);
});
