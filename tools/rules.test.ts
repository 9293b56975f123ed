import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
/** A file for each chapter; `docs/rules.md` lists them. */
const rulesFolder = 'docs/rules';
const chapters = readdirSync(path.join(root, rulesFolder)).toSorted();
/** This file holds samples of what it looks for. */
const ownFile = 'tools/rules.test.ts';

const skipped = new Set(['package-lock.json', ownFile]);

/** What git tracks, and what is new and not ignored. */
const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard', '--deduplicate'], {
  cwd: root,
  encoding: 'utf8',
});

interface Source {
  readonly file: string;
  readonly text: string;
}

interface Found {
  /** `docs/api.md:12`. */
  readonly location: string;
  readonly text: string;
}

/** White space, which may be the end of a line within a comment. */
const gap = String.raw`(?:[^\S\n]|\n[^\S\n]*(?:\*|//|--|#)?[^\S\n]*)+`;
const number = String.raw`\d+\.\d+`;
const range = `${number}(?:${gap}to${gap}${number})?`;
const citation = new RegExp(
  String.raw`\brules?${gap}${range}(?:(?:,|${gap}and|${gap}or)${gap}${range})*`,
  'gi',
);

/** Every match with its file and line, as one line. */
const findAll = ({ file, text }: Source, pattern: RegExp): readonly Found[] =>
  [...text.matchAll(pattern)].map((match) => ({
    location: `${file}:${text.slice(0, match.index).split('\n').length}`,
    text: match[0].replace(/\n[^\S\n]*(?:\*|\/\/|--|#)?/g, ' ').replace(/\s+/g, ' '),
  }));

/** The two ends, and the rules that stand between them. */
function rulesBetween(first: string, last: string, rules: readonly string[]): readonly string[] {
  const [start, end] = [rules.indexOf(first), rules.indexOf(last)];
  return start >= 0 && start < end ? rules.slice(start, end + 1) : [first, last];
}

/** `rules 3.5 and 3.6` once for each rule, and so `rules 3.5 to 3.8`. */
const citedRules = (source: Source, rules: readonly string[]): readonly Found[] =>
  findAll(source, citation).flatMap(({ location, text }) =>
    [...text.matchAll(/(\d+\.\d+)(?: to (\d+\.\d+))?/gi)].flatMap(([, first = '', last]) =>
      (last === undefined ? [first] : rulesBetween(first, last, rules)).map((rule) => ({
        location,
        text: rule,
      })),
    ),
  );

const outside: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:contract|semantics|screens|specification|spec)(?:\.md)?${gap}(?:(?:sections?|rows?)${gap})?[TU]?\d[\d.]*`,
    'gi',
  ),
  /(?<![\w-])(?:contract|semantics|screens|spec|field|stack|decisions|datapackage|house)\.md\b/gi,
  /\bthe specification\b/gi,
  /^\s*(?:\/\*\*|\*|\/\/).*\(spec\b/gim,
];

const decision = /\b(?:decision|ADR) (\d+)\b/g;
const records = readdirSync(path.join(root, 'docs/adr'))
  .filter((file) => /^\d/.test(file))
  .map((file) => Number(file.slice(0, 4)));

/** Citations of documents that the repository does not hold, and of decisions without a record. */
const outsideCitations = (source: Source): readonly Found[] => [
  ...outside.flatMap((pattern) => findAll(source, pattern)),
  ...findAll(source, decision).filter(({ text }) => !records.includes(Number(/\d+/.exec(text)?.[0]))),
];

/** The rules of a chapter, in the order of its file. */
const rulesIn = (text: string): readonly string[] =>
  [...text.matchAll(/^\*\*(\d+\.\d+) /gm)].flatMap(([, rule]) => rule ?? []);

const report = (found: readonly Found[]): readonly string[] =>
  found.map(({ location, text }) => `${location}  ${text}`);

const sources = listed
  .split('\0')
  .filter((file) => file !== '' && !skipped.has(file) && existsSync(path.join(root, file)))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
  .filter(({ text }) => !text.includes('\0'));
const readRules = (file: string): string => readFileSync(path.join(root, rulesFolder, file), 'utf8');
const stated = chapters.flatMap((file) => rulesIn(readRules(file)));

describe('the rules of docs/rules', () => {
  it('stand in the file of their chapter, and docs/rules.md lists each file', () => {
    const index = readFileSync(path.join(root, `${rulesFolder}.md`), 'utf8');
    for (const file of chapters) {
      const chapter = Number(file.slice(0, 2));
      expect(readRules(file)).toMatch(new RegExp(`^# ${chapter}\\. `));
      expect(rulesIn(readRules(file)).filter((rule) => !rule.startsWith(`${chapter}.`))).toEqual([]);
      expect(index).toContain(`| [${chapter}](rules/${file}) |`);
    }
  });

  it('are numbered upwards within their chapter, each number once', () => {
    const parts = stated.map((rule) => rule.split('.').map(Number));
    const sorted = parts.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d);
    expect(stated.length).toBeGreaterThan(0);
    expect(parts).toEqual(sorted);
    expect(new Set(stated).size).toBe(stated.length);
  });

  it('are looked for in every text file, also in hidden ones and in those of programs', () => {
    const read = sources.map(({ file }) => file);
    const some = [
      '.ci/run',
      'deploy/Containerfile',
      'deploy/compose.yaml',
      'deploy/nginx.conf',
      'SECURITY.md',
    ];
    expect(read).toEqual(expect.arrayContaining(some));
    expect(read.filter((file) => /\.(?:jpg|png)$/.test(file))).toEqual([]);
  });

  it('exist wherever they are cited', () => {
    const dangling = sources.flatMap((source) =>
      citedRules(source, stated).filter(({ text }) => !stated.includes(text)),
    );
    expect(report(dangling)).toEqual([]);
  });

  it('are each cited by code, a test or another document', () => {
    const citing = sources.filter(({ file }) => !file.startsWith(`${rulesFolder}/`));
    const cited = new Set(citing.flatMap((source) => citedRules(source, stated)).map(({ text }) => text));
    const uncited = stated.filter((rule) => !cited.has(rule));
    expect(uncited.map((rule) => `${rulesFolder}  rule ${rule}`)).toEqual([]);
  });

  it('are cited and no document outside the repository is', () => {
    expect(report(sources.flatMap(outsideCitations))).toEqual([]);
  });
});

describe('a citation', () => {
  const sample = (text: string): Source => ({ file: 'sample.ts', text });

  it('is found in lists and over the end of a line', () => {
    const text = 'first\n * (rules 3.5,\n * 3.6 and 4.1), see rule\n  // 9.2; Rule 5.1: no rule 7';
    expect(report(citedRules(sample(text), []))).toEqual([
      'sample.ts:2  3.5',
      'sample.ts:2  3.6',
      'sample.ts:2  4.1',
      'sample.ts:3  9.2',
      'sample.ts:4  5.1',
    ]);
  });

  it('of a range is one of every rule in it, and of both ends even if there is no such rule', () => {
    const cited = (text: string) =>
      citedRules(sample(text), ['3.5', '3.6', '3.9', '4.1']).map(({ text: rule }) => rule);
    expect(cited('rules 3.5 to\n * 3.9, 7.1')).toEqual(['3.5', '3.6', '3.9', '7.1']);
    expect(cited('rules 3.5 to 3.8')).toEqual(['3.5', '3.8']);
    expect(cited('rules 3.4 to 3.9 and 4.1')).toEqual(['3.4', '3.9', '4.1']);
  });

  it.each([
    ['* as told (contract\n * 9.4, 9.5)', 'sample.ts:1  contract 9.4'],
    ['(semantics 9, row 1)', 'sample.ts:1  semantics 9'],
    ['(specification sections 7 and 9)', 'sample.ts:1  specification sections 7'],
    ['see screens.md 5', 'sample.ts:1  screens.md 5'],
    ['as house.md wants it', 'sample.ts:1  house.md'],
    ['Contract U6.', 'sample.ts:1  Contract U6.'],
    ['the name that the specification gives', 'sample.ts:1  the specification'],
    ['/** A session ends (spec, session). */', 'sample.ts:1  /** A session ends (spec'],
    ['decision 99', 'sample.ts:1  decision 99'],
  ])('of a document outside the repository is found: %s', (text, found) => {
    expect(report(outsideCitations(sample(text)))).toContain(found);
  });

  it.each([
    'one endpoint of the contract',
    "the three-level group of the format's specification",
    'decision 8',
    'readInput(spec, given)',
  ])('is not: %s', (text) => {
    expect(outsideCitations(sample(text))).toEqual([]);
  });
});
