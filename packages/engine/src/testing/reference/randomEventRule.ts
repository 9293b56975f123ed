import type { EventRule } from '@atrium/contract/wire/cohortDefinition';
import fc from 'fast-check';
import type { RelativeRule } from '../../cohort/eventRules.ts';
import type { EventTime } from '../../dictionary/dictionary.ts';
import { day } from '../definitions.ts';
import { dayAt } from './randomRelease.ts';

export const someDay = fc.integer({ min: 0, max: 40 }).map((offset) => day(dayAt(offset)));
const someAge = fc.constantFrom(0, 5, 20, 21, 40);
const daysAgo = fc.integer({ min: 1, max: 40 });
const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(values, { nil: null });

/** Bounds in order, at least one of them. */
export const bounds = <T extends string | number>(values: fc.Arbitrary<T>) =>
  fc
    .tuple(maybe(values), maybe(values))
    .filter(([a, b]) => a !== null || b !== null)
    .map(([a, b]) => (a !== null && b !== null && a > b ? { min: b, max: a } : { min: a, max: b }));

/** The object without its keys of null or undefined. */
export const given = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, held]) => held !== undefined && held !== null)) as T;

const anyTime = fc.constant<EventRule>({ kind: 'no_restriction' });

const pointRules: Readonly<Record<EventTime, fc.Arbitrary<EventRule>>> = {
  date: fc.oneof(
    anyTime,
    bounds(someDay).map(
      ({ min, max }): EventRule =>
        given({ kind: 'date_range', dateMin: min ?? undefined, dateMax: max ?? undefined }),
    ),
    daysAgo.map((days): EventRule => ({ kind: 'relative_to_today', daysAgo: days })),
  ),
  age: fc.oneof(
    anyTime,
    bounds(someAge).map(
      ({ min, max }): EventRule =>
        given({ kind: 'age_in_days_range', ageMin: min ?? undefined, ageMax: max ?? undefined }),
    ),
  ),
};

const intervalRules: Readonly<Record<EventTime, fc.Arbitrary<EventRule>>> = {
  date: fc.oneof(
    anyTime,
    fc.tuple(bounds(someDay), bounds(someDay)).map(
      ([start, end]): EventRule =>
        given({
          kind: 'interval_date_range',
          dateStartMin: start.min ?? undefined,
          dateStartMax: start.max ?? undefined,
          dateEndMin: end.min ?? undefined,
          dateEndMax: end.max ?? undefined,
        }),
    ),
    fc.tuple(daysAgo, daysAgo).map(
      ([start, end]): EventRule => ({
        kind: 'interval_relative_to_today',
        startDateDaysAgo: start,
        endDateDaysAgo: end,
      }),
    ),
  ),
  age: fc.oneof(
    anyTime,
    fc.tuple(bounds(someAge), bounds(someAge)).map(
      ([start, end]): EventRule =>
        given({
          kind: 'interval_age_in_days_range',
          ageStartMin: start.min ?? undefined,
          ageStartMax: start.max ?? undefined,
          ageEndMin: end.min ?? undefined,
          ageEndMax: end.max ?? undefined,
        }),
    ),
  ),
};

/** Rules about an event's own time, by how a dataset dates events and by collection of the random release. */
export const ownRules: Readonly<Record<EventTime, Readonly<Record<string, fc.Arbitrary<EventRule>>>>> = {
  date: { point: pointRules.date, interval: intervalRules.date },
  age: { point: pointRules.age, interval: intervalRules.age },
};

const edge = fc.constantFrom<'start' | 'end'>('start', 'end');

export const relativeTo = (targetEntryId: string): fc.Arbitrary<RelativeRule> =>
  fc
    .tuple(fc.integer({ min: -30, max: 30 }), fc.integer({ min: -30, max: 30 }), edge, edge, edge)
    .map(([a, b, reference, from, to]) => ({
      kind: 'relative_to_other_event',
      targetEntryId,
      referenceDate: reference,
      rangeStartDaysFromTarget: Math.min(a, b),
      rangeStartTarget: from,
      rangeEndDaysFromTarget: Math.max(a, b),
      rangeEndTarget: to,
    }));
