import type { ConceptType } from '@atrium/contract/documents/dataPackage';
import type { AccessLevel } from '@atrium/contract/wire/access';
import {
  type CohortDefinition,
  type EventRuleKind,
  oneOfFamily,
  relatives,
} from '@atrium/contract/wire/cohortDefinition';
import {
  type AddFilter,
  aboutSubject,
  type CohortTransformation,
} from '@atrium/contract/wire/cohortTransformation';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLookup } from '../../dictionary/lookup.ts';
import { range, set } from '../../testing/definitions.ts';
import { add, createEditor } from '../../testing/editing.ts';
import { casesOr } from '../../testing/effort.ts';
import { dictionaryOf, type PlainConcept, type PlainRelease } from '../../testing/plainRelease.ts';
import { numbered, randomAgedCohort, randomCohort } from '../../testing/reference/randomCohort.ts';
import { randomAgedRelease, randomRelease } from '../../testing/reference/randomRelease.ts';
import { checkCohort } from '../check/checkCohort.ts';

const level = fc.constantFrom<AccessLevel>('phi', 'deid', 'agg');
/** Mostly values that can be accepted, now and then one that cannot. */
const days = fc.constantFrom('', '2020', '2020-01-01', '2020-12-31', '2024-02-29', '12/31/2021', 'x');
const ages = fc.constantFrom<number | string>('', -400, 0, 365, 32_872, 32_873, 40_000, 'x');
const years = fc.constantFrom<number | string>('', 0, 5, 89, 90, 91, 95);
const windows = fc.constantFrom<number | string>('', 'ignore', 0, 1, 30, 365, 730, 200_000);
const numbers = fc.constantFrom<number | string>('', -1, 0, 2.5, 'x');

type Form = Omit<AddFilter, 'kind' | 'conceptId'>;

const choices = fc
  .subarray(['a', 'true', 'false', '', null])
  .map((selectedCategories) => ({ selectedCategories }));
const forms: Readonly<Record<ConceptType, fc.Arbitrary<Form>>> = {
  category: choices,
  boolean: choices,
  text: fc.constantFrom('', 'Alpha', '/^Al/', '/[/', 'a\nb').map((textSelection) => ({ textSelection })),
  ontology: fc.boolean().map((includeOntologyUnknown) => ({ includeOntologyUnknown })),
  number: fc.record({ min: numbers, max: numbers }),
  number_with_categories: fc
    .tuple(fc.record({ min: numbers, max: numbers }), choices)
    .map(([bounds, chosen]) => ({ ...bounds, ...chosen })),
  age: fc.record({ ageMinYear: years, ageMinDay: ages, ageMaxYear: years }),
  date: fc.oneof(
    fc.record({ queryType: fc.constant('date_range' as const), min: days, max: days }),
    fc.record({ queryType: fc.constant('relative_to_today' as const), daysAgo: windows }),
  ),
};

const filterForm = ({ id, type }: PlainConcept): fc.Arbitrary<CohortTransformation> =>
  fc
    .tuple(
      forms[type],
      fc.record({ includeNullAndMissing: fc.boolean(), excludeSelected: fc.boolean() }),
      fc.option(fc.constantFrom('a', 'x'), { nil: undefined }),
    )
    .map(([form, flags, prefilterValue]) =>
      add(id, {
        ...form,
        ...flags,
        ignoreWarnings: true,
        ...(prefilterValue === undefined ? {} : { prefilterValue }),
      }),
    );

const edges = fc.constantFrom('', 'start', 'end');
const ruleFields = (target: string): Readonly<Record<EventRuleKind, fc.Arbitrary<object>>> => ({
  no_restriction: fc.constant({}),
  date_range: fc.record({ date_min: days, date_max: days }),
  relative_to_today: fc.record({ days_ago: windows }),
  interval_date_range: fc.record({ date_start_min: days, date_end_max: days }),
  interval_relative_to_today: fc.record({ start_date_days_ago: windows, end_date_days_ago: windows }),
  age_in_days_range: fc.record({ age_min: ages, age_max: ages }),
  interval_age_in_days_range: fc.record({ age_start_min: ages, age_end_max: ages }),
  relative_to_other_event: fc.record({
    [`reference_date_${target}`]: edges,
    [`range_start_target_${target}`]: edges,
    [`range_start_days_from_target_${target}`]: fc.constantFrom(-3, 0, 1),
    [`range_end_days_from_target_${target}`]: fc.constantFrom(0, 5),
  }),
});

const ruleForm = (entryId: string, target: string): fc.Arbitrary<CohortTransformation> => {
  const fields = ruleFields(target);
  const kinds = fc.constantFrom<EventRuleKind>(
    'no_restriction',
    'date_range',
    'relative_to_today',
    'interval_date_range',
    'interval_relative_to_today',
    'age_in_days_range',
    'interval_age_in_days_range',
    'relative_to_other_event',
    'relative_to_other_event',
  );
  return kinds.chain((optionType) =>
    fields[optionType].map((given) => ({
      kind: 'modify_event_rule',
      entryId,
      optionType,
      fields: { ...given, target_entry_id: target },
    })),
  );
};

/** An edit of some part of the definition, sensible or not. */
function editOf(definition: CohortDefinition, plain: PlainRelease): fc.Arbitrary<CohortTransformation> {
  const concepts = plain.collections.flatMap((collection) => collection.concepts);
  const setId = fc.constantFrom(...definition.map(({ entryId }) => entryId), 'gone');
  const entryId = fc.constantFrom(
    ...definition.flatMap(({ entries }) => entries.map((entry) => entry.entryId)),
    'gone',
  );
  return fc.oneof(
    fc.constantFrom(...concepts).chain(filterForm),
    { weight: 2, arbitrary: fc.tuple(setId, setId).chain(([own, target]) => ruleForm(own, target)) },
    setId.map((id): CohortTransformation => ({ kind: 'create_event_rule', entryId: id })),
    setId.map((id): CohortTransformation => ({ kind: 'delete_event_rule', entryId: id })),
    setId.map((id): CohortTransformation => ({ kind: 'delete_criteria_set', entryId: id })),
    fc
      .option(setId, { nil: undefined })
      .map((id): CohortTransformation => ({ kind: 'add_trio', entryId: id })),
    fc.tuple(setId, fc.constantFrom<number | string>('', 0, 1, 2)).map(
      ([id, count]): CohortTransformation => ({
        kind: 'add_criteria_set_count_rule',
        entryId: id,
        operator: 'at least',
        count,
      }),
    ),
    fc.tuple(entryId, fc.boolean()).map(
      ([id, removeEmptyCriteriaSets]): CohortTransformation => ({
        kind: 'delete_entry',
        entryId: id,
        removeEmptyCriteriaSets,
      }),
    ),
    entryId.map((id): CohortTransformation => ({ kind: 'change_to_boolean_or', entryId: id })),
    fc
      .tuple(
        setId,
        fc.constantFrom(aboutSubject, ...relatives),
        fc.constantFrom<number | string | undefined>(undefined, 0, 2, 'x'),
      )
      .map(
        ([id, about, count]): CohortTransformation => ({
          kind: 'set_criteria_set_about',
          entryId: id,
          about,
          ...(count === undefined ? {} : { operator: 'exactly', count }),
        }),
      ),
    fc.constant<CohortTransformation>({
      kind: 'add_criteria_set',
      collectionId: 'subject',
      about: oneOfFamily,
    }),
    fc
      .tuple(setId, fc.constantFrom('change_to_boolean_or' as const, 'change_to_boolean_and' as const))
      .map(([id, kind]): CohortTransformation => ({ kind, entryId: id })),
    fc
      .tuple(setId, fc.array(entryId, { maxLength: 3 }))
      .map(([id, childIds]): CohortTransformation => ({ kind: 'sort_cd_entries', entryId: id, childIds })),
  );
}

/** The release with some of its concepts protected. */
const guarded = (plain: PlainRelease): fc.Arbitrary<PlainRelease> =>
  fc
    .subarray(plain.collections.flatMap((collection) => collection.concepts.map(({ id }) => id)))
    .map((ids) => ({
      ...plain,
      collections: plain.collections.map((collection) => ({
        ...collection,
        concepts: collection.concepts.map((concept) => ({ ...concept, hasPhi: ids.includes(concept.id) })),
      })),
    }));

const question = (releases: typeof randomRelease, cohorts: typeof randomCohort) =>
  fc.tuple(releases.chain(guarded), cohorts.map(numbered)).chain(([plain, definition]) =>
    fc.record({
      plain: fc.constant(plain),
      definition: fc.constant(definition),
      edit: editOf(definition, plain),
      level,
    }),
  );

it.each([
  ['days', randomRelease, randomCohort],
  ['ages', randomAgedRelease, randomAgedCohort],
] as const)(
  'with events dated by %s, an accepted edit never makes an entry that the check calls broken',
  (_, releases, cohorts) => {
    fc.assert(
      fc.property(question(releases, cohorts), ({ plain, definition, edit, level }) => {
        const lookup = createLookup(dictionaryOf(plain));
        const brokenIn = (given: CohortDefinition): readonly string[] => {
          const checked = checkCohort(given, { lookup, member: { level } });
          return checked.kind === 'sound'
            ? []
            : checked.errors.map(({ entryId, part }) => `${entryId} ${part}`);
        };
        const outcome = createEditor(lookup)(definition, edit, { level });
        if (outcome.kind !== 'changed') return;
        const before = new Set(brokenIn(definition));
        expect(brokenIn(outcome.definition).filter((one) => !before.has(one))).toEqual([]);
      }),
      { numRuns: casesOr(2000, { inGate: 500 }) },
    );
  },
);

it('a bound above 90 years is refused by the edit to members below phi, in filters and in event rules', () => {
  const aged: PlainRelease = {
    eventTime: 'age',
    collections: [
      { id: 'subject', rows: [], concepts: [{ id: 'age', type: 'age' }] },
      { id: 'visit', rows: [], event: { start: 'seen' }, concepts: [{ id: 'seen', type: 'age' }] },
    ],
  };
  const edit = createEditor(createLookup(dictionaryOf(aged)));
  const reason = 'ages of 90 years and more are one group, so no bound can lie above 90 years.';
  const filter = add('age', { ageMinYear: 95 });
  const rule = (age: number): CohortTransformation => ({
    kind: 'modify_event_rule',
    entryId: 'visit',
    optionType: 'age_in_days_range',
    fields: { age_min: age },
  });
  const visits = [set('visit', [], { event: { kind: 'no_restriction' } })];
  for (const level of ['deid', 'agg'] as const) {
    expect(edit([], filter, { level })).toMatchObject({ errors: [`Minimum, Maximum: ${reason}`] });
    expect(edit([], add('age', { ageMaxYear: 90 }), { level }).kind).toBe('changed');
    expect(edit(visits, rule(32_873), { level })).toMatchObject({ errors: [`age_min: ${reason}`] });
    expect(edit(visits, rule(32_872), { level }).kind).toBe('changed');
  }
  expect(edit([], filter)).toMatchObject({
    definition: [{ entries: [{ ...range('age', 34_698, null), entryId: expect.any(String) }] }],
  });
  expect(edit(visits, rule(32_873)).kind).toBe('changed');
});

it('an exact date set against a year is refused by the edit, as the check refuses it', () => {
  const mixed: PlainRelease = {
    collections: [
      { id: 'subject', rows: [], concepts: [{ id: 'id', type: 'text' }] },
      { id: 'open', rows: [], event: { start: 'exact' }, concepts: [{ id: 'exact', type: 'date' }] },
      {
        id: 'closed',
        rows: [],
        event: { start: 'year' },
        concepts: [{ id: 'year', type: 'date', hasPhi: true }],
      },
    ],
  };
  const edit = createEditor(createLookup(dictionaryOf(mixed)));
  const definition = [set('open'), set('closed', [], { event: { kind: 'no_restriction' } })];
  const relative: CohortTransformation = {
    kind: 'modify_event_rule',
    entryId: 'open',
    optionType: 'relative_to_other_event',
    fields: {
      target_entry_id: 'closed',
      range_start_days_from_target_closed: 0,
      range_end_days_from_target_closed: 1,
    },
  };
  expect(edit(definition, relative, { level: 'deid' })).toMatchObject({
    kind: 'refused',
    errors: [expect.stringMatching(/^target_entry_id: exact dates and whole years cannot be set/)],
  });
  expect(edit(definition, relative).kind).toBe('changed');
});
