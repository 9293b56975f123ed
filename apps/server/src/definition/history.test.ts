import { expect, it } from 'vitest';
import { z } from 'zod';
import { portalOfFile } from '../testing/ofFile.ts';
import { edit, type History, loadActive } from './history.ts';
import { createDefinitionMemory } from './knownDefinitions.ts';

const portal = await portalOfFile();

it('a definition grows by edits to two mebibytes and no further, and a refused edit changes nothing', async () => {
  const { account, dataset } = await portal.aMember();
  const history: History<string[]> = {
    accountId: account.id,
    datasetId: dataset.id,
    kind: 'cohort',
    codec: z.array(z.string()),
    known: createDefinitionMemory('test'),
  };
  const add = (text: string) =>
    edit(portal.db, history, {
      start: () => [],
      apply: (before) => ({ kind: 'changed', definition: [...before, text] }),
    });
  const part = 'x'.repeat(900_000);
  await add(part);
  const { held } = await add(part);
  await expect(add(part)).rejects.toMatchObject({ code: 'too_large' });
  expect(await loadActive(portal.db, history)).toEqual(held);
  expect((await add('small')).held.definition).toHaveLength(3);
});
