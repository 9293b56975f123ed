import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Expectation } from '@atrium/contract/wire/reportExpectation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOperator } from '../testing/asOperator.ts';
import type { Caller } from '../testing/caller.ts';
import type { TestDataset } from '../testing/factories.ts';
import { openInSmall, writeSmallPackage } from '../testing/smallPackage.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';
import { describeExpectation } from './expectations.ts';

let folder: string;
let portal: TestApp;
let dataset: TestDataset;
let ada: Caller;
let eve: Caller;
let bo: Caller;
let next: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-expect-'));
  const first = await writeSmallPackage(folder);
  next = path.join(folder, 'next');
  await cp(first, next, { recursive: true });
  const file = path.join(next, 'participant.csv');
  await writeFile(file, `${await readFile(file, 'utf8')}P7,Female,true,5,2022-01-01,3,\r\n`);
  portal = await testApp();
  dataset = await portal.aDataset({ uniqueId: 'small', packagePath: first });
  ada = await member({ level: 'phi' });
  eve = await member({ level: 'phi', canViewWorkspace: false });
  bo = await member({ level: 'deid' });
  const transformation = { type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] };
  await ada.post('small/cohort_def/', { transformation });
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});
const between = (least: number | null, most: number | null) => ({ kind: 'count', least, most });
const includes = (...subjects: readonly string[]) => ({ kind: 'includes', subjects });
const excludes = (...subjects: readonly string[]) => ({ kind: 'excludes', subjects });

describe('what is expected of a report (rule 12.16)', () => {
  it('is a new version on the same release, and marks the report in page and list', async () => {
    const id = await save();
    expect([await markOf(id), (await read(id)).state]).toEqual(['none', 'none']);
    const [inside = '', ...others] = await women();
    expect(await say(id, [between(1, 100), includes(inside, ` ${inside} `), excludes('nobody')])).toEqual({
      status: 'complete',
      errors: [],
      warnings: [],
      version: 2,
    });
    expect(await read(id)).toMatchObject({
      state: 'met',
      version: 2,
      count: others.length + 1,
      release: expect.any(String),
      expectations: [
        { kind: 'count', least: 1, most: 100, subjects: null, state: 'met' },
        { kind: 'includes', subjects: [inside], named: 1, wrong: [], state: 'met' },
        { kind: 'excludes', subjects: ['nobody'], wrong: [], state: 'met' },
      ],
      sees_subject_ids: true,
      may_change: true,
    });
    expect(await markOf(id)).toBe('met');
    const { results } = (await ada.get(`small/reports/${id}/versions/`)).json();
    expect(results[0]).toMatchObject({
      cause: 'expectations',
      count: results[1].count,
      release: results[1].release,
    });
  });

  it('names the subjects that are missing, and those that should not be there', async () => {
    const id = await save();
    const [inside = ''] = await women();
    await say(id, [includes(inside, 'P99'), excludes(inside), between(50, null), between(null, 1)]);
    const judged = await read(id);
    expect(statesOf(judged)).toEqual(['not_met', 'not_met', 'not_met', 'not_met']);
    expect(judged.expectations.slice(0, 2)).toMatchObject([{ wrong: ['P99'] }, { wrong: [inside] }]);
    expect(await markOf(id)).toBe('not_met');
  });

  it.each<[string, readonly unknown[], string]>([
    ['no bound', [between(null, null)], 'give the least or the most'],
    ['bounds the wrong way round', [between(9, 3)], 'above the most'],
    ['no subject', [includes(' ')], 'name at least one subject'],
    ['too many subjects', [excludes(...Array.from({ length: 201 }, (_, at) => `P${at}`))], 'at most 200'],
    ['an endless id', [includes('x'.repeat(256))], 'at most 255'],
    ['too many', Array.from({ length: 21 }, () => between(1, 2)), 'at most 20'],
  ])('with %s is incomplete, and nothing is stored', async (_what, expectations, fault) => {
    const id = await save();
    const answer = await say(id, expectations);
    expect([answer.status, answer.version]).toEqual(['incomplete', 1]);
    expect(answer.errors.join()).toContain(fault);
    expect((await read(id)).state).toBe('none');
  });

  it.each([
    [[{ kind: 'count', least: -1, most: null }]],
    [[{ kind: 'count', least: 1.5, most: null }]],
    [[{ kind: 'other' }]],
    ['none'],
  ])('of the wrong form is refused: %j', async (expectations) => {
    const id = await save();
    const reply = await ada.post(`small/reports/${id}/expectations/`, { expectations });
    expect(reply.statusCode).toBe(400);
  });

  it('is not changed over a version that the creator has not seen', async () => {
    const id = await save();
    await say(id, [between(1, null)], { version: 1 });
    expect(await say(id, [], { version: 1 })).toMatchObject({ code: 'changed_meanwhile' });
    expect((await read(id)).state).toBe('met');
  });

  it('is kept when the report is overwritten, and part of what versions are compared by', async () => {
    const id = await save();
    await say(id, [between(2, null), includes('P99')]);
    const form = { name: 'Women', public: 'on', overwrite_query_def_with_active: 'yes' };
    await ada.post(`small/reports/${id}/edit_form/`, form);
    expect((await read(id)).expectations).toHaveLength(2);
    const compared = await ada.get(`small/reports/${id}/versions/compare/?before=1&after=3`);
    expect(compared.json().changes).toEqual([
      { part: 'expectations', change: 'added', text: 'At least 2 participants' },
      { part: 'expectations', change: 'added', text: 'Must include P99' },
    ]);
    await ada.post(`small/reports/${id}/versions/1/restore/`);
    expect((await read(id)).state).toBe('none');
  });

  it('is the creator’s to change: other viewers get 403', async () => {
    const id = await save();
    const reply = await eve.post(`small/reports/${id}/expectations/`, { expectations: [] });
    expect(reply.statusCode).toBe(403);
  });
});

describe('who sees how expectations ended (rule 12.17)', () => {
  it('who has the same level and groups is; others learn that there are some', async () => {
    const id = await save();
    await say(id, [between(1, null), includes('P99')]);
    expect(await read(id, eve)).toMatchObject({ state: 'not_met', may_change: false });
    expect(await markOf(id, eve)).toBe('not_met');
    const hidden = await read(id, bo);
    expect(hidden).toMatchObject({ state: 'hidden', expectations: [], count: null, release: null });
    expect(JSON.stringify(hidden)).not.toContain('P99');
    expect(await markOf(id, bo)).toBe('hidden');
  });

  it('a creator who no longer sees ids does not get them, and cannot change them', async () => {
    const { account, membershipId } = await portal.aMember({ dataset, level: 'phi' });
    const cy = await portal.signedIn(account);
    const { report_id: id } = (await cy.post('small/reports/create_form/', { name: 'Of Cy' })).json();
    const address = `small/reports/${id}/expectations/`;
    await cy.post(address, { expectations: [between(1, null), includes('P1')] });
    const opens = {
      allSubjects: true,
      subjectConcepts: [],
      categories: [],
      concepts: null,
      collections: [],
    };
    await asOperator(portal, { kind: 'setGroup', dataset: 'small', name: 'narrow', opens });
    const grant = { kind: 'grant' as const, username: account.username, dataset: 'small' };
    await asOperator(portal, { ...grant, level: 'phi', canViewWorkspace: true, groups: ['narrow'] });
    const seen = (await cy.get(address)).json();
    expect(JSON.stringify(seen)).not.toContain('P1"');
    expect(seen).toMatchObject({
      sees_subject_ids: false,
      expectations: [{ state: 'met' }, { named: 1, subjects: null, wrong: null, state: 'not_run' }],
    });
    const refused = await cy.post(address, { expectations: [excludes('P1')] });
    expect(refused.json().errors).toEqual(['Expectation 1: you do not see the ids of subjects.']);
    await cy.post(address, { expectations: [] });
    expect((await cy.get(address)).json().expectations).toMatchObject([{ kind: 'includes', named: 1 }]);
    await asOperator(portal, { kind: 'removeGroup', dataset: 'small', name: 'narrow' });
    expect(membershipId).toBeGreaterThan(0);
    expect((await cy.get(address)).json().expectations).toMatchObject([{ subjects: ['P1'] }]);
  });
});

describe('expectations on a release that comes (rule 12.17)', () => {
  it('are judged with the rights of the creator, and mark the report at once', async () => {
    const id = await save();
    const before = (await women()).length;
    await say(id, [between(null, before), excludes('P7')]);
    const staying = await save();
    await say(staying, [between(null, before)]);
    await ada.post(`small/reports/${staying}/release/`, { release: 'own' });
    const lines = await asOperator(portal, {
      kind: 'import',
      packagePath: next,
      dataset: 'small',
      dryRun: false,
      openIdentifiers: openInSmall,
    });
    expect(lines.join('\n')).toMatch(new RegExp(`does not meet the expectations of .*\\b${id}\\b`));
    expect([await markOf(id), await markOf(staying)]).toEqual(['not_met', 'met']);
    const { results } = (await ada.get('audit/?page_size=20')).json();
    expect(results.map(({ detail }: { readonly detail: unknown }) => detail)).toContainEqual(
      expect.objectContaining({ report: id, isMet: false, isAutomatic: true }),
    );
    expect(await read(id)).toMatchObject({
      count: before + 1,
      expectations: [{ state: 'not_met' }, { state: 'not_met', wrong: ['P7'] }],
    });
    expect((await read(staying)).count).toBe(before);
  });

  it('a filter that the release does not have meets none of them', { tags: 'long' }, async () => {
    const transformation = { type: 'add_entry', concept_id: 'is_proband', selected_categories: [true] };
    await ada.post('small/cohort_def/', { transformation });
    const id = await save();
    await say(id, [between(0, null)]);
    const gone = path.join(folder, 'gone');
    await cp(next, gone, { recursive: true });
    const file = path.join(gone, 'datapackage.json');
    const descriptor = JSON.parse(await readFile(file, 'utf8'));
    for (const { schema } of descriptor.resources)
      for (const field of schema.fields)
        if (field.name === 'is_proband') field.atrium = { ...field.atrium, publish: false };
    await writeFile(file, JSON.stringify(descriptor));
    await asOperator(portal, {
      kind: 'import',
      packagePath: gone,
      dataset: 'small',
      dryRun: false,
      openIdentifiers: openInSmall,
    });
    expect(await markOf(id)).toBe('not_met');
    const judged = await read(id);
    expect(judged).toMatchObject({ count: null, expectations: [{ state: 'not_met' }] });
    expect(judged.errors.join()).toContain('is_proband');
  });
});

it('an expectation of one subject is described in the singular, with the title of the dataset', () => {
  const root = { title: 'Participant', titlePlural: 'Participants' };
  const [open, closed] = [
    { seesIds: true, root },
    { seesIds: false, root },
  ];
  const named: Expectation = { kind: 'includes', subjects: ['P1'] };
  expect([
    describeExpectation({ kind: 'count', least: 1, most: null }, open),
    describeExpectation({ kind: 'count', least: null, most: 1200 }, open),
    describeExpectation({ kind: 'count', least: 0, most: 1 }, open),
    describeExpectation(named, closed),
    describeExpectation(named, open),
  ]).toEqual([
    'At least 1 participant',
    'At most 1,200 participants',
    'Between 0 and 1 participant',
    'Must include 1 participant',
    'Must include P1',
  ]);
});

const member = async (given: Parameters<TestApp['aMember']>[0]) =>
  portal.signedIn((await portal.aMember({ dataset, ...given })).account);

const save = async (): Promise<number> =>
  (await ada.post('small/reports/create_form/', { name: 'Women', public: 'on' })).json().report_id;
const say = async (id: number, expectations: readonly unknown[], more: object = {}) =>
  (await ada.post(`small/reports/${id}/expectations/`, { expectations, ...more })).json();
const read = async (id: number, caller: Caller = ada, query = '') =>
  (await caller.get(`small/reports/${id}/expectations/${query}`)).json();
const markOf = async (id: number, caller: Caller = ada) => {
  const { results } = (await caller.get('small/reports/')).json();
  return results.find((one: { readonly id: number }) => one.id === id).expectations;
};

const statesOf = ({ expectations }: { readonly expectations: readonly { readonly state: string }[] }) =>
  expectations.map(({ state }) => state);
const women = async (): Promise<readonly string[]> => {
  const { data } = (await ada.get('small/query_tools/preview/?records_per_page=100')).json();
  return data.map(([id]: readonly string[]) => id);
};
