import { expect } from 'vitest';
import type { TestPerson } from '../testing/aPerson.ts';
import { onWorkedExample } from '../testing/onPortal.ts';

const it = onWorkedExample;
let ada: TestPerson;
it.beforeEach(({ ada: member }) => {
  ada = member;
});

const statistics = async (conceptId: string, query: string) =>
  (await ada.get(`worked/concepts/${conceptId}/cohort_def_callback/?${query}`)).json();

it('each bin has the bounds of a filter on it', async () => {
  const { histogram_data: data, histogram_bins: bins } = await statistics('weight', 'show_all_data=true');
  expect(bins).toHaveLength(data.length);
  expect(bins[0][0]).toBe(0);
  expect(bins.at(-1)[1]).toBe(20);
});

it('the histogram of a cohort can have the bins of everyone', async () => {
  await ada.post('worked/cohort_def/', {
    transformation: { type: 'add_entry', concept_id: 'sex', selected_categories: ['F'] },
  });
  const all = await statistics('weight', 'show_all_data=true');
  const cohort = await statistics('weight', 'bins_of_all=true');
  expect(cohort.histogram_bins).toEqual(all.histogram_bins);
  expect(cohort.stats.max).toBe(12.5);
  const sum = (given: { histogram_data: [string, number][] }) =>
    given.histogram_data.reduce((total, [, count]) => total + count, 0);
  expect([sum(all), sum(cohort)]).toEqual([4, 2]);
});

it('text values have their counts', async () => {
  const { paginated_results: values } = await statistics('subject_id', 'show_all_data=true&search=S1');
  expect(values).toEqual([{ unique_values: 'S1', count: 1, uniqueSubjectCount: 1 }]);
});

it('the texts of everyone can be counted in a cohort', async () => {
  await ada.post('worked/cohort_def/', {
    transformation: { type: 'add_entry', concept_id: 'sex', selected_categories: ['M'] },
  });
  const reply = await statistics('subject_id', 'bins_of_all=true&records_per_page=2');
  expect(reply.count).toBe(6);
  expect(reply.paginated_results).toEqual([
    { unique_values: 'S1' },
    { unique_values: 'S2', count: 1, uniqueSubjectCount: 1 },
  ]);
});

it('terms in the data can be chosen in a select box by their labels, as texts can', async () => {
  const query = 'show_all_data=true&records_per_page=200&json_flavor=select2&search=';
  const { results } = await statistics('code', `${query}septal`);
  expect(results).toEqual(
    ['Atrial septal defect', 'Ventricular septal defect'].map((label) => ({ id: label, text: label })),
  );
  const { results: texts } = await statistics('subject_id', `${query}s2`);
  expect(texts).toEqual([{ id: 'S2', text: 'S2' }]);
});

it('the hits of a search in an ontology have pages, of 3000 where the request does not say (rule 4.10)', async () => {
  const codes = (reply: { action_results: { code: string }[] }) =>
    reply.action_results.map(({ code }) => code);
  const all = await statistics('code', 'show_all_data=true&search=septal');
  expect(codes(all)).toEqual(['SEPTAL', 'VSD', 'ASD']);
  expect(all.paginator).toMatchObject({ total_records: 3, last_index: 3, last_page: 1, next_page: null });
  const page = (number: number, query = 'search=septal&records_per_page=2') =>
    statistics('code', `show_all_data=true&page=${number}&${query}`);
  expect(codes(await page(1))).toEqual(['SEPTAL', 'VSD']);
  const second = await page(2);
  expect(codes(second)).toEqual(['ASD']);
  expect(second.paginator).toMatchObject({ current_page: 2, total_records: 3, next_page: null });
  const past = await page(3);
  expect([codes(past), past.paginator.total_records]).toEqual([[], 3]);
  const children = await page(1, 'ontology_class=CHD&records_per_page=1');
  expect(codes(children)).toEqual(['CONO', 'SEPTAL', 'SHUNT']);
  expect(codes(await page(2, 'ontology_class=CHD'))).toEqual([]);
});

it('a search in a picker has the ranking of the concept search, also for words in another order (rule 11.13)', async () => {
  const found = async (id: string, search: string) =>
    await statistics(id, `show_all_data=true&search=${search}`);
  const terms = (await found('code', 'defect%20septal')).action_results;
  expect(terms.map(({ code }: { code: string }) => code)).toEqual(['SEPTAL', 'VSD', 'ASD']);
  const texts = (await found('subject_id', 's4')).paginated_results;
  expect(texts.map((text: { unique_values: string }) => text.unique_values)).toEqual(['S4']);
  expect((await found('subject_id', 's9')).count).toBe(0);
});

it('values are listed for a filter, each with its concept, and for nothing else (rule 11.13)', async () => {
  const found = async (use: string) =>
    (await ada.get(`worked/concept_categories/concept_search/?search=defect&concept_type=${use}`)).json();
  const [first] = (await found('cohort')).values;
  expect(first).toMatchObject({ text: 'Septal defect', code: 'SEPTAL', concept: { permanent_id: 'code' } });
  expect(await found('table')).not.toHaveProperty('values');
  expect(await found('cohort')).not.toHaveProperty('corrected');
});

it('a search names the values for which a concept was found', async () => {
  const reply = await ada.get('worked/concept_categories/concept_search/?search=septal');
  expect(reply.json().matches.code).toEqual([
    'Septal defect',
    'Ventricular septal defect',
    'Atrial septal defect',
  ]);
});

it('a search finds a concept by a text in the data', async () => {
  const found = async (search: string) =>
    (await ada.get(`worked/concept_categories/concept_search/?search=${search}`)).json();
  const { concepts, matches } = await found('s4');
  expect(concepts.map((concept: { permanent_id: string }) => concept.permanent_id)).toEqual(['subject_id']);
  expect(matches).toEqual({ subject_id: ['S4'] });
  expect((await found('s4%20s5')).matches).toEqual({ subject_id: ['S4', 'S5'] });
  expect((await found('s4%20s9')).concepts).toEqual([]);
  // A code in the data that the ontology does not hold.
  expect((await found('xx9')).matches).toEqual({ code: ['XX9'] });
});

it('a search shows no value of the data to a member without the workspace', async ({ portal, dataset }) => {
  const caller = await portal.aPerson({ dataset, level: 'phi', canViewWorkspace: false });
  const reply = await caller.get('worked/concept_categories/concept_search/?search=septal');
  expect(reply.json()).toMatchObject({ concepts: [], matches: {} });
});

it('the figures of a cohort follow the criteria set that a new filter would join', async () => {
  const { entry_id: filter } = (
    await ada.post('worked/cohort_def/', {
      transformation: { type: 'add_entry', concept_id: 'code', chiron_ontology_field_selection: ['VSD'] },
    })
  ).json();
  const view = (await ada.get('worked/cohort_def/')).json();
  const [set] = view.extended_cohort_def;
  expect(JSON.stringify(set)).toContain(filter);
  const values = async (query: string) =>
    (await statistics('severity', query)).values.reduce(
      (total: number, { count }: { count: number }) => total + count,
      0,
    );
  const ofSet = await values(`criteria_set=${set.entry_id}`);
  expect(ofSet).toBe(await values(''));
  expect(await values('criteria_set=new')).toBeGreaterThan(ofSet);
  const refused = await ada.get('worked/concepts/severity/cohort_def_callback/?criteria_set=gone');
  expect([refused.statusCode, refused.json().code]).toEqual([404, 'not_found']);
  expect(refused.json().detail).toContain('criteria_set');
});
