import { expect } from 'vitest';
import type { TestPerson } from '../testing/aPerson.ts';
import { onWorkedExample } from '../testing/onPortal.ts';

const it = onWorkedExample;
let ada: TestPerson;
it.beforeEach(({ ada: member }) => {
  ada = member;
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
