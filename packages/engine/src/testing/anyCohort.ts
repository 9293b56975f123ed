import type { CohortEntry, CriteriaSet, EventRule, FilterEntry } from '@atrium/contract';
import fc from 'fast-check';
import {
  choice,
  dates,
  day,
  daysAgo,
  exclude,
  or,
  range,
  set,
  terms,
  text,
  withPrefilter,
} from './definitions.ts';
import type { PlainCollection, PlainRelease, PlainRow } from './plainRelease.ts';

const subjects = ['S1', 'S2', 'S3', 'S4', 'S5', 'S6'];
const days = Array.from({ length: 12 }, (_, index) => day(`2020-03-${String(index + 1).padStart(2, '0')}`));
const codes = ['A', 'B', 'C', 'D', 'E'];

const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 });
const aWord = fc.constantFrom('x', 'y', 'z');
const aDay = fc.constantFrom(...days);
const words = fc.uniqueArray(aWord, { maxLength: 3 });

const rootValues = fc.record({
  word: orNull(aWord),
  words,
  flag: orNull(fc.boolean()),
  size: orNull(fc.integer({ min: -2, max: 3 })),
});
const rowValues = fc.record({
  kind: orNull(aWord),
  tags: words,
  code: orNull(fc.constantFrom(...codes, 'UNKNOWN')),
  amount: orNull(fc.integer({ min: 0, max: 4 })),
  begin: orNull(aDay),
  finish: orNull(aDay),
});

const concepts = (prefix: string): PlainCollection['concepts'] => [
  { id: `${prefix}kind`, type: 'category' },
  { id: `${prefix}tags`, type: 'text', isMultiple: true },
  { id: `${prefix}code`, type: 'ontology', ontologyId: 'terms' },
  { id: `${prefix}amount`, type: 'number', prefilter: { conceptId: `${prefix}kind`, mode: 'optional' } },
  { id: `${prefix}begin`, type: 'date' },
  { id: `${prefix}finish`, type: 'date' },
];

const prefixed = (prefix: string, values: PlainRow['values']): PlainRow['values'] =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}${key}`, value]));

const rowsOf = (prefix: string, owners: fc.Arbitrary<string[]>): fc.Arbitrary<PlainRow[]> =>
  fc.array(fc.record({ subjects: owners, values: rowValues.map((values) => prefixed(prefix, values)) }), {
    maxLength: 14,
  });

/** A root, a collection of points and one of intervals whose rows are shared; small values, so that much coincides. */
export const anyRelease: fc.Arbitrary<PlainRelease> = fc
  .record({
    root: fc.tuple(...subjects.map(() => rootValues)),
    point: rowsOf(
      'p_',
      fc.constantFrom(...subjects).map((id) => [id]),
    ),
    shared: rowsOf('s_', fc.uniqueArray(fc.constantFrom(...subjects), { minLength: 1, maxLength: 3 })),
  })
  .map(({ root, point, shared }) => ({
    ontologies: [
      {
        id: 'terms',
        terms: [
          { code: 'A', label: 'A' },
          { code: 'B', label: 'B', parents: ['A'] },
          { code: 'C', label: 'C', parents: ['A'] },
          { code: 'D', label: 'D', parents: ['B', 'C'] },
          { code: 'E', label: 'E' },
        ],
      },
    ],
    collections: [
      {
        id: 'person',
        concepts: [
          { id: 'person_id', type: 'text' },
          { id: 'word', type: 'category' },
          { id: 'words', type: 'category', isMultiple: true },
          { id: 'flag', type: 'boolean' },
          { id: 'size', type: 'number' },
        ],
        rows: subjects.map((id, index) => ({ subjects: [id], values: { person_id: id, ...root[index] } })),
      },
      { id: 'point', concepts: concepts('p_'), event: { start: 'p_begin' }, rows: point },
      {
        id: 'shared',
        concepts: concepts('s_'),
        event: { start: 's_begin', end: 's_finish' },
        sharedRows: true,
        rows: shared,
      },
    ],
  }));

const bounds = <T>(value: fc.Arbitrary<T>) =>
  fc.tuple(orNull(value), orNull(value)).filter(([min, max]) => min !== null || max !== null);
const flags = fc.record({ orNull: fc.boolean() });
const chosen = fc.uniqueArray(orNull(aWord), { minLength: 1, maxLength: 3 });

const rootFilter: fc.Arbitrary<FilterEntry> = fc.oneof(
  chosen.map((values) => choice('word', ...values)),
  chosen.map((values) => choice('words', ...values)),
  fc.uniqueArray(orNull(fc.boolean()), { minLength: 1 }).map((values) => choice('flag', ...values)),
  fc
    .tuple(bounds(fc.integer({ min: -2, max: 3 })), flags)
    .map(([[min, max], flag]) => range('size', min, max, flag)),
);

const rowFilter = (prefix: string): fc.Arbitrary<FilterEntry> =>
  fc.oneof(
    chosen.map((values) => choice(`${prefix}kind`, ...values)),
    fc
      .tuple(fc.uniqueArray(fc.constantFrom('x', 'y', '/[yz]/'), { minLength: 1 }), flags)
      .map(([given, flag]) => text(`${prefix}tags`, given, flag)),
    fc
      .tuple(fc.uniqueArray(fc.constantFrom(...codes), { minLength: 1, maxLength: 2 }), flags, fc.boolean())
      .map(([given, flag, orUnknown]) => terms(`${prefix}code`, given, { ...flag, orUnknown })),
    fc.tuple(bounds(fc.integer({ min: 0, max: 4 })), flags, orNull(aWord)).map(([[min, max], flag, by]) => {
      const filter = range(`${prefix}amount`, min, max, flag);
      return by === null ? filter : withPrefilter(filter, by);
    }),
    fc.tuple(bounds(aDay), flags).map(([[min, max], flag]) => dates(`${prefix}begin`, min, max, flag)),
    fc.integer({ min: 1, max: 6 }).map((count) => daysAgo(`${prefix}finish`, count)),
  );

const entriesOf = (filter: fc.Arbitrary<FilterEntry>): fc.Arbitrary<CohortEntry[]> => {
  const any = fc.tuple(filter, fc.boolean()).map(([given, isOut]) => (isOut ? exclude(given) : given));
  const group = fc.array(any, { minLength: 2, maxLength: 3 }).map((members) => or(...members));
  return fc.array(fc.oneof({ weight: 3, arbitrary: any }, { weight: 1, arbitrary: group }), { maxLength: 2 });
};

const optionalDay = fc.option(aDay, { nil: undefined });
const optionalDays = fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined });
const ruleOf = (collectionId: string): fc.Arbitrary<EventRule> =>
  collectionId === 'point'
    ? fc.oneof(
        fc.record({ kind: fc.constant('no_restriction' as const) }),
        fc.record({ kind: fc.constant('date_range' as const), dateMin: optionalDay, dateMax: optionalDay }),
        fc.record({
          kind: fc.constant('relative_to_today' as const),
          daysAgo: fc.integer({ min: 1, max: 8 }),
        }),
      )
    : fc.oneof(
        fc.record({
          kind: fc.constant('interval_date_range' as const),
          dateStartMin: optionalDay,
          dateEndMax: optionalDay,
        }),
        fc.record({
          kind: fc.constant('interval_relative_to_today' as const),
          startDateDaysAgo: optionalDays,
          endDateDaysAgo: optionalDays,
        }),
      );

const edge = fc.constantFrom('start' as const, 'end' as const);
const relativeTo = (targetEntryId: string): fc.Arbitrary<EventRule> =>
  fc.record({
    kind: fc.constant('relative_to_other_event' as const),
    targetEntryId: fc.constant(targetEntryId),
    referenceDate: edge,
    rangeStartDaysFromTarget: fc.integer({ min: -4, max: 2 }),
    rangeStartTarget: edge,
    rangeEndDaysFromTarget: fc.integer({ min: -2, max: 4 }),
    rangeEndTarget: edge,
  });

const count = fc.option(
  fc.tuple(fc.constantFrom('at least' as const, 'at most' as const, 'exactly' as const), fc.nat({ max: 3 })),
  { nil: undefined },
);

const subset = (id: string): fc.Arbitrary<CriteriaSet> =>
  fc.constantFrom('point', 'shared').chain((collectionId) =>
    fc
      .tuple(
        entriesOf(rowFilter(collectionId === 'point' ? 'p_' : 's_')),
        count,
        fc.option(ruleOf(collectionId), { nil: undefined }),
      )
      .map(([entries, counted, event]) =>
        set(collectionId, entries, {
          id,
          ...(counted === undefined ? {} : { count: counted }),
          ...(event === undefined ? {} : { event }),
        }),
      ),
  );

/** The first set refers to the second, whose rule is any date or its own. */
const pair: fc.Arbitrary<CriteriaSet[]> = fc
  .tuple(subset('first'), subset('second'), relativeTo('second'))
  .map(([{ countRule: _, ...first }, { countRule: __, ...second }, eventRule]) => [
    { ...first, eventRule },
    { ...second, eventRule: second.eventRule ?? { kind: 'no_restriction' } },
  ]);

/** Any sound definition over `anyRelease`. */
export const anyCohort: fc.Arbitrary<CriteriaSet[]> = fc
  .tuple(
    entriesOf(rootFilter).map((entries) => set('person', entries)),
    fc.oneof(fc.array(subset('alone'), { maxLength: 1 }), fc.tuple(subset('one'), subset('two')), pair),
  )
  .map(([root, rest]) => [root, ...rest]);
