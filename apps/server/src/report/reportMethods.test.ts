import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asOperator } from '../testing/asOperator.ts';
import type { Caller } from '../testing/caller.ts';
import { crateFaults } from '../testing/crateFaults.ts';
import type { TestDataset } from '../testing/factories.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';

let portal: TestApp;
let dataset: TestDataset;
let ada: Caller;
let bo: Caller;
let report: number;

beforeAll(async () => {
  portal = await testApp();
  dataset = await portal.aDataset({ uniqueId: 'small', packagePath: portal.smallPackage });
  ada = await member({ level: 'phi' });
  bo = await member({ level: 'deid', canViewWorkspace: false });
  await edit({ type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] });
  report = await save('Women: "22q"');
});
afterAll(() => portal.close());

it('the methods of a report tell each viewer the steps, release, software, receipt and citation (rule 12.15)', async () => {
  const { count } = (await ada.get('small/query_tools/count/')).json();
  for (const caller of [ada, bo]) {
    const reply = (await methodsFor(caller, report, 'methods/')).json();
    expect(reply).toMatchObject({ report_id: report, version: 1 });
    expect(reply.methods).toMatchObject({
      title: 'Women: "22q"',
      count,
      attrition: [{ label: 'Everyone', count: 6 }, { count }],
      dataset: { id: 'small' },
      receipt: expect.stringMatching(/^\w{4}(-\w{4}){3}$/),
    });
    expect(reply.methods.columns.length).toBeGreaterThan(0);
    expect(reply.methods.citation).toContain(reply.methods.receipt);
    for (const language of ['python', 'r', 'curl'])
      expect(reply.programs[language]).toContain(reply.methods.receipt);
  }
});

it('they are recorded with the number of the report', async () => {
  await methodsFor(bo);
  const [line] = (await bo.get('audit/?page_size=1')).json().results;
  expect(line).toMatchObject({ action: 'count', detail: { report, version: 1, steps: 2 } });
});

it('the files are the Markdown document, the programs and the crate, named after the report', async () => {
  const markdown = await methodsFor(bo, report, 'methods_markdown/');
  expect(markdown.headers).toMatchObject({
    'content-type': 'text/markdown; charset=utf-8',
    'content-disposition': expect.stringMatching(/"Women_22q_methods_\d{4}-\d\d-\d\d\.md"$/),
    'atrium-cohort-receipt': expect.any(String),
  });
  expect(markdown.body).toContain('## Attrition');
  const { programs } = (await methodsFor(bo)).json();
  for (const [language, ending] of [
    ['python', 'py'],
    ['r', 'R'],
    ['curl', 'sh'],
  ] as const) {
    const file = await methodsFor(bo, report, `methods_program/?language=${language}`);
    expect(file.headers['content-disposition']).toContain(`.${ending}"`);
    const withoutDay = (text: string) => text.replace(/\d{4}-\d\d-\d\d/g, '');
    expect(withoutDay(file.body)).toBe(withoutDay(programs[language]));
  }
  expect((await methodsFor(bo, report, 'methods_program/?language=cobol')).statusCode).toBe(400);
});

it('the crate is a zip whose files are a valid RO-Crate', { tags: 'long' }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-crate-'));
  try {
    const { rawPayload } = await methodsFor(bo, report, 'methods_crate/');
    await writeFile(path.join(folder, 'crate.zip'), rawPayload);
    const unpacked = spawnSync('python3', ['-m', 'zipfile', '-e', 'crate.zip', 'crate'], { cwd: folder });
    expect(unpacked.status).toBe(0);
    const names = await readdir(path.join(folder, 'crate'));
    const entries = names.map(
      async (name) => [name, await readFile(path.join(folder, 'crate', name), 'utf8')] as const,
    );
    const crate = Object.fromEntries(await Promise.all(entries));
    expect(crateFaults(crate)).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['methods.md', 'report.py', 'report.R', 'report.sh']));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('a viewer who may not use a filter of the report gets no step, number or file of it', async () => {
  await edit({ type: 'clear_all' });
  await edit({ type: 'add_entry', concept_id: 'is_proband', selected_categories: [true] });
  const id = await save('Probands');
  const opens = {
    allSubjects: true,
    subjectConcepts: [],
    categories: [],
    concepts: null,
    collections: [],
  };
  await asOperator(portal, { kind: 'setGroup', dataset: 'small', name: 'narrow', opens });
  const { account } = await portal.aMember({ dataset, level: 'deid' });
  const cy = await portal.signedIn(account);
  await asOperator(portal, {
    kind: 'grant',
    username: account.username,
    dataset: 'small',
    level: 'deid',
    canViewWorkspace: true,
    groups: ['narrow'],
  });
  expect((await cy.get(`small/reports/get_report/?report_id=${id}`)).json().errors).not.toEqual([]);
  for (const what of ['methods', 'methods_markdown', 'methods_crate', 'methods_program/?language=r']) {
    const reply = await methodsFor(cy, id, what);
    expect([what, reply.json().code]).toEqual([what, 'cohort_has_errors']);
  }
  await asOperator(portal, { kind: 'removeGroup', dataset: 'small', name: 'narrow' });
});

it('a report that stays on its own release is described on that one', { tags: 'long' }, async () => {
  await edit({ type: 'clear_all' });
  const id = await save('Everyone');
  const own = (await methodsFor(ada, id)).json().methods.release.name;
  await ada.post(`small/reports/${id}/release/`, { release: 'own' });
  await portal.aRelease(dataset, portal.smallPackage);
  expect((await methodsFor(bo, id)).json().methods.release.name).toBe(own);
  await ada.post(`small/reports/${id}/release/`, { release: 'latest' });
  expect((await methodsFor(bo, id)).json().methods.release.name).not.toBe(own);
});

const member = async (given: Parameters<TestApp['aMember']>[0]) =>
  portal.signedIn((await portal.aMember({ dataset, ...given })).account);

async function edit(transformation: object): Promise<void> {
  const reply = await ada.post('small/cohort_def/', { transformation });
  expect(reply.json()).toMatchObject({ transformation_successful: true });
}
async function save(name: string): Promise<number> {
  return (await ada.post('small/reports/create_form/', { name, public: 'on' })).json().report_id;
}
const methodsFor = (caller: Caller, id = report, what = 'methods') =>
  caller.get(`small/report_tools/${id}/${what}`);
