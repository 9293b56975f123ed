import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../testing/testApp.ts';
import { currentAsker } from './asker.ts';

let portal: TestApp;
beforeAll(async () => {
  portal = await testApp();
});
afterAll(() => portal.close());

test('every question of a request counts for the account that asks, and for no other (rule 8.16)', async () => {
  const dataset = await portal.aDataset({ uniqueId: 'small', packagePath: portal.smallPackage });
  const callers = [];
  for (const _ of [1, 2]) {
    const { account } = await portal.aMember({ dataset, level: 'phi' });
    callers.push(await portal.signedIn(account));
  }
  const askers = new Set<string | undefined>();
  const { run } = portal.warehouse;
  vi.spyOn(portal.warehouse, 'run').mockImplementation(async (...question) => {
    askers.add(currentAsker());
    return await run(...question);
  });
  await Promise.all(
    callers.flatMap((caller) => [
      caller.get('small/query_tools/count/'),
      caller.get('small/query_tools/preview/'),
      caller.get('small/analysis_tools/run_analysis/'),
    ]),
  );
  expect(askers.size).toBe(2);
  expect(askers).not.toContain(undefined);
});
