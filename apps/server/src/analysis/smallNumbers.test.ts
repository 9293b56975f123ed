import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AccessLevel } from '@atrium/contract/wire/access';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAsker, type Question } from '../testing/attack/ask.ts';
import { hasValues, type Planted, writePlantedPackage } from '../testing/attack/plantedPackage.ts';
import type { TestDataset } from '../testing/factories.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';

let portal: TestApp;
let folder: string;
let planted: Planted;
let dataset: TestDataset;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-small-'));
  portal = await testApp();
  planted = await writePlantedPackage(folder);
  dataset = await portal.aDataset({ packagePath: planted.packagePath });
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

async function memberOf(level: AccessLevel, of: TestDataset = dataset) {
  const { account } = await portal.aMember({ dataset: of, level });
  const caller = await portal.signedIn(account);
  return { caller, asker: createAsker(caller, of.uniqueId) };
}

const bySexAndLesion: Question = { rows: ['sex'], cols: ['lesion'] };

it.each(['phi', 'deid'] as const)(
  'a %s member gets every figure as it is, on the page and as CSV',
  { tags: 'long' },
  async (level) => {
    const { asker, caller } = await memberOf(level);
    for (const format of ['json', 'csv'] as const) {
      for (const { labels, shown } of (await asker.ask(bySexAndLesion, format)).cells) {
        const having = planted.subjects.filter((subject) => hasValues(subject, labels));
        expect(shown, JSON.stringify(labels)).toBe(having.length);
      }
    }
    const reply = await caller.get(`${dataset.uniqueId}/analysis_tools/run_analysis/`);
    expect(reply.json()).toMatchObject({ suppression: null });
  },
);

it('an agg member sees figures from the threshold up as they are, the rest as "<11", the same in CSV', async () => {
  const { asker } = await memberOf('agg');
  const { cells } = await asker.ask(bySexAndLesion, 'json');
  expect(cells.filter(({ shown }) => typeof shown === 'string').map(({ shown }) => shown)).toContain('<11');
  for (const { labels, shown } of cells) {
    const having = planted.subjects.filter((subject) => hasValues(subject, labels)).length;
    expect([having >= 11 || having === 0 ? having : '<11', '<11'], JSON.stringify(labels)).toContain(shown);
  }
  expect((await asker.ask(bySexAndLesion, 'csv')).cells).toEqual(cells);
});

it('totals are those of the cross-tab of one axis, for an agg member as for others (rule 6.1)', async () => {
  const shownTo = async (level: AccessLevel) => {
    const { asker } = await memberOf(level);
    const { totals } = await asker.ask(bySexAndLesion, 'json');
    const alone = [
      ...(await asker.ask({ rows: bySexAndLesion.rows, cols: [] }, 'json')).cells,
      ...(await asker.ask({ rows: [], cols: bySexAndLesion.cols }, 'json')).cells,
    ];
    expect(totals).toEqual(alone);
    return totals;
  };
  const exact = await shownTo('phi');
  for (const total of await shownTo('agg')) expect(exact).toContainEqual(total);
});

it('an agg member who has chosen nothing gets an example, which edits nothing; others get none (rule 6.11)', async () => {
  const of = `${dataset.uniqueId}/analysis`;
  const agg = (await memberOf('agg')).caller;
  const { example, analysis_def: before } = (await agg.get(`${of}_def/`)).json();
  expect(example).toMatchObject({ rows: [{ concept_id: 'smoker' }], cols: [] });
  const run = (await agg.get(`${of}_tools/run_analysis/?example=true`)).json();
  expect(run).toMatchObject({ dataset: { index: [false, true] }, suppression: { mark: '<11' } });
  expect((await agg.get(`${of}_def/`)).json().analysis_def).toEqual(before);
  const phi = (await memberOf('phi')).caller;
  expect((await phi.get(`${of}_def/`)).json()).not.toHaveProperty('example');
  expect((await phi.get(`${of}_tools/run_analysis/?example=true`)).json().dataset).toBeNull();
});

it('the values of one concept are its cross-tab alone over everyone, hidden like any other (rule 11.42)', async () => {
  const { asker, caller } = await memberOf('agg');
  const of = `${dataset.uniqueId}/analysis`;
  const { cells } = await asker.ask({ rows: ['lesion'], cols: [] }, 'json');
  const { analysis_def: before } = (await caller.get(`${of}_def/`)).json();
  const run = (await caller.get(`${of}_tools/run_analysis/?concept=lesion`)).json();
  expect(run).toMatchObject({ cohort_def: [], suppression: { mark: '<11' } });
  expect(run.dataset.data.flat()).toEqual(cells.map(({ shown }) => shown));
  expect((await caller.get(`${of}_def/`)).json().analysis_def).toEqual(before);
  const small = await portal.aDataset({ packagePath: portal.smallPackage });
  const other = (await memberOf('agg', small)).caller;
  const refusalOf = async (concept: string) => {
    const reply = await other.get(`${small.uniqueId}/analysis_tools/run_analysis/?concept=${concept}`);
    return { status: reply.statusCode, ...reply.json(), requestId: null };
  };
  const unknown = await refusalOf('nothing');
  expect(unknown).toMatchObject({ status: 404, code: 'not_found' });
  // One is hidden from this member, and one is not offered for analysis.
  for (const concept of ['participant_id', 'note']) expect(await refusalOf(concept)).toEqual(unknown);
});

it('an agg member gets no level of an ontology, from which hidden terms could be subtracted (rule 6.12)', async () => {
  const small = await portal.aDataset({ packagePath: portal.smallPackage });
  const { caller } = await memberOf('agg', small);
  const set = (level: number | null) =>
    caller.post(`${small.uniqueId}/analysis_def/`, {
      transformation: { type: 'set_level', entry_id: 'x', level },
    });
  expect((await set(2)).json()).toMatchObject({ transformation_successful: false });
});

it('the reply names the rule that is applied', async () => {
  const { caller } = await memberOf('agg');
  const reply = await caller.get(`${dataset.uniqueId}/analysis_tools/run_analysis/`);
  expect(reply.json()).toMatchObject({
    suppression: {
      rule: 'small_numbers',
      threshold: 11,
      mark: '<11',
      explanation: expect.stringContaining('1 to 10'),
    },
  });
});

it('the threshold is that of the dataset', async () => {
  const strict = await portal.aDataset({
    packagePath: planted.packagePath,
    settings: { smallCountThreshold: 60 },
  });
  const { asker, caller } = await memberOf('agg', strict);
  const { cells } = await asker.ask({ rows: ['sex'], cols: [] }, 'json');
  for (const { shown } of cells) expect(shown === '<60' || Number(shown) >= 60).toBe(true);
  expect((await caller.get(`dataset/${strict.uniqueId}/`)).json()).toMatchObject({ smallCountThreshold: 60 });
});

it('of a dataset with fewer subjects than the threshold, the number of subjects is hidden and no value is named', async () => {
  const tiny = await portal.aDataset({ packagePath: portal.smallPackage });
  await portal.db
    .updateTable('release')
    .set({ subject_count: 6 })
    .where('dataset_id', '=', tiny.id)
    .execute();
  const agg = await memberOf('agg', tiny);
  const deid = await memberOf('deid', tiny);
  expect((await agg.caller.get(`dataset/${tiny.uniqueId}/`)).json()).toMatchObject({ subjectCount: '<11' });
  expect((await deid.caller.get(`dataset/${tiny.uniqueId}/`)).json()).toMatchObject({
    subjectCount: '6',
    smallCountThreshold: null,
  });
  const { cells } = await agg.asker.ask({ rows: ['sex'], cols: [] }, 'json');
  expect(cells).toEqual([]);
});

it('more than four concepts are not crossed for an agg member', async () => {
  const { caller, asker } = await memberOf('agg');
  await asker.ask({ rows: ['sex', 'site', 'smoker'], cols: ['band'] }, 'json');
  await caller.post(`${dataset.uniqueId}/analysis_def/`, {
    transformation: { type: 'add_entry', concept_id: 'lesion', role: 'cols' },
  });
  const reply = await caller.get(`${dataset.uniqueId}/analysis_tools/run_analysis/`);
  expect(reply.json()).toMatchObject({ dataset: null, errors: [expect.stringContaining('at most 4')] });
  const csv = await caller.get(`${dataset.uniqueId}/analysis_tools/export_csv/`);
  expect(csv.statusCode).toBe(403);
});

async function isNoAxis(concept_id: string): Promise<void> {
  const small = await portal.aDataset({ packagePath: portal.smallPackage });
  const edit = async (level: AccessLevel) => {
    const { caller } = await memberOf(level, small);
    const transformation = { type: 'add_entry', concept_id, role: 'rows' };
    return (await caller.post(`${small.uniqueId}/analysis_def/`, { transformation })).json();
  };
  expect(await edit('phi')).toMatchObject({ transformation_successful: true });
  expect(await edit('agg')).toMatchObject({
    transformation_successful: false,
    transformation_errors: [`There is no concept ${concept_id}.`],
  });
}

const noAxis =
  'the text or identifier %s is no axis for an agg member, and for them there is no such concept';
it.each(['participant_id'])(noAxis, isNoAxis);
it.each(['note'])(noAxis, { tags: 'long' }, isNoAxis);

it('a value within a value of another concept is hidden where the rest of that one is small', async () => {
  const many = (labels: Readonly<Record<string, string>>): number =>
    planted.subjects.filter((subject) => hasValues(subject, labels)).length;
  const rest = many({ region: 'north' }) - many({ zip: '8001' });
  expect(rest).toBeGreaterThan(0);
  expect(rest).toBeLessThan(11);
  const { asker } = await memberOf('agg');
  const { cells } = await asker.ask({ rows: ['zip'], cols: [] }, 'json');
  expect(cells.map(({ labels }) => labels['zip'])).not.toContain('8001');
  expect((await asker.ask({ rows: ['region'], cols: [] }, 'json')).cells).toHaveLength(2);
});

async function namesNoneBelow(concept: string): Promise<void> {
  const { asker } = await memberOf('agg');
  for (const cols of [[], ['band']]) {
    const { cells } = await asker.ask({ rows: [concept], cols }, 'json');
    expect(cells.length).toBeGreaterThan(0);
    for (const { labels } of cells) {
      const value = { [concept]: labels[concept] ?? '' };
      const having = planted.subjects.filter((subject) => hasValues(subject, value)).length;
      expect(having, JSON.stringify(labels)).toBeGreaterThanOrEqual(11);
    }
  }
}

const named = 'a value of %s is named to an agg member only where at least the threshold of subjects has it';
it.each(['lesion', 'topics'])(named, namesNoneBelow);
it.each(['sex', 'site', 'smoker', 'score', 'visit', 'outcome', 'region'])(
  named,
  { tags: 'long' },
  namesNoneBelow,
);
