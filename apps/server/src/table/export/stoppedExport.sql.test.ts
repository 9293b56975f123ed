import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../testing/caller.ts';
import { type TestApp, testApp } from '../../testing/testApp.ts';

let portal: TestApp;
let folder: string;
let ada: Caller;
let address: string;

/** One subject with so many rows in two collections that a table of both takes longer than any test waits. */
beforeAll(async () => {
  portal = await testApp();
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-stop-'));
  await writeFile(path.join(folder, 'datapackage.json'), JSON.stringify(endlessPackage));
  await writeFile(path.join(folder, 'person.csv'), 'person_id\nP1\n');
  for (const name of sides) {
    const lines = Array.from({ length: 5000 }, (_, number) => `${name}${number},P1`);
    await writeFile(path.join(folder, `${name}.csv`), `${name}_id,person_id\n${lines.join('\n')}\n`);
  }
  const dataset = await portal.aDataset({ uniqueId: 'endless', packagePath: folder });
  ada = await portal.signedIn((await portal.aMember({ dataset, level: 'phi' })).account);
  for (const concept_id of sides) {
    await ada.post('endless/table_def/', {
      transformation: { type: 'add_entry', concept_id, aggregation_method: 'stack' },
    });
  }
  address = await portal.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

const patience = { timeout: 240_000, interval: 20 };

test.each(['csv', 'ndjson', 'parquet'])('a download of %s that is stopped ends its query', async (format) => {
  const leaving = new AbortController();
  const reply = fetch(`${address}/api/v2/endless/query_tools/export_${format}/`, {
    headers: { cookie: ada.cookie },
    signal: leaving.signal,
  });
  const refused = expect(reply).rejects.toThrow('gone');
  await expect.poll(portal.downloading, patience).toBe(1);
  leaving.abort(new Error('gone'));
  await refused;
  await expect.poll(portal.downloading, patience).toBe(0);
});

test('a download whose rows break off is never a whole file, and the audit says so', async () => {
  const long = await testApp();
  const packagePath = await mkdtemp(path.join(tmpdir(), 'atrium-long-'));
  try {
    const lines = Array.from({ length: 200_000 }, (_, number) => `${'P'.repeat(100)}${number}`);
    const [person] = endlessPackage.resources;
    await writeFile(
      path.join(packagePath, 'datapackage.json'),
      JSON.stringify({ name: 'long', resources: [person] }),
    );
    await writeFile(path.join(packagePath, 'person.csv'), `person_id\n${lines.join('\n')}\n`);
    const dataset = await long.aDataset({ uniqueId: 'long', packagePath });
    const bo = await long.signedIn((await long.aMember({ dataset, level: 'phi' })).account);
    const origin = await long.app.listen({ port: 0, host: '127.0.0.1' });
    const reply = await fetch(`${origin}/api/v2/long/query_tools/export_ndjson/`, {
      headers: { cookie: bo.cookie },
    });
    expect(reply.status).toBe(200);
    const closed = long.warehouse.close();
    await expect(reply.text()).rejects.toThrow();
    await closed;
    const ends = () =>
      long.db.selectFrom('audit_event').select('detail').where('action', '=', 'export_rows').execute();
    await expect
      .poll(async () => (await ends()).map(({ detail }) => detail), patience)
      .toMatchObject([{ format: 'ndjson', isComplete: false }]);
  } finally {
    await long.close();
    await rm(packagePath, { recursive: true, force: true });
  }
});

const sides = ['left', 'right'];

const endlessPackage = {
  name: 'endless',
  atrium: { root: 'person' },
  resources: [
    {
      name: 'person',
      path: 'person.csv',
      schema: { primaryKey: 'person_id', fields: [{ name: 'person_id', type: 'string' }] },
    },
    ...['left', 'right'].map((name) => ({
      name,
      path: `${name}.csv`,
      schema: {
        primaryKey: `${name}_id`,
        foreignKeys: [{ fields: 'person_id', reference: { resource: 'person', fields: 'person_id' } }],
        fields: [
          { name: `${name}_id`, type: 'string', atrium: { id: name } },
          { name: 'person_id', type: 'string', atrium: { publish: false } },
        ],
      },
    })),
  ],
};
