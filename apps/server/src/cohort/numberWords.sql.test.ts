import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { TestPerson } from '../testing/aPerson.ts';
import { onPortal } from '../testing/onPortal.ts';
import { readParquet } from '../testing/readParquet.ts';
import { writePackage } from '../testing/writePackage.ts';

const ages = [
  ...Array(12).fill('50'),
  ...Array(12).fill('70.0'),
  ...Array(3).fill('>89'),
  'not done',
  'not done',
  '',
];
const age = {
  name: 'age',
  title: 'Age',
  type: 'number',
  atrium: { type: 'number_with_categories', unit: 'a' },
};

const it = onPortal({
  dataset: async (folder) => ({
    uniqueId: 'worded',
    packagePath: await writePackage(folder, {
      person: {
        fields: [{ name: 'person_id', type: 'string' }, age],
        schema: { primaryKey: 'person_id' },
        rows: ages.map((cell, row) => [`p${String(row).padStart(2, '0')}`, cell]),
      },
    }),
  }),
});

const finds =
  'a filter by %o finds numbers, words, and bounds that certainly lie in the range (rules 2.21 and 2.22)';

it.for([
  [{ cd_numeric_min: '60' }, 15],
  [{ cd_numeric_max: '60', selected_categories: ['not done', ''] }, 12 + 2 + 1],
  [{ cd_numeric_min: '60', include_null_and_missing: 'include', exclude_selected: true }, 30 - 16],
] as const)(finds, async ([values, count], { ada }) => {
  expect(await countOf(ada, values)).toBe(count);
});

it.for([
  [{ cd_numeric_min: '89' }, 15 - 12],
  [{ cd_numeric_min: '95' }, 0],
  [{ cd_numeric_max: '95' }, 24],
  [{ cd_numeric_min: '60', cd_numeric_max: '95' }, 12],
  [{ selected_categories: ['not done'] }, 2],
  [{ cd_numeric_min: '60', exclude_selected: true }, 30 - 15],
] as const)(finds, { tags: 'long' }, async ([values, count], { ada }) => {
  expect(await countOf(ada, values)).toBe(count);
});

it('a filter that asks for nothing, or between bounds the wrong way round, is refused (rules 2.13 and 2.16)', async ({
  ada,
}) => {
  expect(await filterBy(ada, { selected_categories: [] })).toMatchObject({
    transformation_successful: false,
    transformation_errors: ['Minimum, Maximum: give at least one bound or value of Age.'],
  });
  expect(
    await filterBy(ada, { cd_numeric_min: '5', cd_numeric_max: '4', selected_categories: ['>89'] }),
  ).toMatchObject({
    transformation_successful: false,
  });
});

it('a filter is stored with the fields of a number and categories, and comes back to its editor (rule 3.22)', async ({
  ada,
}) => {
  const {
    cohort_def: definition,
    extended_cohort_def: view,
    entry_id: entryId,
  } = await filterBy(ada, {
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
  const { cohort_def_options: options, concept_type: type } = await ada.read(
    `concepts/age/?include_cohort_def_options=true&cohort_def_entry_id=${entryId}`,
  );
  expect(type).toBe('number_with_categories');
  expect(options).toMatchObject({
    existing_min: 60,
    existing_max: null,
    all_values: ['>89', 'not done'],
    selected_values: ['not done'],
  });
});

it('statistics measure the numbers and list the words (rule 4.15)', async ({ ada }) => {
  const found = await ada.read('concepts/age/cohort_def_callback/?show_all_data=true');
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
    expect(await countOf(ada, { cd_numeric_min: min, cd_numeric_max: max })).toBe(count);
  }
});

it('a search finds the concept by its words (rule 4.12)', async ({ ada }) => {
  const { concepts } = await ada.read('concept_categories/concept_search/?search=not%20done');
  expect(concepts).toMatchObject([{ permanent_id: 'age' }]);
});

const lines = (body: string): string[] => body.trimEnd().split(/\r?\n/);

it('a table sorts numbers by size and words after them, and its files come back as they were (rule 2.21)', async ({
  portal,
  folder,
  ada,
}) => {
  const add = async (column: object) =>
    expect((await ada.table.edit({ type: 'add_entry', ...column })).errors).toEqual([]);
  const get = (call: string, person = ada) => person.get(person.address(`query_tools/${call}`));
  await add({ concept_id: 'age' });
  await add({ concept_id: 'person_id', aggregation_method: 'count_distinct' });
  await add({ concept_id: 'age', aggregation_method: 'average' });
  const [first] = (await ada.read('table_def/')).table_def.fields;
  await ada.table.edit({ type: 'delete_entry', entry_id: first.entry_id });
  const { data } = (await get('preview/?page=1&records_per_page=25')).json();
  expect(data).toEqual([
    [50, 12, 50],
    [70, 12, 70],
    ['>89', 3, null],
    ['not done', 2, null],
    [null, 1, null],
  ]);
  const csv = await get('export_csv/');
  expect(lines(csv.body).slice(1)).toEqual(['50,12,50', '70,12,70', '>89,3,', 'not done,2,', ',1,']);
  const parquet = await readParquet((await get('export_parquet/')).rawPayload);
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
  const dictionary = await get('export_dictionary/?format=csv');
  await writeFile(path.join(again, 'results_dictionary.json'), dictionary.body);
  const returned = await portal.aDataset({
    uniqueId: 'returned',
    packagePath: path.join(again, 'results_dictionary.json'),
  });
  const reader = await portal.aPerson({ dataset: returned, level: 'phi' });
  expect((await reader.read('concepts/age/')).concept_type).toBe('number_with_categories');
  const back = lines((await get('export_csv/', reader)).body).slice(1, 5);
  expect(back).toEqual(['50', '70', '>89', 'not done']);
});

it('each word is a bucket of its own, and small ones are hidden from members who see aggregates only (rule 6.6)', async ({
  ada,
  cy,
}) => {
  const crossTab = async ({ analysis, read }: TestPerson) => {
    await analysis.add('age', { role: 'rows' });
    return (await read('analysis_tools/run_analysis/')).dataset;
  };
  const index = [50, 70, '>89', 'not done', '[not set]'];
  expect(await crossTab(ada)).toMatchObject({ index, data: [[12], [12], [3], [2], [1]] });
  const { index: labels, data } = await crossTab(cy);
  for (const [row, label] of labels.entries())
    expect(label === 50 || label === 70 ? [12, '<11'] : ['<11']).toContain(data[row][0]);
});

async function filterBy({ cohort, post, address }: TestPerson, values: object) {
  await cohort.clear();
  const transformation = { type: 'add_entry', concept_id: 'age', ...values };
  return (await post(address('cohort_def/'), { transformation })).json();
}

async function countOf(person: TestPerson, values: object): Promise<number> {
  expect(await filterBy(person, values)).toMatchObject({ transformation_successful: true });
  return person.cohort.count();
}
