import { expect, it } from 'vitest';
import { followedSentence, formatTime, shareAt } from './curveWords.ts';
import { pointOf, timeChoices } from './timeChoices.ts';

it('who is followed and who is not is one sentence', () => {
  const leftOut = { noZero: 3, noEntry: 0, noContact: 1, leftBefore: 0 };
  const curve = { subjects: 1200, events: 34, competing: 2, median: 2264.55, steps: [], atRisk: [], leftOut };
  expect(followedSentence(curve)).toBe(
    '1,200 followed, 34 with the event, 2 with the competing event, median 6.2 years; not followed: 3 without time zero, 1 without a contact after time zero.',
  );
});

it('the share at a time is that of the last step, and none after the curve ends', () => {
  const steps = [
    { time: 10, share: 0.5, low: null, high: null },
    { time: 20, share: 0.25, low: null, high: null },
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
