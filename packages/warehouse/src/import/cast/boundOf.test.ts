import { expect, it } from 'vitest';
import type { CastRule } from '../../package/packagePlan.ts';
import { boundOf } from './boundOf.ts';

const rule: CastRule = {
  lexical: 'number',
  target: 'number_with_categories',
  ageUnit: 'days',
  datePatterns: null,
  keepsTime: false,
  trueValues: null,
  falseValues: null,
  decimalChar: '.',
  groupChar: null,
  bareNumber: true,
  units: null,
};
const atLeast = (min: number) => ({ min, max: null });
const atMost = (max: number) => ({ min: null, max });

it.each([
  ['>89', atLeast(89)],
  ['> 89.5', atLeast(89.5)],
  ['<0.1', atMost(0.1)],
  ['>=5', atLeast(5)],
  ['≥5', atLeast(5)],
  ['≤ 3', atMost(3)],
  ['<= -2', atMost(-2)],
  ['90 and above', atLeast(90)],
  ['90 or older', atLeast(90)],
  ['less than 5', atMost(5)],
  ['at least 1e3', atLeast(1000)],
  ['not done', null],
  ['>', null],
  ['>high', null],
  ['3+', null],
  ['10-20', null],
  ['overdue 5', null],
  ['>89 years', null],
])('%s is a bound as it says, or none (rule 2.22)', (word, bound) => {
  expect(boundOf(rule, false)(word)).toEqual(bound);
});

it.each([
  ['>89', atLeast(90)],
  ['>=89', atLeast(89)],
  ['>89.5', atLeast(90)],
  ['<5', atMost(4)],
  ['<=5', atMost(5)],
  ['<4.5', atMost(4)],
])('among whole numbers %s ends at a whole number (rule 2.22)', (word, bound) => {
  expect(boundOf(rule, true)(word)).toEqual(bound);
});

it('the number of a bound is written as the numbers of its column are (rule 2.22)', () => {
  const german = boundOf({ ...rule, decimalChar: ',', groupChar: '.' }, false);
  expect(german('<0,1')).toEqual(atMost(0.1));
  expect(german('> 1.200,5')).toEqual(atLeast(1200.5));
  expect(boundOf({ ...rule, groupChar: ',' }, false)('>10,000')).toEqual(atLeast(10_000));
});
