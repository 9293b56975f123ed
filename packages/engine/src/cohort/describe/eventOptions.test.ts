import type { AccessLevel } from '@atrium/contract/wire/access';
import type { CriteriaSet } from '@atrium/contract/wire/cohortDefinition';
import type { EventOption } from '@atrium/contract/wire/criteriaSetOptions';
import { expect, it } from 'vitest';
import { createLookup, type Lookup } from '../../dictionary/lookup.ts';
import { anyDate, day, near, set } from '../../testing/definitions.ts';
import { dictionaryOf, type PlainRelease } from '../../testing/plainRelease.ts';
import { withProtectedDates, workedExample } from '../../testing/workedExample.ts';
import { eventOptions } from './eventOptions.ts';

const dated = createLookup(dictionaryOf(workedExample));

/** The same events with protected dates, or dated by age. */
const variant = (change: Partial<PlainRelease>, given: object = {}): Lookup =>
  createLookup(
    dictionaryOf({
      ...workedExample,
      ...change,
      collections: workedExample.collections.map((collection) => ({
        ...collection,
        concepts: collection.concepts.map((concept) =>
          concept.type === 'date' ? { ...concept, ...given } : concept,
        ),
      })),
    }),
  );
const protectedDates = variant({}, { hasPhi: true });
const aged = variant({ eventTime: 'age' }, { type: 'age' });

interface Asking {
  readonly lookup?: Lookup;
  readonly level?: AccessLevel;
  readonly others?: readonly CriteriaSet[];
}
const ask = (edited: CriteriaSet, { lookup = dated, level = 'phi', others = [] }: Asking = {}) =>
  eventOptions({ set: edited, definition: [edited, ...others] }, { lookup, member: { level } });
const option = <K extends EventOption['kind']>(kind: K, ...given: Parameters<typeof ask>) => {
  const found = ask(...given).eventOptions.find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`${kind} is not offered.`);
  return found;
};
const kinds = (...given: Parameters<typeof ask>) => ask(...given).eventOptions.map(({ kind }) => kind);

it('options come as range, relative to today, relative to another event, no restriction', () => {
  expect(kinds(set('lab'))).toEqual([
    'date_range',
    'relative_to_today',
    'relative_to_other_event',
    'no_restriction',
  ]);
  expect(kinds(set('stay'))).toEqual([
    'interval_date_range',
    'interval_relative_to_today',
    'relative_to_other_event',
    'no_restriction',
  ]);
  expect(kinds(set('lab'), { lookup: aged })).toEqual([
    'age_in_days_range',
    'relative_to_other_event',
    'no_restriction',
  ]);
  expect(kinds(set('subject'))).toEqual([]);
});

it('a set without a rule has no restriction', () => {
  expect(ask(set('lab'))).toMatchObject({ selectedEventOption: 'no_restriction' });
  expect(option('date_range', set('lab'))).toEqual({
    kind: 'date_range',
    label: 'Between dates',
    allowed: true,
    inYears: false,
    dateMin: '',
    dateMax: '',
  });
  expect(option('relative_to_today', set('lab'))).toMatchObject({ daysAgo: 1 });
});

it.each<[string, CriteriaSet['eventRule'], object]>([
  ['lab', { kind: 'date_range', dateMin: day('2015-01-02') }, { dateMin: '01/02/2015', dateMax: '' }],
  ['lab', { kind: 'relative_to_today', daysAgo: 45 }, { daysAgo: 45 }],
  [
    'stay',
    { kind: 'interval_date_range', dateEndMax: day('2015-01-02') },
    { dateStartMin: '', dateStartMax: '', dateEndMin: '', dateEndMax: '01/02/2015' },
  ],
  [
    'stay',
    { kind: 'interval_relative_to_today', endDateDaysAgo: 30 },
    { startDateDaysAgo: null, endDateDaysAgo: 30 },
  ],
])('on %s the form of the rule is filled with its values', (collection, rule, values) => {
  const edited = { ...set(collection), eventRule: rule };
  const { selectedEventOption } = ask(edited);
  expect(selectedEventOption).toBe(rule?.kind);
  expect(option(selectedEventOption, edited)).toMatchObject(values);
});

it('ages are days, and 0 is one', () => {
  const point = set('lab', [], { event: { kind: 'age_in_days_range', ageMin: 0 } });
  expect(option('age_in_days_range', point, { lookup: aged })).toMatchObject({ ageMin: 0, ageMax: null });
  const interval = set('stay', [], { event: { kind: 'interval_age_in_days_range', ageEndMax: 9 } });
  expect(option('interval_age_in_days_range', interval, { lookup: aged })).toMatchObject({
    ageStartMin: null,
    ageStartMax: null,
    ageEndMin: null,
    ageEndMax: 9,
  });
});

it('windows are 1 to 10, 14, 30, 60 and 180 days and 1 to 3 years', () => {
  expect(option('relative_to_today', set('lab'))).toMatchObject({
    daysAgoOptions: [
      [1, 'today'],
      ...[2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 30, 60, 180].map((days) => [days, `${days} days`]),
      [365, '1 year'],
      [730, '2 years'],
      [1095, '3 years'],
    ],
  });
});

it('who may see years only is offered years, and windows of whole years', () => {
  const event = { kind: 'date_range', dateMin: day('2015-01-01'), dateMax: day('2016-12-31') } as const;
  const asking = { lookup: protectedDates, level: 'deid' } as const;
  expect(option('date_range', set('lab', [], { event }), asking)).toMatchObject({
    label: 'Between years',
    inYears: true,
    dateMin: '2015',
    dateMax: '2016',
  });
  const years = [
    [365, '1 year'],
    [730, '2 years'],
    [1095, '3 years'],
  ];
  expect(option('relative_to_today', set('lab'), asking)).toMatchObject({
    daysAgo: 365,
    daysAgoOptions: years,
  });
  expect(option('interval_relative_to_today', set('stay'), asking)).toMatchObject({ daysAgoOptions: years });
  expect(option('date_range', set('lab'), { lookup: protectedDates })).toMatchObject({ inYears: false });
});

it('who may not use the dates gets reasons and no values', () => {
  const protectedAges = variant({ eventTime: 'age' }, { type: 'age', hasPhi: true });
  const event = { kind: 'age_in_days_range', ageMin: 3 } as const;
  const { eventOptions: options } = ask(set('lab', [], { event }), { lookup: protectedAges, level: 'deid' });
  expect(options).toHaveLength(3);
  for (const one of options) {
    expect(Object.keys(one).toSorted()).toEqual(['allowed', 'disallowedReason', 'kind', 'label']);
    expect(one.allowed).toBe(false);
  }
});

it('other events are sets of events without a count rule, by name; those without a rule stand apart (rule 3.29)', () => {
  const others = [
    set('diagnosis', [], { event: anyDate }),
    set('stay', [], { event: anyDate, alias: 'First stay' }),
    set('lab', [], { id: 'withoutRule' }),
    set('lab', [], { id: 'counting', event: anyDate, count: ['at least', 2] }),
    set('subject'),
  ];
  const edited = set('lab', [], { id: 'edited', event: near('stay', -30, 0, 'end') });
  expect(option('relative_to_other_event', edited, { others })).toMatchObject({
    collectionEventType: 'point',
    otherEvents: [
      { criteriaSetEntryId: 'diagnosis', criteriaSetName: 'Diagnosis 1', eventType: 'point' },
      { criteriaSetEntryId: 'stay', criteriaSetName: 'First stay', eventType: 'interval' },
    ],
    undatedEvents: [{ criteriaSetEntryId: 'withoutRule', criteriaSetName: 'Lab 2', eventType: 'point' }],
    existingEventRule: { kind: 'relative_to_other_event', targetEntryId: 'stay', rangeEndTarget: 'end' },
  });
});

it('dates that show as years are set against each other by calendar years', () => {
  const relative = option('relative_to_other_event', set('lab'), { lookup: protectedDates, level: 'deid' });
  if (!('dateOptions' in relative)) throw new Error('The form is closed.');
  expect(relative.inYears).toBe(true);
  expect(relative.dateOptions.filter(([days]) => Math.abs(days) < 700)).toEqual([
    [-365, '1 calendar year before'],
    [0, 'same calendar year'],
    [365, '1 calendar year after'],
  ]);
  expect(relative.dateOptions.every(([days]) => days % 365 === 0)).toBe(true);
});

it('an event that shows days is not offered beside one that shows years, and the reason is given', () => {
  const lookup = createLookup(dictionaryOf(withProtectedDates('lab')));
  const others = [set('diagnosis', [], { event: anyDate })];
  expect(option('relative_to_other_event', set('lab'), { lookup, level: 'deid', others })).toMatchObject({
    otherEvents: [],
    closedEvents: [
      {
        criteriaSetName: 'Diagnosis 1',
        reason: 'Exact dates and whole years cannot be set against each other: Lab, Diagnosis.',
      },
    ],
  });
  expect(option('relative_to_other_event', set('lab'), { lookup, others })).toMatchObject({
    otherEvents: [{ criteriaSetEntryId: 'diagnosis' }],
    closedEvents: [],
  });
});

it('without another event the form is open and offers none', () => {
  expect(option('relative_to_other_event', set('stay'))).toMatchObject({
    allowed: true,
    otherEvents: [],
    collectionEventType: 'interval',
    existingEventRule: { kind: 'no_restriction' },
  });
});

it('a set that counts cannot be relative to another event', () => {
  const counting = set('lab', [], { count: ['at most', 2], event: anyDate });
  expect(option('relative_to_other_event', counting)).toMatchObject({
    allowed: false,
    disallowedReason: 'Not possible together with a count rule.',
  });
});

it('distances run from ten years before to ten years after, rising, around the same day', () => {
  const relative = option('relative_to_other_event', set('lab'));
  if (!('dateOptions' in relative)) throw new Error('The form is closed.');
  const days = relative.dateOptions.map(([distance]) => distance);
  expect(days).toEqual(days.toSorted((one, other) => one - other));
  expect(days.map((distance) => 0 - distance)).toEqual(days.toReversed());
  const labels = new Map(relative.dateOptions);
  expect([-3652, -1, 0, 2, 365, 3652].map((distance) => labels.get(distance))).toEqual([
    '10 years before',
    '1 day before',
    'same day',
    '2 days after',
    '1 year after',
    '10 years after',
  ]);
});
