import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const documents = [
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'e2e/README.md',
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

/** The parts of a chapter of ARCHITECTURE.md, each with its title in the first line. */
const partsOf = (chapter: string): readonly string[] =>
  (read('ARCHITECTURE.md').split(`\n## ${chapter}\n`)[1] ?? '').split(/^## /m)[0]?.split(/^### /m).slice(1) ??
  [];

it('each of the three walks through the house names the files on its way', () => {
  const walks = partsOf('Three walks through the house');
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

it('each table of where a change belongs names files and folders from the root, and all are there', () => {
  const tables = partsOf('Where a change belongs');
  expect(tables.map((table) => table.split('\n')[0])).toEqual(['Meaning', 'Data', 'Server', 'Screens']);
  const faults = tables.flatMap((table) => {
    const rows = table.split('\n').filter((line) => line.startsWith('| '));
    return rows.slice(1).flatMap((row) => {
      const names = [...(row.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? []);
      if (names.length === 0) return [`no file: ${row}`];
      return names.filter((name) => !existsSync(path.join(root, name)));
    });
  });
  expect(faults).toEqual([]);
});

it('e2e/README.md names the files beside it', () => {
  const names = [...read('e2e/README.md').matchAll(/`([\w/]+(?:\.spec)?\.ts|\w+\/)`/g)].flatMap(
    ([, name]) => name ?? [],
  );
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !existsSync(path.join(root, 'e2e', name)))).toEqual([]);
});

/** The address of a heading within its document. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const anchorsIn = (document: string): readonly string[] =>
  [...read(document).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading.trim()));

it('every link between documents leads to a file, and to a heading in it', () => {
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)]*))?\)/g)].flatMap(
      ([link, target, anchor]) => {
        const file = target ? path.join(path.dirname(document), target) : document;
        const isThere =
          existsSync(path.join(root, file)) && (anchor === undefined || anchorsIn(file).includes(anchor));
        return isThere ? [] : [`${document} has ${link}`];
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
