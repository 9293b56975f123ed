import type {
  CohortDefinition,
  CohortEntry,
  CriteriaSet,
  FilterEntry,
} from '@atrium/contract/wire/cohortDefinition';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLookup } from '../../dictionary/lookup.ts';
import { choice, dates, day, range, terms, text } from '../../testing/definitions.ts';
import { casesOr } from '../../testing/effort.ts';
import { dictionaryOf, type PlainRelease } from '../../testing/plainRelease.ts';
import { randomCohort } from '../../testing/reference/randomCohort.ts';
import { dayAt, randomRelease } from '../../testing/reference/randomRelease.ts';
import { referenceSubjects } from '../../testing/reference/referenceCohort.ts';
import { checkCohort } from '../check/checkCohort.ts';
import { canonicalCohort } from './canonicalCohort.ts';
import { planCohort } from './planCohort.ts';

const today = dayAt(25);
const tried = casesOr(300, { inGate: 100 });
const [release] = fc.sample(randomRelease, { numRuns: 1, seed: 1 });
if (release === undefined) throw new Error('There is no random release.');
const lookup = createLookup(dictionaryOf(release));

function canonical(definition: CohortDefinition, on = today): string {
  const checked = checkCohort(definition, { lookup, member: { level: 'phi' } });
  if (checked.kind === 'broken') throw new Error(checked.errors.map(({ message }) => message).join(' '));
  return canonicalCohort(planCohort(checked, { today: day(on) }));
}

const set = (
  collectionId: string,
  entries: readonly CohortEntry[],
  more: Partial<CriteriaSet> = {},
): CriteriaSet => ({ kind: 'criteria_set', entryId: 'set', collectionId, entries: [...entries], ...more });
const people = (...entries: readonly CohortEntry[]) => set('subject', entries);

const filtersOf = (entry: CohortEntry): readonly FilterEntry[] =>
  entry.kind === 'or_group' ? entry.entries : [entry];

/** The same definition with other ids and names, its sets and entries in another order, and some of them twice. */
const rewritten = (definition: CohortDefinition): fc.Arbitrary<CohortDefinition> =>
  fc.tuple(fc.gen(), fc.boolean()).map(([pick, isDoubled]) => {
    const shuffled = <Item>(items: readonly Item[]): Item[] =>
      items
        .map((item) => ({ item, key: pick(fc.nat) }))
        .sort((one, other) => one.key - other.key)
        .map(({ item }) => item);
    const filter = (given: FilterEntry): FilterEntry => ({ ...given, entryId: `f${pick(fc.nat)}` });
    const entry = (given: CohortEntry): CohortEntry =>
      given.kind === 'or_group'
        ? { ...given, entryId: `g${pick(fc.nat)}`, entries: shuffled(given.entries.map(filter)) }
        : filter(given);
    return shuffled(definition).map((one) => ({
      ...one,
      entryId: `new ${one.entryId}`,
      alias: `name ${pick(fc.nat)}`,
      ...(one.orGroupId === undefined ? {} : { orGroupId: `new ${one.orGroupId}` }),
      entries: shuffled((isDoubled ? [...one.entries, ...one.entries] : one.entries).map(entry)),
      ...(one.eventRule?.kind === 'relative_to_other_event'
        ? { eventRule: { ...one.eventRule, targetEntryId: `new ${one.eventRule.targetEntryId}` } }
        : {}),
    }));
  });

/** The definition with one thing changed, which may change its meaning or not. */
const altered = (definition: CohortDefinition): fc.Arbitrary<CohortDefinition> =>
  fc.constantFrom(0, 2, 3, 4).map((way) =>
    definition.map((one, index) => {
      if (index !== 0) return one;
      const [first, ...others] = one.entries;
      if (way === 0) return { ...one, entries: [...others].reverse() };
      if (way === 2 && first?.kind === 'or_group')
        return { ...one, entries: [...filtersOf(first).slice(0, 1), ...others] };
      if (way === 3 && first !== undefined && first.kind !== 'or_group')
        return { ...one, entries: [{ ...first, excludeSelected: !first.excludeSelected }, ...others] };
      if (way === 4 && first?.kind === 'choice')
        return { ...one, entries: [{ ...first, categories: first.categories.slice(0, 1) }, ...others] };
      return one;
    }),
  );

it('order, ids, names and repeats of a definition do not change its canonical text (rule 3.26)', () => {
  fc.assert(
    fc.property(
      randomCohort.chain((definition) => fc.tuple(fc.constant(definition), rewritten(definition))),
      ([one, other]) => {
        expect(canonical(other)).toBe(canonical(one));
      },
    ),
    { numRuns: tried },
  );
});

it('definitions with the same canonical text find the same subjects in every release (rule 3.26)', () => {
  const variants = randomCohort.chain((definition) =>
    fc.tuple(
      fc.constant(definition),
      rewritten(definition),
      altered(definition),
      altered(definition).chain(rewritten),
      randomCohort,
    ),
  );
  const meaningOf = (definition: CohortDefinition, plain: PlainRelease): string =>
    referenceSubjects(plain, definition, day(today)).join(' ');
  const seen = { same: 0, different: 0 };
  fc.assert(
    fc.property(variants, randomRelease, (definitions, plain) => {
      const [first, ...others] = definitions.map((one) => [canonical(one), meaningOf(one, plain)] as const);
      for (const [text, found] of others) {
        if (text === first?.[0]) expect(found).toBe(first[1]);
        seen[text === first?.[0] ? 'same' : 'different'] += 1;
      }
    }),
    { numRuns: tried },
  );
  expect(seen.same).toBeGreaterThan(tried);
  expect(seen.different).toBeGreaterThan(tried);
});

/** Each row lists definitions of different meanings. */
const different: Readonly<Record<string, readonly CohortDefinition[]>> = {
  values: [
    [],
    [people(choice('r_cat', 'a'))],
    [people(choice('r_cat', 'a', 'b'))],
    [people(choice('r_cat', 'a'), choice('r_cat', 'b'))],
    [people(choice('r_cat', 'a', null))],
    [people({ ...choice('r_cat', 'a'), excludeSelected: true })],
    [people({ ...choice('r_cat', 'a', null), excludeSelected: true })],
    [people(choice('r_multi', 'a'))],
    [people(choice('r_cat', 'a","b'))],
    [people(choice('r_cat', '"a"'))],
    [people(text('r_text', ['a']))],
    [people(text('r_text', ['/a/']))],
    [people(choice('r_bool', true))],
    [people(choice('r_bool', false))],
  ],
  bounds: [
    [people(range('r_num', 0, 1))],
    [people(range('r_num', 0, 2))],
    [people(range('r_num', 0, null))],
    [people(range('r_num', null, 0))],
    [people(range('r_num', 0, null, { orNull: true }))],
    [people(range('r_age', 0, 1))],
    [people(dates('r_date', '2020-01-01', null))],
    [people(dates('r_date', null, '2020-01-01'))],
    [people(dates('r_date', null, null, { orNull: true }))],
  ],
  terms: [
    [people(terms('r_onto', ['left']))],
    [people(terms('r_onto', ['right']))],
    [people(terms('r_onto', ['left', 'right']))],
    [people(terms('r_onto', ['left'], { orUnknown: true }))],
    [people(terms('r_onto', ['left'], { orNull: true }))],
  ],
  sets: [
    [set('point', [])],
    [set('point', [], { countRule: { operator: 'at least', value: 2 } })],
    [set('point', [], { countRule: { operator: 'at most', value: 2 } })],
    [set('point', [], { countRule: { operator: 'exactly', value: 2 } })],
    [set('shared', [])],
    [set('point', [choice('p_cat', 'a'), choice('p_multi', 'x')])],
    [set('point', [choice('p_cat', 'a')]), set('point', [choice('p_multi', 'x')], { entryId: 'other' })],
    [
      set('point', [
        { kind: 'or_group', entryId: 'g', entries: [choice('p_cat', 'a'), choice('p_multi', 'x')] },
      ]),
    ],
    [set('point', [], { eventRule: { kind: 'date_range', dateMin: day('2020-01-01') } })],
    [set('point', [], { eventRule: { kind: 'date_range', dateMax: day('2020-01-01') } })],
    [set('point', [], { eventRule: { kind: 'relative_to_today', daysAgo: 7 } })],
    [set('point', [], { eventRule: { kind: 'relative_to_today', daysAgo: 8 } })],
  ],
  alternatives: [
    [people(choice('r_cat', 'a')), set('point', [], { entryId: 'p' }), set('shared', [], { entryId: 's' })],
    [
      people(choice('r_cat', 'a')),
      set('point', [], { entryId: 'p', orGroupId: 'g' }),
      set('shared', [], { entryId: 's', orGroupId: 'g' }),
    ],
    [
      { ...people(choice('r_cat', 'a')), orGroupId: 'g' },
      set('point', [], { entryId: 'p', orGroupId: 'g' }),
      set('shared', [], { entryId: 's' }),
    ],
  ],
};

it.each(Object.keys(different))(
  'a change of %s that changes the meaning changes the canonical text',
  (key) => {
    const texts = different[key]?.map((definition) => canonical(definition)) ?? [];
    expect(new Set(texts).size).toBe(texts.length);
  },
);

it('a definition that depends on today has another canonical text tomorrow, and any other has the same (rule 3.26)', () => {
  const lastWeek: CohortDefinition = [
    set('point', [], { eventRule: { kind: 'relative_to_today', daysAgo: 7 } }),
  ];
  expect(canonical(lastWeek, '2024-05-02')).not.toBe(canonical(lastWeek, '2024-05-03'));
  const women: CohortDefinition = [people(choice('r_cat', 'a'))];
  expect(canonical(women, '2024-05-02')).toBe(canonical(women, '2024-05-03'));
});
