import { currentQuestion } from '@atrium/warehouse';
import { afterEach, expect, it, vi } from 'vitest';
import { portalOfFile } from '../testing/ofFile.ts';
import { defaultRateLimits } from './rateLimits.ts';

const portal = await portalOfFile({
  config: { allowedOrigins: [], trustProxy: false, rateLimits: defaultRateLimits },
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('every question of a request counts for the account that asks, and for no other (rule 8.17)', async () => {
  const dataset = await portal.aDataset({ uniqueId: 'small', packagePath: portal.smallPackage });
  const callers = [];
  for (const _ of [1, 2]) {
    const { account } = await portal.aMember({ dataset, level: 'phi' });
    callers.push(await portal.signedIn(account));
  }
  const askers = new Set<string | undefined>();
  const { ask } = portal.questions;
  vi.spyOn(portal.questions, 'ask').mockImplementation(async (...question) => {
    askers.add(currentQuestion()?.account);
    return await ask(...question);
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

it('the portal works on as many questions of an account at a time as its warehouse, which are two (rule 8.17)', {
  tags: 'long',
}, async () => {
  const dataset = await portal.aDataset({ uniqueId: 'other', packagePath: portal.smallPackage });
  const { account } = await portal.aMember({ dataset, level: 'phi' });
  const caller = await portal.signedIn(account);
  let running = 0;
  let most = 0;
  let two = (): void => {};
  const twoRun = new Promise<void>((resolve) => {
    two = resolve;
  });
  vi.spyOn(portal.questions, 'ask').mockImplementation(async () => {
    running += 1;
    most = Math.max(most, running);
    if (running === 2) two();
    await twoRun;
    running -= 1;
    return [{ count: 6 }];
  });
  const replies = await Promise.all(Array.from({ length: 8 }, () => caller.get('other/query_tools/count/')));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200));
  expect(portal.questions.questionsOfOne).toBe(2);
  expect(most).toBe(2);
});
