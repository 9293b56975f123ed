import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';

const byGene = (mode: string) => ({ type: 'category', prefilter: { field: 'gene', mode } });
const kinds = ['null', 'undefined', 'TBX5', '[not set]', String.raw`\[not set]`, '[not specified]'];

const descriptor = {
  name: 'worded',
  resources: [
    {
      name: 'person',
      path: 'person.csv',
      schema: { primaryKey: 'id', fields: [{ name: 'id', type: 'string' }] },
    },
    {
      name: 'finding',
      path: 'finding.csv',
      schema: {
        primaryKey: 'finding_id',
        foreignKeys: [{ fields: 'id', reference: { resource: 'person', fields: 'id' } }],
        fields: [
          { name: 'finding_id', type: 'integer' },
          { name: 'id', type: 'string' },
          { name: 'gene', type: 'string', atrium: { id: 'gene', type: 'category' } },
          { name: 'variant', type: 'string', atrium: { id: 'variant', ...byGene('required') } },
          { name: 'class', type: 'string', atrium: { id: 'class', ...byGene('optional') } },
        ],
      },
    },
  ],
};

let portal: TestApp;
let folder: string;
let ada: Caller;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-absent-'));
  portal = await testApp();
  await writeFile(path.join(folder, 'datapackage.json'), JSON.stringify(descriptor));
  const people = [...kinds, ''].map((_, row) => `p${row}`);
  await writeFile(path.join(folder, 'person.csv'), ['id', ...people, ''].join('\n'));
  const findings = [...kinds, ''].map((kind, row) => `${row},p${row},${kind},v${row},c${row}`);
  const lines = ['finding_id,id,gene,variant,class', ...findings, ''];
  await writeFile(path.join(folder, 'finding.csv'), lines.join('\n'));
  const dataset = await portal.aDataset({ uniqueId: 'worded', packagePath: folder });
  ada = await portal.signedIn((await portal.aMember({ dataset, level: 'phi' })).account);
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => ada.post('worded/cohort_def/', { transformation: { type: 'clear_all' } }));

const add = async (values: object) =>
  (await ada.post('worded/cohort_def/', { transformation: { type: 'add_entry', ...values } })).json();
const count = async () => (await ada.get('worded/query_tools/count/')).json().count;
const statistics = (concept: string, value: string) =>
  ada.get(`worded/concepts/${concept}/cohort_def_callback?show_all_data=true&prefilter_value=${value}`);

it.each(kinds)('the value %s works as a prefilter and as a filter (rule 9.26)', async (kind) => {
  const row = kinds.indexOf(kind);
  const text = encodeURIComponent(kind);
  for (const concept of ['variant', 'class']) {
    const found = (await statistics(concept, text)).json();
    expect(found.values).toMatchObject([{ category: `${concept.slice(0, 1)}${row}`, count: 1 }]);
    const editor = await ada.get(
      `worded/concepts/${concept}?prefilter_value=${text}&include_statistics=true`,
    );
    expect(editor.json()).toMatchObject({ prefilter_value: kind });
  }
  const filter = { concept_id: 'variant', prefilter_value: kind, selected_categories: [`v${row}`] };
  expect(await add(filter)).toMatchObject({ transformation_successful: true });
  expect(await count()).toBe(1);
  await add({ concept_id: 'variant', prefilter_value: kind, selected_categories: [`v${row + 1}`] });
  expect(await count()).toBe(0);
  await ada.post('worded/cohort_def/', { transformation: { type: 'clear_all' } });
  expect(await add({ concept_id: 'gene', selected_categories: [kind] })).toMatchObject({
    transformation_successful: true,
  });
  expect(await count()).toBe(1);
});

it('where no value is such a word it says nothing, as older clients mean it (rule 9.26)', async () => {
  await writeFile(path.join(folder, 'finding.csv'), 'finding_id,id,gene,variant,class\n1,p1,TBX5,v1,c1\n');
  const dataset = await portal.aDataset({ uniqueId: 'unworded', packagePath: folder });
  const bo = await portal.signedIn((await portal.aMember({ dataset, level: 'phi' })).account);
  for (const word of ['null', 'undefined', '']) {
    const all = await bo.get(`unworded/concepts/class/cohort_def_callback?prefilter_value=${word}`);
    expect(all.json().values).toMatchObject([{ category: 'c1', count: 1 }]);
    const needed = await bo.get(`unworded/concepts/variant/cohort_def_callback?prefilter_value=${word}`);
    expect(needed.statusCode).toBe(400);
  }
  const edit = {
    type: 'add_entry',
    concept_id: 'class',
    prefilter_value: 'undefined',
    selected_categories: ['c1'],
  };
  await bo.post('unworded/cohort_def/', { transformation: edit });
  expect((await bo.get('unworded/query_tools/count/')).json().count).toBe(1);
});

it('a cross-tab and its CSV tell a missing value from one of the same text (rule 9.27)', async () => {
  await ada.post('worded/analysis_def/', {
    transformation: { type: 'add_entry', concept_id: 'gene', role: 'rows' },
  });
  const { index, data } = (await ada.get('worded/analysis_tools/run_analysis/')).json().dataset;
  expect(data).toEqual(index.map(() => [1]));
  expect(new Set(index)).toEqual(
    new Set([
      'null',
      'undefined',
      'TBX5',
      '[not specified]',
      '[not set]',
      String.raw`\[not set]`,
      String.raw`\\[not set]`,
    ]),
  );
  expect(index.at(-1)).toBe('[not set]');
  const csv: string = (await ada.get('worded/analysis_tools/export_csv/?use_active_cohort=true')).body;
  expect(csv.split(/\r?\n/).filter((line) => line.includes('[not set]'))).toHaveLength(3);
  expect(new Set(csv.split(/\r?\n/)).size).toBe(csv.split(/\r?\n/).length);
});

it('the words of a cohort tell a missing value from one of the same text (rule 9.27)', async () => {
  await add({ concept_id: 'gene', selected_categories: ['[not specified]', ''] });
  const { describe } = (await ada.get('worded/cohort_def/')).json();
  expect(JSON.stringify(describe)).toContain(String.raw`\\[not specified]`);
});
