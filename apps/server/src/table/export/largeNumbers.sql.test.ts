import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { folderOfFile, portalOfFile } from '../../testing/ofFile.ts';
import { readParquet } from '../../testing/readParquet.ts';
import type { testApp } from '../../testing/testApp.ts';

/** In the order of the counts; the last two are one number to JavaScript and to a column of numbers. */
const counts = ['-9007199254740993', '7', '9223372036854775806', '9223372036854775807'];

const portal: Awaited<ReturnType<typeof testApp>> = await portalOfFile();
const folder = await folderOfFile();

it('whole numbers beyond 2^53 are previewed, sorted and exported with all their digits', () =>
  expectAllDigits('large', []));

it('whole numbers beyond 2^53 come back as they were exported', { tags: 'long' }, () =>
  expectAllDigits('returning', ['csv', 'parquet']),
);

it('whole numbers of more than 64 bits, and what is made of several large ones, are exported rounded in every format', {
  tags: 'long',
}, async () => {
  const target = path.join(folder, 'beyond');
  await mkdir(target);
  await writeFile(path.join(target, 'datapackage.json'), JSON.stringify(descriptor));
  await writeFile(path.join(target, 'reading.csv'), 'count,Вид,beyond\n9223372036854775807,1,1e30\n7,1,2\n');
  const get = await imported(target, 'beyond', [
    { concept_id: 'beyond' },
    { concept_id: 'count', aggregation_method: 'max' },
    { concept_id: 'count', aggregation_method: 'average' },
  ]);
  const rows = [
    { count: 7, beyond: 2, most: 7, mean: 7 },
    { count: 2 ** 63, beyond: 1e30, most: 2 ** 63, mean: 2 ** 63 },
  ].map((row) => Object.values(row));
  expect(lines((await get('export_csv/')).body)).toHaveLength(3);
  const values = (row: unknown) => Object.values(Object(row));
  expect(lines((await get('export_ndjson/')).body).map((row) => values(JSON.parse(row)))).toEqual(rows);
  expect((await readParquet((await get('export_parquet/')).rawPayload)).rows.map(values)).toEqual(rows);
});

const descriptor = {
  name: 'large',
  // No field is a key, so the table must be named.
  atrium: { root: 'reading' },
  resources: [
    {
      path: 'reading.csv',
      schema: {
        fields: [
          { name: 'count', type: 'integer' },
          { name: 'Вид', type: 'integer', categories: [{ value: 1, label: 'Iris' }], atrium: { id: 'kind' } },
          { name: 'beyond', type: 'integer' },
        ],
      },
    },
  ],
};

/** Somebody who has a dataset of the package, with these columns beside the first. */
async function imported(packagePath: string, uniqueId: string, columns: readonly Record<string, string>[]) {
  const dataset = await portal.aDataset({ uniqueId, packagePath });
  const member = await portal.signedIn((await portal.aMember({ dataset, level: 'phi' })).account);
  for (const column of columns) {
    const added = await member.post(`${uniqueId}/table_def/`, {
      transformation: { type: 'add_entry', ...column },
    });
    expect(added.json().errors).toEqual([]);
  }
  return async (call: string) => {
    const reply = await member.get(`${uniqueId}/query_tools/${call}`);
    expect([call, reply.statusCode]).toEqual([call, 200]);
    return reply;
  };
}

const lines = (body: string): string[] => body.trimEnd().split(/\r?\n/);

async function expectAllDigits(dataset: string, comeBack: readonly ('csv' | 'parquet')[]): Promise<void> {
  await writeFile(path.join(folder, 'datapackage.json'), JSON.stringify(descriptor));
  const rows = counts.map((count) => `${count},1,`).reverse();
  await writeFile(path.join(folder, 'reading.csv'), `count,Вид,beyond\n${rows.join('\n')}\n`);
  const get = await imported(folder, dataset, [{ concept_id: 'kind' }]);
  const page = (await get('preview/?page=1&records_per_page=25')).json();
  expect(page.data.map((cells: unknown[]) => String(cells[0]))).toEqual(counts);
  const csv = await get('export_csv/');
  expect(lines(csv.body).slice(1)).toEqual(counts.map((count) => `${count},Iris`));
  expect(lines((await get('export_ndjson/')).body)).toEqual(
    counts.map((count) => `{"count":${count},"Вид":"Iris"}`),
  );
  const parquet = (await get('export_parquet/')).rawPayload;
  expect(await readParquet(parquet)).toMatchObject({
    types: { count: 'BIGINT' },
    lines: counts.map((count) => `{"count":${count},"Вид":"Iris"}`),
  });
  expect((await get('export_dictionary/')).json().atrium).toEqual({ root: 'results' });
  const files = { csv: csv.rawPayload, parquet };
  for (const format of comeBack) {
    const again = path.join(folder, format);
    await mkdir(again);
    await writeFile(path.join(again, `results_export.${format}`), files[format]);
    const dictionary = await get(`export_dictionary/?format=${format}`);
    await writeFile(path.join(again, 'results_dictionary.json'), dictionary.body);
    const getAgain = await imported(path.join(again, 'results_dictionary.json'), `again_${format}`, [
      { concept_id: 'kind' },
    ]);
    expect(lines((await getAgain('export_csv/')).body)).toEqual(lines(csv.body));
  }
}
