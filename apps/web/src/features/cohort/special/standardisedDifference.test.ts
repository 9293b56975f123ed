import type { CohortDistributions } from '@atrium/contract/endpoints/cohortInsight';
import { expect, it } from 'vitest';
import { specialConcepts } from './standardisedDifference.ts';

type Concept = CohortDistributions['concepts'][number];

const aDistribution = (given: Partial<Concept>): Concept => ({
  conceptId: 'c',
  title: 'C',
  kind: 'values',
  bars: [],
  moreValues: 0,
  missing: { subjects: 0, everyone: 0 },
  ...given,
});
const bar = (label: string, subjects: number, everyone: number) => ({ label, subjects, everyone });
const of = (...concepts: Concept[]) =>
  specialConcepts({ snapshotId: 1, count: 100, everyone: 1000, concepts });

it('the difference of two shares is measured in their spread, worked by hand', () => {
  const [sex] = of(aDistribution({ bars: [bar('Female', 80, 500), bar('Male', 20, 500)] }));
  // 0.8 against 0.5: 0.3 / √((0.16 + 0.25) / 2)
  expect(sex?.distance).toBeCloseTo(0.6626, 4);
  expect(sex?.difference).toEqual({ kind: 'share', label: 'Female', here: 0.8, everyone: 0.5 });
});

it('bins are compared by their averages, so that a shift over many bins counts as one', () => {
  const bars = [bar('0', 0, 500), bar('1', 100, 500)];
  const [weight] = of(aDistribution({ kind: 'bins', bars }));
  // 1 against 0.5: 0.5 / √((0 + 0.25) / 2)
  expect(weight?.distance).toBeCloseTo(Math.SQRT2, 4);
  expect(weight?.difference).toEqual({ kind: 'average', isHigher: true });
});

it('words beside bins have no order, and count as values', () => {
  const bars = [bar('0', 50, 500), { ...bar('not done', 50, 100), isWord: true as const }];
  expect(of(aDistribution({ kind: 'bins', bars }))[0]?.difference).toMatchObject({ label: 'not done' });
});

it('who has no value counts like a value', () => {
  const missing = { subjects: 60, everyone: 100 };
  const [race] = of(aDistribution({ bars: [bar('White', 40, 400)], missing }));
  expect(race?.difference).toEqual({ kind: 'missing', here: 0.6, everyone: 0.1 });
});

it('the concept that is farthest from everyone is the first, and equal ones follow by name', () => {
  const like = { bars: [bar('A', 50, 500)] };
  const found = of(
    aDistribution({ conceptId: 'b', title: 'B', ...like }),
    aDistribution({ conceptId: 'a', title: 'A', ...like }),
    aDistribution({ conceptId: 'far', bars: [bar('A', 90, 500)] }),
  );
  expect(found.map(({ concept }) => concept.conceptId)).toEqual(['far', 'a', 'b']);
});

it('nobody with a value differs from nobody by nothing', () => {
  const [empty] = of(aDistribution({ kind: 'bins', bars: [bar('0', 0, 0)] }));
  expect(empty?.distance).toBe(0);
});
