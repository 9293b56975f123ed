import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import type { TestDataset } from '../testing/factories.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';

const packagePath = path.resolve(import.meta.dirname, '../../../../corpus/workedExample/package');

let portal: TestApp;
let dataset: TestDataset;
let ada: Caller;

beforeAll(async () => {
  portal = await testApp();
  dataset = await portal.aDataset({ uniqueId: 'worked', packagePath });
});
afterAll(() => portal.close());
beforeEach(async () => {
  ada = await portal.signedIn((await portal.aMember({ dataset, level: 'phi' })).account);
});

const read = (conceptId: string, query: string) => ada.get(`worked/concepts/${conceptId}/?${query}`);

it('a cohort_def other than [] is refused, whatever else is asked', async () => {
  const reply = await read('severity', 'cohort_def=%5B%7B%7D%5D');
  expect(reply.statusCode).toBe(400);
  expect(reply.json().detail).toMatch(/^cohort_def: /);
});

it('cohort_def=[] asks for the values of everyone, as a prefilter is chosen', async () => {
  await ada.post('worked/cohort_def/', {
    transformation: { type: 'add_entry', concept_id: 'sex', selected_categories: ['F'] },
  });
  const counts = async (query: string) =>
    (await read('severity', `include_statistics=true&${query}`))
      .json()
      .statistics.values.map((value: { count: number }) => value.count);
  expect(await counts('cohort_def=undefined')).toEqual([2, 1]);
  expect(await counts('cohort_def=%5B%5D')).toEqual([3, 2]);
});

it('a category that declares no values has those in the data, whatever the cohort', async () => {
  await ada.post('worked/cohort_def/', {
    transformation: { type: 'add_entry', concept_id: 'sex', selected_categories: ['U'] },
  });
  const reply = await read('race', 'include_cohort_def_options=true');
  expect(reply.json().cohort_def_options.all_values).toEqual(['Asian', 'Black', 'White']);
});
