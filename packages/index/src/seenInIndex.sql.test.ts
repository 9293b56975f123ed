import { expect, it, vi } from 'vitest';
import { planOf } from '../../engine/src/testing/findSubjects.ts';
import { openRelease } from '../../engine/src/testing/openRelease.ts';
import type { PlainRelease } from '../../engine/src/testing/plainRelease.ts';
import { withVisibility } from '../../engine/src/testing/reference/referenceVisibility.ts';
import { openedIndex } from './testing/openedIndex.ts';

/** Each row has some of 100 ages; those from 90 years on are one age for most members. */
const ages: PlainRelease = {
  collections: [
    {
      id: 'person',
      concepts: [
        { id: 'person_id', type: 'text' },
        { id: 'ages', type: 'age', isMultiple: true },
      ],
      rows: Array.from({ length: 100 }, (_, index) => ({
        subjects: [`P${index}`],
        values: { person_id: `P${index}`, ages: [index, 33_000, 33_001] },
      })),
    },
  ],
};

it('ages that all show as themselves but the oldest are counted in one pass, however many there are', async () => {
  const everything = await openRelease(ages);
  const open = withVisibility(everything, { subjects: null, topCodesAges: true, showsYears: false });
  const concept = open.release.lookup.concept('ages');
  if (concept === undefined) throw new Error('There is one.');
  const { ask, answering } = await openedIndex(open);
  const jobs = vi.spyOn(answering, 'run');
  const population = { plan: planOf(open, []), prefilter: null };
  const bins = [0, 50, 32_872].map((from) => ({ from, label: String(from) }));
  expect(await ask({ kind: 'histogram', concept, bins, population })).toEqual([{ b0: 50, b1: 50, b2: 100 }]);
  const masks = jobs.mock.calls.flatMap(([job]) => (job.job === 'tallyGroups' ? [job.masks.length] : []));
  expect(masks).toEqual([1]);
});
