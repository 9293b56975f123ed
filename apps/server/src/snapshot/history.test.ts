import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../testing/testApp.ts';
import { edit, type HistoryKey, readActive } from './index.ts';

let portal: TestApp;
beforeAll(async () => {
  portal = await testApp();
});
afterAll(() => portal.close());

it('a definition grows by edits to two mebibytes and no further, and a refused edit changes nothing', async () => {
  const { account, dataset } = await portal.aMember();
  const key: HistoryKey = { accountId: account.id, datasetId: dataset.id, kind: 'cohort' };
  const add = (text: string) =>
    edit(portal.db, key, (active) => ({
      definition: [...(Array.isArray(active) ? active : []), text],
      outcome: null,
      start: [],
    }));
  const part = 'x'.repeat(900_000);
  await add(part);
  const { snapshot } = await add(part);
  await expect(add(part)).rejects.toMatchObject({ code: 'too_large' });
  expect(await readActive(portal.db, key)).toEqual(snapshot);
  expect((await add('small')).snapshot?.definition).toHaveLength(3);
});
