import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readParquet } from '../../testing/readParquet.ts';
import { testApp } from '../../testing/testApp.ts';

const descriptor = {
  name: 'large',
  resources: [
    {
      path: 'reading.csv',
      schema: {
        fields: [
          { name: 'count', type: 'integer' },
          { name: 'Вид', type: 'integer', categories: [{ value: 1, label: 'Iris' }], atrium: { id: 'kind' } },
        ],
      },
    },
  ],
};

test('whole numbers beyond 2^63 of a root without a key are previewed and exported in every format', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-large-'));
  await writeFile(path.join(folder, 'datapackage.json'), JSON.stringify(descriptor));
  await writeFile(path.join(folder, 'reading.csv'), 'count,Вид\n9223372036854775807,1\n7,1\n');
  const portal = await testApp();
  const dataset = await portal.aDataset({ uniqueId: 'large', name: 'Large', packagePath: folder });
  const ada = await portal.signedIn((await portal.aMember({ dataset, level: 'phi' })).account);
  const add = { transformation: { type: 'add_entry', concept_id: 'kind' } };
  expect((await ada.post('large/table_def/', add)).json().errors).toEqual([]);
  const get = async (call: string) => {
    const reply = await ada.get(`large/query_tools/${call}/`);
    expect([call, reply.statusCode]).toEqual([call, 200]);
    return reply;
  };
  const preview = await ada.get('large/query_tools/preview/?page=1&records_per_page=4');
  expect(preview.statusCode).toBe(200);
  expect(preview.json().data).toHaveLength(2);
  expect((await get('export_csv')).body).toContain('7,Iris');
  const rows = (await get('export_ndjson')).body.trimEnd().split('\n');
  expect(rows.map((row) => JSON.parse(row))).toEqual([
    { count: 7, Вид: 'Iris' },
    { count: 2 ** 63, Вид: 'Iris' },
  ]);
  expect((await readParquet((await get('export_parquet')).rawPayload)).rows).toEqual([
    { count: 7, Вид: 'Iris' },
    { count: 2 ** 63, Вид: 'Iris' },
  ]);
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});
