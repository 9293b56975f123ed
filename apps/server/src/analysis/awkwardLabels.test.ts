import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { folderOfFile, portalOfFile } from '../testing/ofFile.ts';

const labels = ['Ross, "mini" (left)', "O'Brien; 5%", '=1+1', 'two\nlines'];

const folder = await folderOfFile();
const portal = await portalOfFile();

it('concepts of one name and values with commas, quotes, lines and formulas each keep their own cell', async () => {
  const rows = labels.map((label, index) => `p${index},${quoted(label)},${quoted(`${label}!`)}`);
  await writeFile(path.join(folder, 'datapackage.json'), JSON.stringify(descriptor));
  await writeFile(path.join(folder, 'person.csv'), ['id,first,second', ...rows, ''].join('\r\n'));
  const dataset = await portal.aDataset({ uniqueId: 'awkward', packagePath: folder });
  const ada = await portal.signedIn((await portal.aMember({ dataset, level: 'phi' })).account);
  for (const [concept_id, role] of [
    ['first', 'rows'],
    ['second', 'cols'],
  ])
    await ada.post('awkward/analysis_def/', { transformation: { type: 'add_entry', concept_id, role } });

  const { index, columns, data } = (await ada.get('awkward/analysis_tools/run_analysis/')).json().dataset;
  expect([...index].sort()).toEqual([...labels].sort());
  for (const [row, label] of index.entries())
    expect(data[row]).toEqual(columns.map((column: string) => Number(column === `${label}!`)));

  const file = await ada.get('awkward/analysis_tools/export_csv/?use_active_cohort=true');
  expect(file.headers['content-disposition']).toBe('attachment; filename="aggregate_export.csv"');
  const csv = file.body;
  expect(csv).toContain('"Ross, ""mini"" (left)"');
  expect(csv).toContain('"two\nlines",');
  expect(csv).not.toMatch(/(^|,|\n)=1\+1/);
});

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const descriptor = {
  name: 'awkward',
  title: 'Awkward labels',
  atrium: { categories: [{ id: 'all', title: 'All' }] },
  resources: [
    {
      name: 'person',
      path: 'person.csv',
      schema: {
        primaryKey: 'id',
        fields: [
          { name: 'id', type: 'string', atrium: { category: 'all' } },
          { name: 'first', title: 'Side', type: 'string', atrium: { type: 'category', category: 'all' } },
          { name: 'second', title: 'Side', type: 'string', atrium: { type: 'category', category: 'all' } },
        ],
      },
    },
  ],
};
