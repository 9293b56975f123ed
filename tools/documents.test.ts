import { execFileSync } from 'node:child_process';
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

/** Files and folders that a document names from the root of the repository, between backticks; a `{word}` in one fits none. */
const namedPaths = (text: string): readonly string[] =>
  [...text.matchAll(/`((?:packages|apps|e2e|bench|corpus|tools|docs|\.ci)\/[\w./{}-]+)`/g)].flatMap(
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

it('every test that the threat model names is there', () => {
  const names = [...read('docs/threat-model.md').matchAll(/`([\w./]+\.(?:test|spec)\.tsx?)`/g)].flatMap(
    ([, name]) => name ?? [],
  );
  expect(names.length).toBeGreaterThan(40);
  const homes = ['', 'apps/server/src', 'e2e'];
  const isThere = (name: string): boolean => homes.some((home) => existsSync(path.join(root, home, name)));
  expect(names.filter((name) => !isThere(name))).toEqual([]);
});

it('each of the three walks through the house names the files on its way, the first at most 50', () => {
  const walks = read('docs/walks.md').split(/^## /m).slice(1);
  const lengths = walks.map((walk) => new Set(namedPaths(walk).filter((name) => /\.tsx?$/.test(name))).size);
  expect(walks.map((walk) => walk.split('\n')[0])).toEqual([
    'A filter, from click to count',
    'A cell, to an export',
    'A row, from package to release',
  ]);
  expect(Math.min(...lengths)).toBeGreaterThan(9);
  expect(lengths[0]).toBeLessThanOrEqual(50);
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

/** The records of decisions, in the order of their numbers. */
const records = readdirSync(path.join(root, 'docs/adr'))
  .filter((file) => /^\d/.test(file))
  .toSorted();

it('each decision has a number of its own, and its title says the same one', () => {
  const numbers = records.map((file) => file.slice(0, 4));
  expect(numbers.filter((number, index) => numbers[index - 1] === number)).toEqual([]);
  for (const file of records) {
    expect(read(`docs/adr/${file}`), file).toMatch(new RegExp(`^# ${Number(file.slice(0, 4))}\\. `));
  }
});

it('the index of decisions lists each with its title, its date, and whether anything cites it', () => {
  const index = read('docs/adr/README.md')
    .split('\n')
    .filter((line) => line.startsWith('| ['));
  const citing = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(?:[cm]?js|tsx?|html|css|conf|md|sh|ya?ml)$|^\.ci\//.test(file))
    .filter(
      (file) =>
        !/^docs\/adr\/|^CHANGELOG|^tools\/rules\.test/.test(file) && existsSync(path.join(root, file)),
    )
    .map(read)
    .join('\n');
  const wanted = records.map((file) => {
    const number = Number(file.slice(0, 4));
    const title = (read(`docs/adr/${file}`).split('\n')[0] ?? '').replace(/^# \d+\. /, '');
    const isCited = new RegExp(`\\b(?:[Dd]ecisions?|ADR) ${number}\\b|adr/${file}`).test(citing);
    return `| [${number}](${file}) | ${title} | ${isCited ? 'in force' : 'history'} |`;
  });
  expect(index.map((line) => line.replace(/ \d{4}-\d\d-\d\d \|$/, ''))).toEqual(wanted);
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
