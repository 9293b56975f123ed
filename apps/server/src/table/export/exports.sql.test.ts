import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../testing/caller.ts';
import type { TestDataset } from '../../testing/factories.ts';
import { folderOfFile, portalOfFile } from '../../testing/ofFile.ts';
import { readParquet } from '../../testing/readParquet.ts';

const packagePath = path.resolve(import.meta.dirname, '../../../../../corpus/workedExample/package');
let dataset: TestDataset;
let ada: Caller;

const portal = await portalOfFile();
dataset = await portal.aDataset({ uniqueId: 'worked', name: 'Worked example', packagePath });
const folder = await folderOfFile();
beforeEach(async () => {
  ada = await portal.signedIn((await portal.aMember({ dataset, level: 'phi' })).account);
});

const get = async (format: string) => {
  const reply = await ada.get(`worked/query_tools/export_${format}/`);
  expect(reply.statusCode).toBe(200);
  return reply;
};

describe('the same rows', () => {
  it('are on the pages, and under the same names in every file', async () => {
    await addColumns();
    const rows = await pagedRows();
    expect(rows).toHaveLength(6);
    const json = await objects();
    expect(json.map((object) => names.map((name) => asInPages(object[name])))).toEqual(rows);
    const parquet = await readParquet((await get('parquet')).rawPayload);
    expect(parquet.rows).toEqual(json);
    const [heading, ...csv] = (await get('csv')).body.trimEnd().split('\r\n');
    expect(heading?.split(',')).toEqual(names);
    const asCsv = (cell: unknown): string =>
      [cell]
        .flat()
        .map((value) => (value === true ? 'True' : value === false ? 'False' : String(value ?? '')))
        .join('; ');
    expect(csv.map((line) => line.split(','))).toEqual(rows.map((row) => row.map(asCsv)));
  });

  it('keep the order of the columns in every line, also under names that are numbers', {
    tags: 'long',
  }, async () => {
    await addColumns();
    const [first = ''] = await lines();
    const positions = names.map((name) => first.indexOf(`${JSON.stringify(name)}:`));
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(JSON.parse(first)).toMatchObject({
      Enrolled: true,
      'sex (2)': 2,
      '1': '2020-01-10',
      Dates: ['2020-01-10', '2020-06-01'],
      Usual: '(1) mild',
    });
  });

  it('of Parquet have the types of their columns', { tags: 'long' }, async () => {
    await addColumns();
    expect((await readParquet((await get('parquet')).rawPayload)).types).toEqual({
      subject_id: 'VARCHAR',
      Sex: 'VARCHAR',
      Enrolled: 'BOOLEAN',
      'Weight (kg)': 'DOUBLE',
      "'=Codes": 'VARCHAR[]',
      'sex (2)': 'BIGINT',
      '1': 'DATE',
      Dates: 'DATE[]',
      Mean: 'DOUBLE',
      Usual: 'VARCHAR',
    });
  });

  it('are none in each format where the cohort is empty', { tags: 'long' }, async () => {
    await ada.post('worked/cohort_def/', {
      transformation: {
        type: 'add_entry',
        concept_id: 'weight',
        cd_numeric_min: '9999',
        ignore_warnings: true,
      },
    });
    expect((await get('ndjson')).body).toBe('');
    expect((await get('csv')).body).toMatch(/^subject_id\r\n$/i);
    expect((await readParquet((await get('parquet')).rawPayload)).rows).toEqual([]);
  });
});

it.each([
  ['ndjson', 'application/x-ndjson; charset=utf-8'],
  ['parquet', 'application/vnd.apache.parquet'],
])('a file of %s has its media type and name, by GET and POST', { tags: 'long' }, async (format, type) => {
  for (const method of ['GET', 'POST'] as const) {
    const reply = await ada.send({
      method,
      url: `/api/v2/worked/query_tools/export_${format}/`,
      headers: { 'content-type': type },
      ...(method === 'POST' ? { payload: '{"table_def":{}}' } : {}),
    });
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, type]);
    expect(reply.headers['content-disposition']).toContain(`"results_export.${format}"`);
  }
});

describe('values that a member may not see', () => {
  let bo: Caller;
  beforeAll(async () => {
    const risky = path.join(folder, 'risky');
    await mkdir(risky);
    await writeFile(path.join(risky, 'datapackage.json'), JSON.stringify(riskyPackage));
    await writeFile(path.join(risky, 'person.csv'), riskyRows);
    const dataset = await portal.aDataset({ uniqueId: 'risky', packagePath: risky });
    bo = await portal.signedIn((await portal.aMember({ dataset, level: 'deid' })).account);
    for (const concept_id of ['note', 'born', 'age']) {
      await bo.post('risky/table_def/', { transformation: { type: 'add_entry', concept_id } });
    }
  });
  const file = (format: string) => bo.get(`risky/query_tools/export_${format}/`);
  const exported = [
    { person_id: 'P1', Note: '=1+1', Born: 2001, 'Age (days)': 400 },
    { person_id: 'P2', Note: '@sum', Born: 2002, 'Age (days)': null },
    { person_id: 'P3', Note: '-5', Born: null, 'Age (days)': 0 },
  ];

  it('formulas are disarmed in CSV, and data as they are elsewhere', async () => {
    expect((await file('csv')).body.split('\r\n').slice(1, 4)).toEqual([
      "P1,'=1+1,2001,400",
      "P2,'@sum,2002,",
      'P3,-5,,0',
    ]);
    const written = (await file('ndjson')).body.trimEnd().split('\n');
    expect(written.map((line) => JSON.parse(line))).toEqual(exported);
    expect((await readParquet((await file('parquet')).rawPayload)).rows).toEqual(exported);
  });

  it('protected dates are exported as years, as the dictionary and the types state', async () => {
    const { fields } = (await file('dictionary')).json().resources[0].schema;
    expect(fields[2]).toMatchObject({ name: 'Born', type: 'year' });
    expect(fields[3]).toMatchObject({ name: 'Age (days)', type: 'integer', unit: 'day' });
    expect((await readParquet((await file('parquet')).rawPayload)).types).toMatchObject({
      Born: 'INTEGER',
      'Age (days)': 'INTEGER',
    });
  });
});

describe('the dictionary', () => {
  it('describes the exported columns, all of them and no other', async () => {
    await addColumns();
    const { fields } = await dictionary();
    expect(fields.map((field: { name: string }) => field.name)).toEqual(names);
    expect(Object.keys((await objects())[0] ?? {}).sort()).toEqual([...names].sort());
    expect(fields.map((field: { type: string }) => field.type)).toEqual([
      'string',
      'string',
      'boolean',
      'number',
      'list',
      'integer',
      'date',
      'list',
      'number',
      'string',
    ]);
  });

  it('has the unit, values and origin of a column', { tags: 'long' }, async () => {
    await addColumns();
    const { fields } = await dictionary();
    expect(fields[1]).toEqual({
      name: 'Sex',
      title: 'Sex',
      description: expect.any(String),
      type: 'string',
      categories: ['F', 'M', 'U'],
      atrium: {
        id: 'sex',
        type: 'category',
        origin: { concept_id: 'sex', concept_type: 'category', collection_id: 'subject', aggregation: null },
      },
    });
    expect(fields[3]).toMatchObject({ unit: 'kg', atrium: { type: 'number', unit: 'kg' } });
    expect(fields[4]).toMatchObject({
      title: '=Codes',
      itemType: 'string',
      delimiter: '; ',
      atrium: {
        id: 'code',
        type: 'ontology',
        ontology: 'lesions',
        codes: [
          { text: 'Ventricular septal defect', code: 'VSD' },
          { text: 'Atrial septal defect', code: 'ASD' },
          { text: 'Tetralogy of Fallot', code: 'TOF' },
          { text: 'unmapped XX9', code: 'XX9' },
        ],
        listEscape: '\\',
      },
    });
    expect(fields[5]).toMatchObject({
      title: 'sex',
      atrium: {
        id: 'severity_count_all',
        type: 'number',
        origin: {
          concept_id: 'severity',
          collection_id: 'diagnosis',
          aggregation: { method: 'count_all', criteria_set: null },
        },
      },
    });
    expect(fields[5].categories).toBeUndefined();
  });

  it('holds the terms that the subjects of the export have and those above them, and no others', async () => {
    expect(await packaged()).not.toHaveProperty('atrium');
    await addColumn('code');
    const { atrium } = await packaged();
    expect(atrium.ontologies).toEqual([
      {
        id: 'lesions',
        title: 'Lesions',
        terms: [
          { code: 'CHD', label: 'Congenital heart disease' },
          { code: 'SEPTAL', label: 'Septal defect', parents: ['CHD'] },
          { code: 'SHUNT', label: 'Shunt lesion', parents: ['CHD'] },
          { code: 'CONO', label: 'Conotruncal defect', parents: ['CHD'] },
          { code: 'VSD', label: 'Ventricular septal defect', parents: ['SEPTAL', 'SHUNT'] },
          { code: 'ASD', label: 'Atrial septal defect', parents: ['SEPTAL'] },
          { code: 'TOF', label: 'Tetralogy of Fallot', parents: ['CONO'] },
        ],
      },
    ]);
    await ada.post('worked/cohort_def/', {
      transformation: {
        type: 'add_entry',
        concept_id: 'weight',
        cd_numeric_min: '12',
        cd_numeric_max: '13',
        ignore_warnings: true,
      },
    });
    const [narrowed] = (await packaged()).atrium.ontologies;
    expect(narrowed.terms.map(({ code }: { code: string }) => code)).toEqual(['CHD', 'CONO', 'TOF']);
    expect((await dictionary()).fields[1].atrium.codes).toEqual([
      { text: 'Tetralogy of Fallot', code: 'TOF' },
    ]);
  });

  it('states what is true of every cell of the files', { tags: 'long' }, async () => {
    await addColumns();
    await addColumn('severity', {
      aggregation_method: 'has_value',
      values: ['mild'],
      entry_alias: 'Ever mild',
    });
    const byName = new Map<string, Record<string, unknown>>();
    for (const field of (await dictionary()).fields) byName.set(field.name, field);
    expect(byName.get('sex (2)')?.['constraints']).toEqual({ required: true, minimum: 0 });
    expect(byName.get('Ever mild')?.['constraints']).toEqual({ required: true });
    for (const name of ['Sex', 'Weight (kg)', '1', 'Mean', 'Dates']) {
      expect(byName.get(name)).not.toHaveProperty('constraints');
    }
  });

  it('has types by which every cell of the CSV can be parsed, nulls in lists too', {
    tags: 'long',
  }, async () => {
    await addColumn('value', { aggregation_method: 'list_all', list_all_include_nulls: 'yes' });
    await addColumn('diagnosis_date', { aggregation_method: 'list_all' });
    const { fields } = await dictionary();
    expect(fields[1]).toMatchObject({
      type: 'list',
      itemType: 'string',
      description: expect.stringContaining('A missing value in the list is written as null.'),
    });
    expect(fields[2]).toMatchObject({ type: 'list', itemType: 'date' });
    expect((await get('csv')).body).toContain('null');
    expect((await objects()).flatMap((row) => row[fields[1].name] ?? [])).toContain(null);
  });

  it('names the source of the data and the time, and the file with its key', { tags: 'long' }, async () => {
    const { sources, $schema, name, created, resources } = await packaged();
    expect($schema).toBe('https://datapackage.org/profiles/2.0/datapackage.json');
    expect([name, created]).toEqual(['worked_results', portal.clock.now().toISOString()]);
    expect(resources).toMatchObject([
      {
        name: 'results',
        path: 'results_export.csv',
        format: 'csv',
        encoding: 'utf-8',
        schema: { primaryKey: 'subject_id', missingValues: [''] },
        atrium: { formulaPrefix: "'" },
      },
    ]);
    expect((await packaged('parquet')).resources[0]).toMatchObject({ path: 'results_export.parquet' });
    expect(sources).toEqual([
      {
        title: 'Worked example',
        dataset: 'worked',
        release: expect.stringMatching(/^release_\d+$/),
        time: portal.clock.now().toISOString(),
        cohortReceipt: expect.stringMatching(/^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/),
        tableReceipt: expect.stringMatching(/^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/),
      },
    ]);
  });

  it('has no key where a subject may have several rows', { tags: 'long' }, async () => {
    await addColumn('severity', { aggregation_method: 'stack' });
    expect(await dictionary()).not.toHaveProperty('primaryKey');
    expect(await packaged()).not.toHaveProperty('atrium.root');
  });
});

const riskyPackage = {
  name: 'risky',
  resources: [
    {
      name: 'person',
      path: 'person.csv',
      schema: {
        primaryKey: 'person_id',
        fields: [
          { name: 'person_id', type: 'string' },
          { name: 'note', type: 'string', title: 'Note' },
          { name: 'born', type: 'date', title: 'Born', atrium: { phi: true } },
          { name: 'age', type: 'integer', title: 'Age', atrium: { type: 'age', unit: 'days' } },
        ],
      },
    },
  ],
};
const riskyRows = 'person_id,note,born,age\nP1,=1+1,2001-05-06,400\nP2,@sum,2002-01-01,\nP3,-5,,0\n';

const addColumn = async (concept_id: string, more: object = {}) => {
  const reply = await ada.post('worked/table_def/', {
    transformation: { type: 'add_entry', concept_id, ...more },
  });
  expect([concept_id, reply.statusCode, reply.json().errors]).toEqual([concept_id, 200, []]);
};

/** A column of every type that a file can have. */
const addColumns = async () => {
  await addColumn('sex');
  await addColumn('enrolled');
  await addColumn('weight');
  await addColumn('code', { entry_alias: '=Codes' });
  await addColumn('severity', { aggregation_method: 'count_all', entry_alias: 'sex' });
  await addColumn('diagnosis_date', { aggregation_method: 'min_date', entry_alias: '1' });
  await addColumn('diagnosis_date', { aggregation_method: 'list_distinct', entry_alias: 'Dates' });
  await addColumn('value', { aggregation_method: 'average', entry_alias: 'Mean' });
  await addColumn('severity', {
    aggregation_method: 'most_frequent',
    most_frequent_ordinal_position: '1',
    most_frequent_return_value: 'value_and_count',
    entry_alias: 'Usual',
  });
};
const names = [
  'subject_id',
  'Sex',
  'Enrolled',
  'Weight (kg)',
  "'=Codes",
  'sex (2)',
  '1',
  'Dates',
  'Mean',
  'Usual',
];

const lines = async () => (await get('ndjson')).body.trimEnd().split('\n');
const objects = async () => (await lines()).map((line) => JSON.parse(line));
const pagedRows = async () => {
  const pages = [1, 2].map((page) => ada.get(`worked/query_tools/preview/?page=${page}&records_per_page=4`));
  const replies = await Promise.all(pages);
  return replies.flatMap((reply): unknown[][] => reply.json().data);
};
const packaged = async (format = 'csv') =>
  (await ada.get(`worked/query_tools/export_dictionary/?format=${format}`)).json();
const dictionary = async () => (await packaged()).resources[0].schema;

/** Lists of one as the pages show them. */
const asInPages = (cell: unknown): unknown => (Array.isArray(cell) && cell.length === 1 ? cell[0] : cell);
