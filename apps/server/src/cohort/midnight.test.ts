import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../testing/testApp.ts';

const packagePath = path.resolve(import.meta.dirname, '../../../../corpus/workedExample/package');

let portal: TestApp;
beforeAll(async () => {
  portal = await testApp();
});
afterAll(() => portal.close());

const dayMs = 86_400_000;

test('a filter relative to today changes at midnight: n days are n calendar days that end today', async () => {
  const dataset = await portal.aDataset({ uniqueId: 'worked', packagePath });
  const { account } = await portal.aMember({ dataset, level: 'phi' });
  const ada = await portal.signedIn(account);
  const passed = Math.floor((portal.clock.now().getTime() - Date.parse('2022-02-02')) / dayMs);
  const edited = await ada.post('worked/cohort_def/', {
    transformation: {
      type: 'add_entry',
      concept_id: 'diagnosis_date',
      query_type: 'relative_to_today',
      days_ago: String(passed + 1),
    },
  });
  expect(edited.json()).toMatchObject({ transformation_successful: true });
  const count = async () =>
    (await (await portal.signedIn(account)).get('worked/query_tools/count/')).json().count;
  expect(await count()).toBe(1);
  portal.clock.advance(24 * 60);
  expect(await count()).toBe(0);
});
