import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import type { TestDataset } from '../testing/factories.ts';
import { readParquet } from '../testing/readParquet.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';

const descriptor = {
  name: 'worded',
  resources: [
    {
      name: 'person',
      path: 'person.csv',
      schema: {
        primaryKey: 'person_id',
        fields: [
          { name: 'person_id', type: 'string' },
          {
            name: 'age',
            title: 'Age',
            type: 'number',
            atrium: { type: 'number_with_categories', unit: 'a' },
          },
        ],
      },
    },
  ],
};

const repeated = (times: number, cell: string) => Array.from({ length: times }, () => cell);
const ages = [
  ...repeated(12, '50'),
  ...repeated(12, '70.0'),
  ...repeated(3, '>89'),
  'not done',
  'not done',
  '',
];

let portal: TestApp;
let folder: string;
let dataset: TestDataset;
let ada: Caller;
beforeAll(async () => {
  portal = await testApp();
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-words-'));
  await writeFile(path.join(folder, 'datapackage.json'), JSON.stringify(descriptor));
  const rows = ages.map((age, row) => `p${String(row).padStart(2, '0')},${age}`);
  await writeFile(path.join(folder, 'person.csv'), ['person_id,age', ...rows, ''].join('\n'));
  dataset = await portal.aDataset({ uniqueId: 'worded', packagePath: folder });
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  ada = await portal.signedIn((await portal.aMember({ dataset, level: 'phi' })).account);
});

async function filterBy(values: Readonly<Record<string, unknown>>) {
  await ada.post('worded/cohort_def/', { transformation: { type: 'clear_all' } });
  const reply = await ada.post('worded/cohort_def/', {
    transformation: { type: 'add_entry', concept_id: 'age', ...values },
  });
  return reply.json();
}

async function countOf(values: Readonly<Record<string, unknown>>): Promise<number> {
  expect(await filterBy(values)).toMatchObject({ transformation_successful: true });
  return (await ada.get('worded/query_tools/count/')).json().count;
}

it.each([
  [{ cd_numeric_min: '60' }, 15],
  [{ cd_numeric_min: '89' }, 15 - 12],
  [{ cd_numeric_min: '95' }, 0],
  [{ cd_numeric_max: '95' }, 24],
  [{ cd_numeric_min: '60', cd_numeric_max: '95' }, 12],
  [{ selected_categories: ['not done'] }, 2],
  [{ cd_numeric_max: '60', selected_categories: ['not done', ''] }, 12 + 2 + 1],
  [{ cd_numeric_min: '60', exclude_selected: true }, 30 - 15],
  [{ cd_numeric_min: '60', include_null_and_missing: 'include', exclude_selected: true }, 30 - 16],
])(
  'a filter by %o finds numbers, words, and bounds that certainly lie in the range (rules 2.21 and 2.22)',
  async (values, count) => {
    expect(await countOf(values)).toBe(count);
  },
);

it('a filter that asks for nothing, or between bounds the wrong way round, is refused (rules 2.13 and 2.16)', async () => {
  expect(await filterBy({ selected_categories: [] })).toMatchObject({
    transformation_successful: false,
    transformation_errors: ['Minimum, Maximum: give at least one bound or value of Age.'],
  });
  expect(
    await filterBy({ cd_numeric_min: '5', cd_numeric_max: '4', selected_categories: ['>89'] }),
  ).toMatchObject({
    transformation_successful: false,
  });
});

it('a filter is stored with the fields of a number and categories, and comes back to its editor (rule 3.22)', async () => {
  const {
    cohort_def: definition,
    extended_cohort_def: view,
    entry_id: entryId,
  } = await filterBy({
    cd_numeric_min: '60',
    selected_categories: ['not done'],
  });
  expect(definition[0].list[0]).toMatchObject({
    concept_id: 'age',
    min: 60,
    max: null,
    categories: ['not done'],
    include_null_and_missing: false,
    exclude_selected: false,
  });
  expect(view[0].entries[0]).toMatchObject({
    label: 'Age &gt;= 60 a or Age = "not done"',
    values: ['not done'],
  });
  const { cohort_def_options: options, concept_type: type } = (
    await ada.get(`worded/concepts/age/?include_cohort_def_options=true&cohort_def_entry_id=${entryId}`)
  ).json();
  expect(type).toBe('number_with_categories');
  expect(options).toMatchObject({
    existing_min: 60,
    existing_max: null,
    all_values: ['>89', 'not done'],
    selected_values: ['not done'],
  });
});

it('statistics measure the numbers and list the words (rule 4.15)', async () => {
  const found = (await ada.get('worded/concepts/age/cohort_def_callback/?show_all_data=true')).json();
  expect(found).toMatchObject({
    stats: { count_non_null: 24, unique_patients: 24, min: 50, max: 70, avg: 60 },
    values: [
      { category: '>89', count: 3, uniquePatientCount: 3 },
      { category: 'not done', count: 2, uniquePatientCount: 2 },
    ],
    max_count: 3,
    count_missing_values: 1,
    count_subjects_with_missing_values: 1,
  });
  for (const [index, [, count]] of found.histogram_data.entries()) {
    const [min, max] = found.histogram_bins[index];
    expect(await countOf({ cd_numeric_min: min, cd_numeric_max: max })).toBe(count);
  }
});

it('a search finds the concept by its words (rule 4.12)', async () => {
  const reply = await ada.get('worded/concept_categories/concept_search/?search=not%20done');
  expect(reply.json().concepts).toMatchObject([{ permanent_id: 'age' }]);
});

const lines = (body: string): string[] => body.trimEnd().split(/\r?\n/);

it('a table sorts numbers by size and words after them, and its files come back as they were (rule 2.21)', async () => {
  const add = async (id: string, column: Readonly<Record<string, unknown>>) => {
    const transformation = { type: 'add_entry', ...column };
    expect((await ada.post(`${id}/table_def/`, { transformation })).json().errors).toEqual([]);
  };
  const get = (id: string, call: string) => ada.get(`${id}/query_tools/${call}`);
  await add('worded', { concept_id: 'age' });
  await add('worded', { concept_id: 'person_id', aggregation_method: 'count_distinct' });
  await add('worded', { concept_id: 'age', aggregation_method: 'average' });
  const [first] = (await ada.get('worded/table_def/')).json().table_def.fields;
  await ada.post('worded/table_def/', {
    transformation: { type: 'delete_entry', entry_id: first.entry_id },
  });
  const { data } = (await get('worded', 'preview/?page=1&records_per_page=25')).json();
  expect(data).toEqual([
    [50, 12, 50],
    [70, 12, 70],
    ['>89', 3, null],
    ['not done', 2, null],
    [null, 1, null],
  ]);
  const csv = await get('worded', 'export_csv/');
  expect(lines(csv.body).slice(1)).toEqual(['50,12,50', '70,12,70', '>89,3,', 'not done,2,', ',1,']);
  const parquet = await readParquet((await get('worded', 'export_parquet/')).rawPayload);
  expect(parquet.rows.map((row) => Object.values(Object(row))[0])).toEqual([
    '50',
    '70',
    '>89',
    'not done',
    null,
  ]);
  const again = path.join(folder, 'again');
  await mkdir(again);
  await writeFile(path.join(again, 'results_export.csv'), csv.rawPayload);
  const dictionary = await get('worded', 'export_dictionary/?format=csv');
  await writeFile(path.join(again, 'results_dictionary.json'), dictionary.body);
  const returned = await portal.aDataset({
    uniqueId: 'returned',
    packagePath: path.join(again, 'results_dictionary.json'),
  });
  ada = await portal.signedIn((await portal.aMember({ dataset: returned, level: 'phi' })).account);
  expect((await ada.get('returned/concepts/age/')).json().concept_type).toBe('number_with_categories');
  const back = lines((await get('returned', 'export_csv/')).body).slice(1, 5);
  expect(back).toEqual(['50', '70', '>89', 'not done']);
});

it('each word is a bucket of its own, and small ones are hidden from members who see aggregates only (rule 6.6)', async () => {
  const crossTab = async () => {
    const transformation = { type: 'add_entry', concept_id: 'age', role: 'rows' };
    await ada.post('worded/analysis_def/', { transformation });
    return (await ada.get('worded/analysis_tools/run_analysis/')).json().dataset;
  };
  const index = [50, 70, '>89', 'not done', '[not set]'];
  expect(await crossTab()).toMatchObject({ index, data: [[12], [12], [3], [2], [1]] });
  ada = await portal.signedIn((await portal.aMember({ dataset, level: 'agg' })).account);
  const { index: labels, data } = await crossTab();
  for (const [row, label] of labels.entries())
    expect(label === 50 || label === 70 ? [12, '<11'] : ['<11']).toContain(data[row][0]);
});
