import type { ComparisonCurves } from '@atrium/contract/endpoints/comparison';
import { expect, it } from 'vitest';
import { curveRows, followedSentence, formatTime, shareAt, testOfCurves } from './curveWords.ts';
import { pointOf, timeChoices } from './timeChoices.ts';

it('who is followed and who is not is one sentence', () => {
  const leftOut = { noZero: 3, noEntry: 0, noContact: 1, leftBefore: 0 };
  const curve = { subjects: 1200, events: 34, competing: 2, median: 2264.55, steps: [], atRisk: [], leftOut };
  expect(followedSentence(curve)).toBe(
    '1,200 followed, 34 with the event, 2 with the competing event, median 6.2 years; not followed: 3 without time zero, 1 without a contact after time zero.',
  );
});

it('curves say their test with its n, or why there is none, and are saved step by step (rules 17.38 and 17.39)', () => {
  const leftOut = { noZero: 0, noEntry: 0, noContact: 0, leftBefore: 0 };
  const step = { time: 10, share: 0.5, low: null, high: 0.9, atRisk: 8, events: 4 };
  const curve = { subjects: 8, events: 4, competing: 0, median: 10, steps: [step], atRisk: [8], leftOut };
  const group = { title: 'Male', count: 8, cohortReceipt: null };
  const found = {
    ...{ groups: [group, group], inSeveral: 0, moreGroups: 0, kind: 'survival', times: [0] },
    ...{ curves: [curve, curve], suppression: null },
    test: { test: 'logRank', statistic: 1, df: [1], p: 0.08, isRough: false },
  } as const satisfies ComparisonCurves;
  expect(testOfCurves(found)).toBe('Log-rank test of 2 groups: p = 0.08 (n = 16, 8 with the event).');
  expect(testOfCurves({ ...found, test: null })).toContain('nobody had the event');
  expect(curveRows(found)[1]).toEqual(['Male', '10', '8', '4', '0.5', '', '0.9']);
  expect(followedSentence({ ...curve, subjects: '<11' })).toContain('hidden');
});

it('the share at a time is that of the last step, and none after the curve ends', () => {
  const steps = [
    { time: 10, share: 0.5, low: null, high: null, atRisk: 4, events: 2 },
    { time: 20, share: 0.25, low: null, high: null, atRisk: 2, events: 1 },
  ];
  expect([0, 10, 15, 20, 21].map((time) => shareAt(steps, time, 1))).toEqual([
    '100%',
    '50%',
    '50%',
    '25%',
    '–',
  ]);
  expect([formatTime([0, 365.25])(730.5), formatTime([0, 30])(30), formatTime([0])(0)]).toEqual([
    '2 y',
    '30 d',
    '0 d',
  ]);
});

it('a time can be opened by its address', () => {
  const [ofSubject, operations] = timeChoices({
    hasBirth: true,
    concepts: [{ conceptId: 'age_now', title: 'Age now' }],
    collections: [
      {
        collectionId: 'operation',
        title: 'Operation',
        concepts: [{ conceptId: 'kind', title: 'Kind', values: ['a~b'] }],
      },
    ],
  });
  const points = [...(ofSubject?.items ?? []), ...(operations?.items ?? [])].map(({ value }) =>
    pointOf(value),
  );
  expect(points).toEqual([
    { kind: 'birth' },
    { kind: 'value', conceptId: 'age_now' },
    { kind: 'record', collectionId: 'operation' },
    { kind: 'record', collectionId: 'operation', conceptId: 'kind', values: ['a~b'] },
  ]);
  expect(['', 'value', 'other~x', undefined].map(pointOf)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
