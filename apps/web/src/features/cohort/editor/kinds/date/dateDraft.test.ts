import { expect, it } from 'vitest';
import { fieldErrors } from '../../../../../api/definition/fieldErrors.ts';
import { edgesOf } from '../measured/measure.ts';
import {
  type DateDraft,
  dateMeasure,
  datesToFilter,
  dayChoiceLabel,
  dayChoicesFor,
  initialDates,
  permittedDays,
  typedDates,
} from './dateDraft.ts';

const dates = { kind: 'date', mode: 'date_range', min: '', max: '', daysAgo: 1 } as const;

it('days arrive in the US spelling and are shown in the ISO one', () => {
  expect(initialDates({ existingMin: '01/31/2015', existingMax: '' })).toEqual({
    ...dates,
    min: '2015-01-31',
  });
});

it.each<[string, Partial<DateDraft>, object]>([
  ['a date range', { min: '2015-01-02' }, { queryType: 'date_range', min: '2015-01-02', max: '' }],
  [
    'years as whole years',
    { min: '2015', max: '2016' },
    { queryType: 'date_range', min: '2015-01-01', max: '2016-12-31' },
  ],
  [
    'a window of days up to today',
    { mode: 'relative_to_today', min: '2015-01-02', daysAgo: 14 },
    { queryType: 'relative_to_today', daysAgo: 14 },
  ],
])('posts %s', (_, given, fields) => {
  expect(datesToFilter({ ...dates, ...given }, false)).toEqual({ includeNullAndMissing: false, ...fields });
});

it('days go to the axis and back; a year is its first or last day', () => {
  const range = dateMeasure.toRange({ ...dates, min: '2020', max: '2020' });
  expect(dateMeasure.withRange(dates, range)).toMatchObject({ min: '2020-01-01', max: '2020-12-31' });
  expect(dateMeasure.toRange({ ...dates, min: '2020-02-', max: '2021-02-30x' })).toEqual({
    min: null,
    max: null,
  });
});

it('a brush on dates leads to the tab with the range', () => {
  const draft = { ...dates, mode: 'relative_to_today' } as const;
  expect(dateMeasure.withRange(draft, { min: 0, max: null })).toMatchObject({
    mode: 'date_range',
    min: '1970-01-01',
  });
});

it('bins of days become edges on the axis', () => {
  expect(edgesOf([['1970-01-02', '1970-01-03']], dateMeasure)).toEqual([[1, 2]]);
});

it.each<[Partial<DateDraft>, object]>([
  [{ min: '2021-01-02', max: '2021-01-01' }, { max: 'The maximum is below the minimum.' }],
  [{ mode: 'relative_to_today', min: '2021', max: '2020' }, {}],
])('%o is wrong before the server is asked: %o', (given, fields) => {
  expect(typedDates.errorsOf({ ...dates, ...given })).toEqual({ fields, rest: [] });
});

it("the server's error about the window stands at its field", () => {
  const refusals = [
    { fields: ['Days ago'], message: 'give a number of days.' },
    { fields: [], message: '' },
  ];
  expect(fieldErrors(refusals, typedDates.fieldNames)).toEqual({
    fields: { daysAgo: 'Give a number of days.' },
    rest: [],
  });
});

it('offers fixed windows, and one that the filter has already (rule 11.8)', () => {
  expect(dayChoicesFor(false, 1)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 30, 60, 180, 365, 730, 1095]);
  expect(dayChoicesFor(false, 45)).toContain(45);
});

it('a member who may see years only is offered whole years only', () => {
  expect(dayChoicesFor(true, 1)).toEqual([365, 730, 1095]);
  expect([permittedDays(1, true), permittedDays(730, true), permittedDays(1, false)]).toEqual([365, 730, 1]);
});

it('names the windows', () => {
  expect([1, 14, 365, 1095].map(dayChoiceLabel)).toEqual(['today', '14 days', '1 year', '3 years']);
});
