import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const documents = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'README.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

/** Made by commands, so not in the repository. */
const made = /\/dist\/|^docs\/screens\/all$/;

/** Files and folders that a document names from the root of the repository, between backticks. */
const namedPaths = (text: string): readonly string[] =>
  [...text.matchAll(/`((?:packages|apps|e2e|bench|corpus|tools|docs|\.ci)\/[\w./-]+)`/g)].flatMap(
    ([, name]) => name ?? [],
  );

it('every file and folder that a document names is there', () => {
  const missing = documents.flatMap((document) =>
    namedPaths(read(document))
      .filter((name) => !made.test(name) && !existsSync(path.join(root, name)))
      .map((name) => `${document} names ${name}`),
  );
  expect(missing).toEqual([]);
});

it('each of the three walks through the house names the files on its way', () => {
  const walks = read('ARCHITECTURE.md').split(/^### /m).slice(1);
  expect(walks.map((walk) => walk.split('\n')[0])).toEqual([
    'A filter, from click to count',
    'A cell, to an export',
    'A row, from package to release',
  ]);
  for (const walk of walks) {
    const files = namedPaths(walk).filter((name) => /\.tsx?$/.test(name));
    expect(new Set(files).size, walk.split('\n')[0]).toBeGreaterThan(9);
  }
});

it('every link between documents leads to a file', () => {
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g)].flatMap(
      ([, target]) => {
        const file = path.join(root, path.dirname(document), target ?? '');
        return existsSync(file) ? [] : [`${document} links to ${target}`];
      },
    ),
  );
  expect(missing).toEqual([]);
});

it('each decision has a number of its own, and its title says the same one', () => {
  const records = readdirSync(path.join(root, 'docs/adr')).toSorted();
  const numbers = records.map((file) => file.slice(0, 4));
  expect(numbers.filter((number, index) => numbers[index - 1] === number)).toEqual([]);
  for (const file of records) {
    expect(read(`docs/adr/${file}`), file).toMatch(new RegExp(`^# ${Number(file.slice(0, 4))}\\. `));
  }
});

it('each section of the ASVS that counts as met names the test or the command that shows it', () => {
  const rows = read('docs/asvs.md')
    .split('\n')
    .filter((line) => line.startsWith('| V'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const met = rows.filter(([, , status]) => status === 'met');
  expect(met.length).toBeGreaterThan(20);
  const unshown = met.filter(
    ([, , , , shownBy = '']) => !/`(?:\S+\.(?:test|spec)\.tsx?|git .+|npm .+)`/.test(shownBy),
  );
  expect(unshown.map(([, section]) => section)).toEqual([]);
});
