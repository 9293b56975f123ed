import { expect, it } from 'vitest';
import { choices } from '../../../../testing/cohorts.ts';
import { barsSummary, figure, totalsOf, withPart } from './cohortPart.ts';

const record = { one: 'visit', many: 'visits' };
const bars = [
  { label: '2019', ...figure(4) },
  { label: '2020', ...figure(1200) },
];

it('says how many bins there are, from where to where, and where most records lie', () => {
  expect(barsSummary('Birth', bars, { what: 'bins', record })).toBe(
    'Birth: histogram of 2 bins from 2019 to 2020; most visits (1,200) in 2020.',
  );
});

it('says how much of it belongs to the active cohort', () => {
  const over = withPart(bars, new Map([['2020', 300]]));
  expect(over[0]?.part).toEqual({ value: 0, shown: '0' });
  expect(barsSummary('Birth', over, { what: 'values', record })).toBe(
    'Birth: bar chart of 2 values; most visits (1,200) in 2020. The active cohort has 300 of 1,204 visits.',
  );
});

it('a single value is one value, and none is no chart', () => {
  expect(barsSummary('Sex', bars.slice(0, 1), { what: 'values', record })).toContain('bar chart of 1 value;');
  expect(barsSummary('Sex', [], { what: 'values', record })).toBe('Sex: no chart');
});

it('shares are of the records with a value, of either population', () => {
  const everybody = choices('sex', { Female: 30, Male: 10 });
  expect(totalsOf(everybody, choices('sex', { Female: 4 }))).toEqual([40, 4]);
  expect(totalsOf(everybody, 'awaited')).toEqual([40, 0]);
});

it('there are no shares where nobody else is drawn, or where a figure is hidden', () => {
  const hidden = { ...choices('sex', {}), values: [{ category: 'Male', count: '<11', subjects: '<11' }] };
  expect(totalsOf(choices('sex', { Female: 30 }), undefined)).toBeUndefined();
  expect(totalsOf(hidden, choices('sex', { Female: 4 }))).toBeUndefined();
  expect(totalsOf(choices('sex', { Female: 30 }), hidden)).toBeUndefined();
});
