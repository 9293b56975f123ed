import type { PathwayStage } from '@atrium/contract/endpoints/comparison';
import { expect, it } from 'vitest';
import { bandName, stageSentence } from './pathwayWords.ts';
import { readSteps, writeSteps } from './timeChoices.ts';

const names = { stages: ['Norwood', 'Glenn'], exits: ['Death'] };
const norwood: PathwayStage = { reached: 8, next: 5, left: [2], waiting: 1, unknown: 0, wait: null };
const glenn: PathwayStage = {
  ...{ reached: 5, next: 0, left: [0], waiting: 0, unknown: 0 },
  wait: { n: 5, median: 150, q1: 120, q3: 800, bins: [] },
};

it('a stage says who came to the next one, how long it took, and what became of the others (rules 17.31 and 17.32)', () => {
  expect(stageSentence(norwood, glenn, { names, index: 0 })).toBe(
    'Norwood to Glenn: 5 of 8 came there in a median of 150 days (middle half 120 to 800); 3 did not: 2 left by Death, 1 wait at their last contact.',
  );
  expect(stageSentence(glenn, undefined, { names, index: 1 })).toBe('After Glenn: nobody.');
});

it('a band is named by how far and how (rule 17.33)', () => {
  expect(bandName({ reached: 0, way: 'stayed' }, names)).toBe('never reached Norwood');
  expect(bandName({ reached: 2, way: 'reached' }, names)).toBe('reached Glenn');
  expect(bandName({ reached: 1, way: 0 }, names)).toBe('reached Norwood and not Glenn, left by Death');
  expect(bandName({ reached: 2, way: 'waiting' }, names)).toBe('reached Glenn, seen since');
});

it('the steps of a pathway go through the address as they are, and what names no time is left out', () => {
  const steps = ['birth', 'record~operation~kind~Stage 1.5 (a, b)', 'value~age_seen'];
  expect(readSteps(writeSteps(steps))).toEqual(steps);
  expect(readSteps('birth.%.nothing')).toEqual(['birth']);
});
