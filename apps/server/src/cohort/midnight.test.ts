import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../testing/testApp.ts';

let portal: TestApp;
let packagePath: string;
beforeAll(async () => {
  portal = await testApp();
  packagePath = await mkdtemp(path.join(tmpdir(), 'atrium-midnight-'));
});
afterAll(async () => {
  await portal.close();
  await rm(packagePath, { recursive: true });
});

const dayMs = 86_400_000;

it('a filter relative to today changes at midnight: n days are n calendar days that end today', async () => {
  const first = new Date(portal.clock.now().getTime() - 29 * dayMs).toISOString().slice(0, 10);
  const fields = [
    { name: 'id', type: 'string' },
    { name: 'seen', type: 'date' },
  ];
  const data = [{ id: 'S1', seen: first }];
  const resources = [{ name: 'subject', data, schema: { primaryKey: 'id', fields } }];
  await writeFile(path.join(packagePath, 'datapackage.json'), JSON.stringify({ name: 'seen', resources }));
  const dataset = await portal.aDataset({ uniqueId: 'seen', packagePath });
  const { account } = await portal.aMember({ dataset, level: 'phi' });
  const ada = await portal.signedIn(account);
  const edited = await ada.post('seen/cohort_def/', {
    transformation: {
      type: 'add_entry',
      concept_id: 'seen',
      query_type: 'relative_to_today',
      days_ago: '30',
    },
  });
  expect(edited.json()).toMatchObject({ transformation_successful: true });
  const count = async () =>
    (await (await portal.signedIn(account)).get('seen/query_tools/count/')).json().count;
  expect(await count()).toBe(1);
  portal.clock.advance(24 * 60);
  expect(await count()).toBe(0);
});
