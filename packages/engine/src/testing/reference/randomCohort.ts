import type {
  CohortDefinition,
  CohortEntry,
  CountRule,
  CriteriaSet,
  EventRule,
  FilterEntry,
} from '@atrium/contract';
import fc from 'fast-check';
import { day } from '../definitions.ts';
import { dayAt } from './randomRelease.ts';

const flags = { excludeSelected: fc.boolean(), includeNullAndMissing: fc.boolean() };
const head = (conceptId: string, prefilterValue: fc.Arbitrary<string | null> = fc.constant(null)) => ({
  entryId: fc.constant('entry'),
  conceptId: fc.constant(conceptId),
  prefilterValue,
});
const someDay = fc.integer({ min: 0, max: 40 }).map((offset) => day(dayAt(offset)));
const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(values, { nil: null });

/** Bounds in order, at least one of them. */
const bounds = <T extends string | number>(values: fc.Arbitrary<T>) =>
  fc
    .tuple(maybe(values), maybe(values))
    .filter(([a, b]) => a !== null || b !== null)
    .map(([a, b]) => (a !== null && b !== null && a > b ? { min: b, max: a } : { min: a, max: b }));

const choice = (conceptId: string, values: readonly (string | boolean | null)[]): fc.Arbitrary<FilterEntry> =>
  fc.record({
    kind: fc.constant('choice'),
    ...head(conceptId),
    excludeSelected: fc.boolean(),
    categories: fc.subarray([...values], { minLength: 1 }),
  });

const range = (
  conceptId: string,
  values: readonly number[],
  by?: readonly string[],
): fc.Arbitrary<FilterEntry> =>
  fc
    .tuple(
      fc.record({
        ...head(conceptId, by === undefined ? fc.constant(null) : maybe(fc.constantFrom(...by))),
        ...flags,
      }),
      bounds(fc.constantFrom(...values)),
    )
    .map(([start, between]): FilterEntry => ({ kind: 'range', ...start, ...between }));

const dates = (conceptId: string): fc.Arbitrary<FilterEntry> =>
  fc
    .tuple(
      fc.record({ ...head(conceptId), ...flags }),
      bounds(someDay),
      fc.nat({ max: 3 }),
      fc.integer({ min: 1, max: 40 }),
    )
    .map(
      ([start, between, kind, daysAgo]): FilterEntry =>
        kind === 0
          ? { kind: 'relativeDate', ...start, queryType: 'relative_to_today', daysAgo }
          : { kind: 'dateRange', ...start, queryType: 'date_range', ...between },
    );

const terms = (conceptId: string): fc.Arbitrary<FilterEntry> =>
  fc
    .record({
      kind: fc.constant('ontology'),
      ...head(conceptId),
      ...flags,
      includeOntologyUnknown: fc.boolean(),
      terms: fc
        .subarray(['root', 'left', 'right', 'both', 'leaf', 'alone'])
        .map((codes) => codes.map((code) => ({ code, label: code }))),
    })
    .filter(
      (filter) => filter.terms.length > 0 || filter.includeOntologyUnknown || filter.includeNullAndMissing,
    );

const text = (conceptId: string): fc.Arbitrary<FilterEntry> =>
  fc.record({
    kind: fc.constant('text'),
    ...head(conceptId),
    ...flags,
    terms: fc.subarray(['Alpha', 'alpha', 'Beta', 'Beta 1', 'o%_\\k', '日本', '/^Al/', '/[0-9]$/'], {
      minLength: 1,
    }),
  });

const filters: Readonly<Record<string, fc.Arbitrary<FilterEntry>>> = {
  subject: fc.oneof(
    choice('r_cat', ['a', 'b', 'nobody', null]),
    choice('r_multi', ['x', 'y', null]),
    choice('r_bool', [true, false, null]),
    range('r_num', [-1, 0, 1.5, 2, 10]),
    range('r_age', [0, 1, 365, 730]),
    text('r_text'),
    dates('r_date'),
    terms('r_onto'),
  ),
  point: fc.oneof(
    choice('p_cat', ['a', 'b', null]),
    choice('p_multi', ['x', 'y', null]),
    terms('p_onto'),
    range('p_num', [-1, 0, 1.5, 2, 10], ['a', 'b', 'nobody']),
    dates('p_date'),
  ),
  interval: fc.oneof(choice('i_cat', ['a', 'b', null]), choice('i_multi', ['x', 'y', null]), dates('i_end')),
  shared: fc.oneof(choice('m_cat', ['a', 'b', null]), range('m_num', [0, 2, 10]), terms('m_onto')),
};

const entriesOf = (collectionId: string): fc.Arbitrary<CohortEntry[]> => {
  const filter = filters[collectionId] ?? fc.constantFrom<FilterEntry>();
  const group = fc
    .array(filter, { minLength: 2, maxLength: 3 })
    .map((entries): CohortEntry => ({ kind: 'or_group', entryId: 'group', entries }));
  return fc.array(fc.oneof({ arbitrary: filter, weight: 3 }, { arbitrary: group, weight: 1 }), {
    maxLength: 3,
  });
};

const countRule: fc.Arbitrary<CountRule | undefined> = fc.option(
  fc.record({
    operator: fc.constantFrom<CountRule['operator']>('at least', 'at most', 'exactly'),
    value: fc.nat({ max: 3 }),
  }),
  { nil: undefined },
);

const given = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, held]) => held !== undefined && held !== null)) as T;

const pointRule: fc.Arbitrary<EventRule> = fc.oneof(
  fc.constant<EventRule>({ kind: 'no_restriction' }),
  bounds(someDay).map(
    ({ min, max }): EventRule =>
      given({ kind: 'date_range', dateMin: min ?? undefined, dateMax: max ?? undefined }),
  ),
  fc.integer({ min: 1, max: 40 }).map((daysAgo): EventRule => ({ kind: 'relative_to_today', daysAgo })),
);
const intervalRule: fc.Arbitrary<EventRule> = fc.oneof(
  fc.constant<EventRule>({ kind: 'no_restriction' }),
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
  fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 })).map(
    ([start, end]): EventRule => ({
      kind: 'interval_relative_to_today',
      startDateDaysAgo: start,
      endDateDaysAgo: end,
    }),
  ),
);
const rules: Readonly<Record<string, fc.Arbitrary<EventRule | undefined>>> = {
  point: fc.option(pointRule, { nil: undefined }),
  interval: fc.option(intervalRule, { nil: undefined }),
};

const setOf = (collectionId: string): fc.Arbitrary<CriteriaSet> =>
  fc
    .tuple(
      entriesOf(collectionId),
      collectionId === 'subject' ? fc.constant(undefined) : countRule,
      rules[collectionId] ?? fc.constant(undefined),
    )
    .map(([entries, count, rule]) =>
      given({
        kind: 'criteria_set',
        entryId: 'set',
        collectionId,
        entries,
        countRule: count,
        eventRule: rule,
      }),
    );

const edge = fc.constantFrom<'start' | 'end'>('start', 'end');
const relative = (targetEntryId: string): fc.Arbitrary<EventRule> =>
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

const { countRule: _count, ...noCount } = { countRule: undefined };

/** Two event sets, the second relative to the first; neither may carry a count rule. */
const pair: fc.Arbitrary<CriteriaSet[]> = fc
  .tuple(fc.constantFrom('point', 'interval'), fc.constantFrom('point', 'interval'))
  .chain(([target, own]) =>
    fc.tuple(setOf(target), setOf(own), relative('target')).map(([first, second, rule]) => {
      const { countRule: _first, ...free } = first;
      const { countRule: _second, ...other } = second;
      return [
        { ...free, ...noCount, entryId: 'target', eventRule: free.eventRule ?? { kind: 'no_restriction' } },
        { ...other, eventRule: rule },
      ];
    }),
  );

/** Definitions of up to three sets, with or-groups, count rules, event rules and pairs of related events. */
export const randomCohort: fc.Arbitrary<CohortDefinition> = fc
  .tuple(
    fc.array(fc.constantFrom('subject', 'point', 'interval', 'shared').chain(setOf), { maxLength: 3 }),
    fc.option(pair, { nil: [], freq: 3 }),
  )
  .map(([sets, related]) => {
    const seen = new Set<string>();
    const once = sets.filter(({ collectionId }) => {
      const isSecondRoot = collectionId === 'subject' && seen.has('subject');
      seen.add(collectionId);
      return !isSecondRoot;
    });
    return [...once.map((set, index) => ({ ...set, entryId: `set${index}` })), ...related];
  });

/** Definitions that have one or two sets on this sub-collection, perhaps beside others. */
export const randomCohortOn = (collectionId: string): fc.Arbitrary<CohortDefinition> =>
  fc
    .tuple(fc.array(setOf(collectionId), { minLength: 1, maxLength: 2 }), randomCohort)
    .map(([sets, others]) => [...sets.map((set, index) => ({ ...set, entryId: `own${index}` })), ...others]);
