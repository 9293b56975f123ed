import { spawnSync } from 'node:child_process';
import { type CohortDefinition, cohortDefinitionWire } from '@atrium/contract/wire/cohortDefinition';
import type { Methods } from '@atrium/contract/wire/methods';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Member } from '../access/index.ts';
import { openLiveRelease } from '../catalogue/index.ts';
import { aMemberOf } from '../testing/aMemberOf.ts';
import { crateFaults } from '../testing/crateFaults.ts';
import type { TestDataset } from '../testing/factories.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';
import { type Crate, methodsCrate, methodsMarkdown, programsOf, queryMethods } from './index.ts';

let test: TestApp;
let dataset: TestDataset;
let member: Member;
let methods: Methods;

const filter = (concept: string, more: object) => ({ entry_id: concept, concept_id: concept, ...more });
const definition: CohortDefinition = cohortDefinitionWire.parse([
  {
    entry_type: 'criteria_set',
    entry_id: 'people',
    collection_id: 'participant',
    list: [
      filter('sex', { categories: ['Female', 'Male'] }),
      filter('weight', { min: null, max: 70, include_null_and_missing: false }),
    ],
  },
  {
    entry_type: 'criteria_set',
    entry_id: 'found',
    collection_id: 'diagnosis',
    list: [
      filter('diagnosis_term', {
        terms: [{ code: 'X:2', label: 'Septal finding' }],
        include_ontology_unknown: false,
        include_null_and_missing: false,
      }),
    ],
  },
]);

const deps = () => ({
  db: test.db,
  questions: test.questions,
  releases: test.releases,
  clock: test.clock.now,
});
/** The lines of the audit with which methods came. */
const linesOf = new WeakMap<Methods, readonly unknown[]>();

const read = async (of: CohortDefinition, as: Member = member) => {
  const { reply, lines } = await queryMethods(deps(), as, {
    release: await openLiveRelease(deps(), member),
    title: 'Light people with | septal findings',
    cohort: of,
    table: null,
    analysis: null,
    software: '0.1.0',
    signal: new AbortController().signal,
  });
  linesOf.set(reply, lines);
  return reply;
};

beforeAll(async () => {
  test = await testApp();
  dataset = await test.aDataset({ uniqueId: 'small', packagePath: test.smallPackage });
  const { account, membershipId } = await test.aMember({ dataset, level: 'deid' });
  member = aMemberOf(dataset, { account, membershipId });
  methods = await read(definition);
});
afterAll(() => test.close());

it('an attrition goes from everyone to the cohort, filter by filter', () => {
  expect(methods.attrition).toEqual([
    { label: 'Everyone', count: 6 },
    { label: expect.stringContaining('Sex'), count: 5 },
    { label: expect.stringContaining('Weight'), count: 4 },
    {
      label: expect.stringMatching(
        /^[A-Z].* has at least 1 Diagnosis where: Finding [^;]*Septal finding[^;]*$/,
      ),
      count: 2,
    },
  ]);
  expect(methods.count).toBe(2);
});

it('a code list holds the chosen terms with all terms below them', () => {
  expect(methods.codeLists).toEqual([
    {
      concept: 'Finding',
      ontology: { title: 'Findings', version: '2026-01-01' },
      chosen: [{ code: 'X:2', label: 'Septal finding' }],
      terms: [
        { code: 'X:2', label: 'Septal finding' },
        { code: 'X:3', label: 'Ventricular septal defect' },
      ],
      isCut: false,
    },
  ]);
});

it('the citation names data, release, software and count receipt', () => {
  const { citation, receipt, release, dataset: source } = methods;
  expect(source).toEqual({ id: 'small', name: 'small' });
  for (const part of [release.name, 'Atrium 0.1.0', receipt, 'small']) expect(citation).toContain(part);
});

it('the Markdown has the description, the attrition, the code list and the citation, and no markup of the data', () => {
  const text = methodsMarkdown(methods);
  for (const heading of ['Source', 'Cohort', 'Attrition', 'Code lists', 'Citation'])
    expect(text).toMatch(new RegExp(`^## ${heading}$`, 'm'));
  expect(text).toContain('# Light people with \\| septal findings');
  expect(text).toMatch(/^\| Everyone \| 6 \| 0 \|$/m);
  expect(text).toContain('| X:3 | Ventricular septal defect |');
  expect(text).toContain(`\`${methods.receipt}\``);
});

it('the methods of everyone have one step and no code list', async () => {
  const all = await read([]);
  expect([all.count, all.attrition, all.codeLists, all.cohort]).toEqual([
    6,
    [{ label: 'Everyone', count: 6 }],
    [],
    [],
  ]);
  expect(methodsMarkdown(all)).toContain('Everyone, without any filter.');
});

it('a cohort with errors, and a member who sees aggregates only, get no methods', async () => {
  const gone = definition.map((set) => ({ ...set, collectionId: 'gone' }));
  await expect(read(gone)).rejects.toMatchObject({ code: 'cohort_has_errors' });
  const aggregateMember: Member = { ...member, level: 'agg', seesSubjects: false };
  await expect(read(definition, aggregateMember)).rejects.toMatchObject({ code: 'not_permitted' });
});

it('the audit keeps one line for methods that were read', () => {
  expect(linesOf.get(methods)).toMatchObject([
    { action: 'count', detail: { count: 2, steps: 4, cohortReceipt: methods.receipt } },
  ]);
});

it('the crate is a valid RO-Crate, of the version that is asked for, and a fault in it is found', () => {
  const crate = methodsCrate(methods, { id: 1, version: 1 });
  const older = methodsCrate(methods, { id: 1, version: 1 }, '1.1');
  const contextOf = (one: Crate) => JSON.parse(one['ro-crate-metadata.json'] ?? '')['@context'];
  expect([crate, older].map(crateFaults)).toEqual([[], []]);
  expect([crate, older].map(contextOf)).toEqual([
    'https://w3id.org/ro/crate/1.3/context',
    'https://w3id.org/ro/crate/1.1/context',
  ]);
  const agreed = methodsCrate({ ...methods, use: 'research on heart disease' }, { id: 1, version: 1 });
  expect(crateFaults(agreed)).toEqual([]);
  expect(agreed['ro-crate-metadata.json']).toContain('use of their data for research on heart disease.');
  const { 'report.py': _, ...without } = crate;
  expect(crateFaults(without)).toEqual(['report.py is not in the crate']);
  const broken = crate['ro-crate-metadata.json']?.replace('"datePublished"', '"published"') ?? '';
  expect(crateFaults({ ...crate, 'ro-crate-metadata.json': broken })).toContain(
    'the root has no datePublished',
  );
  expect(JSON.parse(crate['code-lists.json'] ?? '')).toEqual({ concepts: methods.codeLists });
});

it('no name or value of the data stands in the code of a program', () => {
  const hostile: Methods = {
    ...methods,
    title: 'a\n"; import os; os.system("x")',
    cohort: ['- Note = "\u2028$(reboot)\r\n`x`"'],
    citation: '\nexit 1',
  };
  for (const program of Object.values<string>({ ...programsOf(hostile, { id: 1, version: 1 }) })) {
    expect(codeOf(program)).not.toMatch(/reboot|os\.system|exit 1/);
  }
});

it('no name or value of the data is code, a formula or HTML in the text of a notebook (rule 12.32)', () => {
  const hostile: Methods = {
    ...methods,
    title: '`r system("x")` `{python} 1` $x$ <img onerror=x>',
    cohort: ['```{r}', '{{< include /etc/passwd >}}', '~~~{r}'],
  };
  const { notebook, quarto } = programsOf(hostile, { id: 1, version: 1 });
  const withoutCode = quarto.replace(/^```\{r\}$.*?^```$/gms, '');
  for (const text of [aboutOf(notebook), withoutCode]) {
    expect(text).toContain('system');
    expect(text).not.toMatch(/`r |`\{python|(?<!\\)[$<]|\{\{|~~~/);
  }
  expect(quarto.match(/^```\{r\}$/gm)).toHaveLength(3);
});

const cellsOf = (notebook: string) =>
  z
    .object({ cells: z.array(z.object({ cell_type: z.string(), source: z.array(z.string()) })) })
    .parse(JSON.parse(notebook)).cells;
const aboutOf = (notebook: string) => cellsOf(notebook)[0]?.source.join('') ?? '';

/** What runs of a program: the cells and chunks of code of a notebook, and all but the comments of others. */
function codeOf(program: string): string {
  if (program.startsWith('{')) {
    const code = cellsOf(program).filter(({ cell_type }) => cell_type === 'code');
    return code.map(({ source }) => source.join('')).join('\n');
  }
  if (program.startsWith('---'))
    return [...program.matchAll(/^```\{r\}$(.*?)^```$/gms)].map(String).join('\n');
  return program
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n');
}

it('no title says in which encoding Python reads the program', () => {
  const hostile = { ...methods, title: 'coding: utf-7', cohort: ['+AAo-print(1)+AAo-#'] };
  const encoding = 'import sys, tokenize; print(tokenize.detect_encoding(sys.stdin.buffer.readline)[0])';
  const { stdout } = spawnSync('python3', ['-c', encoding], {
    input: programsOf(hostile, { id: 1, version: 1 }).python,
  });
  expect(String(stdout).trim()).toBe('utf-8');
});
