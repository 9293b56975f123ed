import { expect } from 'vitest';
import type { TestPerson } from '../testing/aPerson.ts';
import { onPortal } from '../testing/onPortal.ts';
import { writePackage } from '../testing/writePackage.ts';

const kinds = ['null', 'undefined', 'TBX5', '[not set]', String.raw`\[not set]`, '[not specified]'];
const rows = [...kinds, ''].map((kind, row) => [row, `p${row}`, kind, `v${row}`, `c${row}`]);

const byGene = (mode: string) => ({ type: 'category', prefilter: { field: 'gene', mode } });
const tablesOf = (findings: typeof rows) => ({
  person: {
    fields: [{ name: 'id', type: 'string' }],
    schema: { primaryKey: 'id' },
    rows: rows.map(([, id]) => [id]),
  },
  finding: {
    fields: [
      { name: 'finding_id', type: 'integer' },
      { name: 'id', type: 'string' },
      { name: 'gene', type: 'string', atrium: { id: 'gene', type: 'category' } },
      { name: 'variant', type: 'string', atrium: { id: 'variant', ...byGene('required') } },
      { name: 'class', type: 'string', atrium: { id: 'class', ...byGene('optional') } },
    ],
    schema: {
      primaryKey: 'finding_id',
      foreignKeys: [{ fields: 'id', reference: { resource: 'person', fields: 'id' } }],
    },
    rows: findings,
  },
});

const it = onPortal({
  dataset: async (folder) => ({ packagePath: await writePackage(folder, tablesOf(rows)) }),
});

const statistics = ({ read }: TestPerson, concept: string, value: string) =>
  read(`concepts/${concept}/cohort_def_callback?show_all_data=true&prefilter_value=${value}`);

it.for(kinds)(
  'the value %s works as a prefilter and as a filter (rule 9.26)',
  async (kind, { ada, cohort }) => {
    const row = kinds.indexOf(kind);
    const text = encodeURIComponent(kind);
    for (const concept of ['variant', 'class']) {
      const found = await statistics(ada, concept, text);
      expect(found.values).toMatchObject([{ category: `${concept.slice(0, 1)}${row}`, count: 1 }]);
      const editor = await ada.read(`concepts/${concept}?prefilter_value=${text}&include_statistics=true`);
      expect(editor).toMatchObject({ prefilter_value: kind });
    }
    await cohort.add('variant', { prefilter_value: kind, selected_categories: [`v${row}`] });
    expect(await cohort.count()).toBe(1);
    await cohort.add('variant', { prefilter_value: kind, selected_categories: [`v${row + 1}`] });
    expect(await cohort.count()).toBe(0);
    await cohort.clear();
    await cohort.add('gene', { selected_categories: [kind] });
    expect(await cohort.count()).toBe(1);
  },
);

it('where no value is such a word it says nothing, as older clients mean it (rule 9.26)', async ({
  portal,
  folder,
}) => {
  const packagePath = await writePackage(folder, tablesOf([[1, 'p1', 'TBX5', 'v1', 'c1']]));
  const bo = await portal.aPerson({ dataset: await portal.aDataset({ packagePath }), level: 'phi' });
  const answerOf = (concept: string, word: string) =>
    bo.get(bo.address(`concepts/${concept}/cohort_def_callback?prefilter_value=${word}`));
  for (const word of ['null', 'undefined', '']) {
    expect((await answerOf('class', word)).json().values).toMatchObject([{ category: 'c1', count: 1 }]);
    expect((await answerOf('variant', word)).statusCode).toBe(400);
  }
  await bo.cohort.add('class', { prefilter_value: 'undefined', selected_categories: ['c1'] });
  expect(await bo.cohort.count()).toBe(1);
});

it('a cross-tab and its CSV tell a missing value from one of the same text (rule 9.27)', async ({ ada }) => {
  await ada.analysis.add('gene', { role: 'rows' });
  const { index, data } = (await ada.read('analysis_tools/run_analysis/')).dataset;
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
  const csv: string = (await ada.get(ada.address('analysis_tools/export_csv/?use_active_cohort=true'))).body;
  expect(csv.split(/\r?\n/).filter((line) => line.includes('[not set]'))).toHaveLength(3);
  expect(new Set(csv.split(/\r?\n/)).size).toBe(csv.split(/\r?\n/).length);
});

it('the words of a cohort tell a missing value from one of the same text (rule 9.27)', async ({ ada }) => {
  await ada.cohort.add('gene', { selected_categories: ['[not specified]', ''] });
  const { describe } = await ada.read('cohort_def/');
  expect(JSON.stringify(describe)).toContain(String.raw`\\[not specified]`);
});
