import { checkAnalysis } from '@atrium/engine';
import { expect, it } from 'vitest';
import { openLiveRelease } from '../catalogue/index.ts';
import { portalOfFile } from '../testing/ofFile.ts';
import { createForAggregates } from './forAggregates.ts';
import { type SmallNumbers, smallNumbersHere } from './smallNumbers.ts';

const portal = await portalOfFile();

it('small numbers of a cross-tab are judged once for each release, concepts in their order, and threshold', async () => {
  const { ask, judged } = await counted();
  const first = await ask(['sex'], 2);
  expect(await ask(['sex'], 2)).toBe(first);
  expect(judged()).toBe(1);
  expect(await ask(['sex'], 5)).not.toEqual(first);
  expect(judged()).toBe(2);
  await ask(['is_proband'], 2);
  await ask(['sex', 'is_proband'], 2);
  expect(judged()).toBe(4);
});

it('a cross-tab whose asker left is not remembered', { tags: 'long' }, async () => {
  const { ask } = await counted();
  await expect(ask(['sex'], 2, AbortSignal.abort(new Error('left')))).rejects.toThrow();
  expect((await ask(['sex'], 2)).data).not.toEqual([]);
});

/** Cross-tabs of the small package, and how often their small numbers were judged. */
async function counted() {
  const dataset = await portal.aDataset({ packagePath: portal.smallPackage });
  const release = await openLiveRelease(portal, { datasetId: dataset.id, level: 'agg', groups: null });
  const here = smallNumbersHere();
  let judged = 0;
  const smallNumbers: SmallNumbers = {
    ...here,
    suppress: (...given) => {
      judged += 1;
      return here.suppress(...given);
    },
  };
  const forAggregates = createForAggregates({
    questions: portal.questions,
    smallNumbers,
  });
  const ask = (concepts: readonly string[], threshold: number, signal = new AbortController().signal) => {
    const rows = concepts.map((conceptId) => ({ entryId: conceptId, conceptId }));
    const checked = checkAnalysis({ rows, cols: [] }, { lookup: release.lookup, member: release });
    if (checked.kind === 'broken') throw new Error(checked.errors.join());
    return forAggregates(checked, { release, threshold, signal });
  };
  return { ask, judged: () => judged };
}
