import type {
  CohortDefinition,
  CohortEntry,
  CountRule,
  CriteriaSet,
  FilterEntry,
} from '@atrium/contract/wire/cohortDefinition';
import { oneOfFamily, relatives } from '@atrium/contract/wire/cohortDefinition';
import fc from 'fast-check';
import type { EventTime } from '../../dictionary/dictionary.ts';
import { bounds, given, ownRules, relativeTo, someDay } from './randomEventRule.ts';

const flags = { excludeSelected: fc.boolean(), includeNullAndMissing: fc.boolean() };
const head = (conceptId: string, prefilterValue: fc.Arbitrary<string | null> = fc.constant(null)) => ({
  entryId: fc.constant('entry'),
  conceptId: fc.constant(conceptId),
  prefilterValue,
});
const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(values, { nil: null });

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

const rangeOrWords = (
  conceptId: string,
  values: readonly number[],
  words: readonly string[],
): fc.Arbitrary<FilterEntry> =>
  fc
    .tuple(
      fc.record({ ...head(conceptId), ...flags }),
      fc.option(bounds(fc.constantFrom(...values)), { nil: { min: null, max: null } }),
      fc.subarray([...words]),
    )
    .map(
      ([start, between, categories]): FilterEntry => ({
        kind: 'rangeOrWords',
        ...start,
        ...between,
        categories,
      }),
    )
    .filter(
      (filter) =>
        filter.kind === 'rangeOrWords' &&
        (filter.min !== null ||
          filter.max !== null ||
          filter.categories.length > 0 ||
          filter.includeNullAndMissing),
    );

const dates = (conceptId: string): fc.Arbitrary<FilterEntry> =>
  fc.tuple(fc.record({ ...head(conceptId), ...flags }), bounds(someDay)).map(
    ([start, between]): FilterEntry => ({
      kind: 'dateRange',
      ...start,
      queryType: 'date_range',
      ...between,
    }),
  );

const daysAgo = (conceptId: string): fc.Arbitrary<FilterEntry> =>
  fc.record({
    kind: fc.constant('relativeDate'),
    ...head(conceptId),
    ...flags,
    queryType: fc.constant('relative_to_today'),
    daysAgo: fc.integer({ min: 1, max: 40 }),
  });

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

const eventTimes: Readonly<Record<EventTime, (conceptId: string) => readonly fc.Arbitrary<FilterEntry>[]>> = {
  date: (conceptId) => [dates(conceptId), daysAgo(conceptId)],
  age: (conceptId) => [range(conceptId, [0, 5, 20, 21, 40])],
};

const filtersBy = (time: EventTime): Readonly<Record<string, readonly fc.Arbitrary<FilterEntry>[]>> => ({
  subject: [
    choice('r_cat', ['a', 'b', 'nobody', null]),
    choice('r_multi', ['x', 'y', null]),
    choice('r_bool', [true, false, null]),
    range('r_num', [-1, 0, 1.5, 2, 10]),
    rangeOrWords('r_word', [-1, 0, 1.5, 2, 10], ['>10', '≤ 0', 'not done', 'nothing']),
    range('r_word', [-1, 0, 1.5, 2, 10]),
    range('r_age', [0, 1, 365, 730]),
    text('r_text'),
    dates('r_date'),
    daysAgo('r_date'),
    terms('r_onto'),
  ],
  point: [
    choice('p_cat', ['a', 'b', null]),
    choice('p_multi', ['x', 'y', null]),
    terms('p_onto'),
    range('p_num', [-1, 0, 1.5, 2, 10], ['a', 'b', 'nobody']),
    rangeOrWords('p_word', [-1, 0, 1.5, 2, 10], ['>10', '<1.5', 'not done']),
    ...eventTimes[time]('p_date'),
  ],
  interval: [
    choice('i_cat', ['a', 'b', null]),
    choice('i_multi', ['x', 'y', null]),
    ...eventTimes[time]('i_end'),
  ],
  shared: [choice('m_cat', ['a', 'b', null]), range('m_num', [0, 2, 10]), terms('m_onto')],
});
const filters = { date: filtersBy('date'), age: filtersBy('age') };

/** For each kind of filter on each concept, definitions that have one such filter and nothing else. */
export const eachFilter: readonly fc.Arbitrary<CohortDefinition>[] = Object.entries(filters.date).flatMap(
  ([collectionId, kinds]) =>
    kinds.map((filter) =>
      filter.map(
        (entry): CohortDefinition => [
          { kind: 'criteria_set', entryId: 'set', collectionId, entries: [entry] },
        ],
      ),
    ),
);

const entriesOf = (collectionId: string, time: EventTime): fc.Arbitrary<CohortEntry[]> => {
  const filter = fc.oneof(...(filters[time][collectionId] ?? []));
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

const someRelative = fc.option(fc.constantFrom(...relatives), { nil: undefined, freq: 1 });

const setOf =
  (time: EventTime) =>
  (collectionId: string): fc.Arbitrary<CriteriaSet> =>
    fc
      .tuple(
        entriesOf(collectionId, time),
        collectionId === 'subject' ? fc.constant(undefined) : countRule,
        fc.option(ownRules[time][collectionId] ?? fc.constant(undefined), { nil: undefined }),
        someRelative,
        countRule,
      )
      .map(([entries, count, rule, about, familyCount]) =>
        given({
          kind: 'criteria_set',
          entryId: 'set',
          collectionId,
          entries,
          countRule: count,
          eventRule: rule,
          about,
          familyCount: about === 'any_member' ? familyCount : undefined,
        }),
      );

/** Two or three event sets, each relative to the one before; none of them may carry a count rule. */
const chain = (time: EventTime): fc.Arbitrary<CriteriaSet[]> =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom('point', 'interval').chain(setOf(time)),
        relativeTo('earlier'),
        fc.constantFrom('start' as const, 'end' as const),
      ),
      { minLength: 2, maxLength: 3 },
    )
    .chain((links) => fc.tuple(fc.constant(links), someRelative))
    .map(([links, about]) =>
      links.map(
        (
          [{ countRule: _count, about: _about, familyCount: _many, ...set }, rule],
          setIndex,
        ): CriteriaSet => ({
          ...set,
          ...(about && { about }),
          entryId: `link${setIndex}`,
          eventRule:
            setIndex === 0
              ? (set.eventRule ?? { kind: 'no_restriction' })
              : { ...rule, targetEntryId: `link${setIndex - 1}` },
        }),
      ),
    );

const cohorts = (time: EventTime): fc.Arbitrary<CohortDefinition> =>
  fc
    .tuple(
      fc.array(fc.constantFrom('subject', 'point', 'interval', 'shared').chain(setOf(time)), {
        maxLength: 3,
      }),
      fc.option(chain(time), { nil: [], freq: 3 }),
      fc.array(fc.constantFrom(undefined, 'one', 'one', 'other'), { minLength: 6, maxLength: 6 }),
      fc.constantFrom(undefined, undefined, undefined, keepsOne),
    )
    .map(([sets, related, groups, last]) => {
      const seen = new Set<string>();
      const once = sets.filter(({ collectionId, about }) => {
        const isRoot = collectionId === 'subject' && about === undefined;
        const isSecondRoot = isRoot && seen.has('subject');
        if (isRoot) seen.add('subject');
        return !isSecondRoot;
      });
      const all = [...once.map((set, index) => ({ ...set, entryId: `set${index}` })), ...related];
      const grouped = all.map((set, index) => given({ ...set, orGroupId: groups[index] }));
      return last === undefined ? grouped : [last, ...grouped];
    });

/** It is chosen last, wherever it stands. */
const keepsOne: CriteriaSet = {
  kind: 'criteria_set',
  entryId: 'one of each family',
  collectionId: 'subject',
  about: oneOfFamily,
  entries: [],
};

/** Definitions of up to three sets, about subjects and relatives, with or-groups, alternatives, count rules, event rules and chains of related events. */
export const randomCohort = cohorts('date');

/** The same over a dataset whose events are dated by age. */
export const randomAgedCohort = cohorts('age');

/** Definitions that have one or two sets on this sub-collection, perhaps beside others. */
export const randomCohortOn = (collectionId: string): fc.Arbitrary<CohortDefinition> =>
  fc
    .tuple(fc.array(setOf('date')(collectionId), { minLength: 1, maxLength: 2 }), randomCohort)
    .map(([sets, others]) => [...sets.map((set, index) => ({ ...set, entryId: `own${index}` })), ...others]);

/** Every entry with an id of its own. */
export const numbered = (definition: CohortDefinition): CohortDefinition =>
  definition.map((set, s) => ({
    ...set,
    entries: set.entries.map((entry, e) =>
      entry.kind === 'or_group'
        ? {
            ...entry,
            entryId: `${s}.${e}`,
            entries: entry.entries.map((filter, f) => ({ ...filter, entryId: `${s}.${e}.${f}` })),
          }
        : { ...entry, entryId: `${s}.${e}` },
    ),
  }));
