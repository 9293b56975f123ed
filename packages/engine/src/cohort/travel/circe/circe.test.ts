import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import { expect, it } from 'vitest';
import type { KnownValues } from '../../../concepts/pastedValues.ts';
import { createLookup } from '../../../dictionary/lookup.ts';
import { choice, dates, day, exclude, range, set, terms } from '../../../testing/definitions.ts';
import { dictionaryOf, type PlainCollection } from '../../../testing/plainRelease.ts';
import { referenceSubjects } from '../../../testing/reference/referenceCohort.ts';
import { checkCohort } from '../../check/checkCohort.ts';
import { canonicalCohort } from '../../plan/canonicalCohort.ts';
import { planCohort } from '../../plan/planCohort.ts';
import { importCohort } from '../importCohort.ts';
import { writeCirce } from './writeCirce.ts';

const table = (id: string, event: PlainCollection['event'], ...columns: PlainCollection['concepts']) => ({
  id,
  rows: [],
  ...(event && { event }),
  concepts: columns.map((concept) => ({ ...concept, id: `${id}_${concept.id}` })),
});
const code = (id: string) => ({ id, type: 'ontology', ontologyId: 'omop' }) as const;
const date = (id: string) => ({ id, type: 'date' }) as const;
const interval = (id: string, name: string) => ({
  start: `${id}_${name}_start_date`,
  end: `${id}_${name}_end_date`,
});
const omop = {
  ontologies: [{ id: 'omop', terms: [] }],
  collections: [
    {
      id: 'person',
      rows: [],
      concepts: [
        { id: 'person_id', type: 'text' as const },
        { id: 'gender_concept_name', type: 'category' as const },
        { id: 'year_of_birth', type: 'number' as const },
      ],
    },
    table(
      'condition_occurrence',
      interval('condition_occurrence', 'condition'),
      code('condition_concept_id'),
      date('condition_start_date'),
      date('condition_end_date'),
    ),
    table(
      'measurement',
      { start: 'measurement_measurement_date' },
      code('measurement_concept_id'),
      date('measurement_date'),
      { id: 'value_as_number', type: 'number' },
    ),
    table(
      'observation_period',
      interval('observation_period', 'observation_period'),
      date('observation_period_start_date'),
      date('observation_period_end_date'),
    ),
  ],
};
const lookup = createLookup(dictionaryOf(omop));
const member = { level: 'phi' } as const;

function soundOf(definition: CohortDefinition) {
  const checked = checkCohort(definition, { lookup, member });
  if (checked.kind === 'broken') throw new Error(JSON.stringify(checked.errors));
  return checked;
}
const meaningOf = (definition: CohortDefinition): string =>
  canonicalCohort(planCohort(soundOf(definition), { today: day('2026-01-01') }));

function bring(
  document: Record<string, unknown>,
  knownOf: ReadonlyMap<string, KnownValues> = new Map(),
  { ignoreWarnings = true } = {},
) {
  let made = 0;
  return importCohort(
    { kind: 'import_cohort', document, ignoreWarnings, leaveOut: false, validateOnly: false },
    { lookup, member, newEntryId: () => `new${++made}`, known: null, knownOf },
  );
}
it('what Circe leaves out by the end of an event is a note before the cohort is taken (rule 3.36)', () => {
  const ends = { EndStrategy: { DateOffset: { DateField: 'EndDate', Offset: 0 } } };
  const document = { ...entry({ ConditionOccurrence: { CodesetId: 0 } }), ...ends };
  expect(bring(document, new Map(), { ignoreWarnings: false })).toMatchObject({
    errors: [],
    warningEntries: [
      'when persons leave the cohort (EndStrategy)',
      'events that end before they start, by which nobody enters in Circe (EndStrategy)',
      '321318',
    ],
  });
});

const messages = (outcome: ReturnType<typeof bring>) =>
  outcome.kind === 'refused'
    ? outcome.errors.map(({ message }) => message.replace('This cannot be asked here: ', ''))
    : [];

const angina = terms('condition_occurrence_condition_concept_id', ['321318']);
const both = terms('condition_occurrence_condition_concept_id', ['4027255', '321318']);
const glucose = terms('measurement_measurement_concept_id', ['3004410']);

const period = set('observation_period');
const sayable: CohortDefinition = [
  set('person', [choice('gender_concept_name', 'FEMALE', 'MALE')]),
  period,
  set('condition_occurrence', [both, exclude({ ...angina, entryId: 'not' })], {
    id: 'a',
    count: ['at least', 2],
    event: { kind: 'interval_date_range', dateStartMin: day('2010-01-01') },
  }),
  set('measurement', [glucose, range('measurement_value_as_number', 6.5, null)], { id: 'b', group: 'g' }),
  set('condition_occurrence', [dates('condition_occurrence_condition_start_date', null, '2000-12-31')], {
    id: 'c',
    group: 'g',
    count: ['exactly', 0],
  }),
];

it('a definition goes to Circe and comes back with the same meaning (rule 3.36)', () => {
  const { document, unsaid } = writeCirce(soundOf(sayable), lookup);
  expect(unsaid).toEqual([]);
  const outcome = bring(JSON.parse(JSON.stringify(document)));
  if (outcome.kind !== 'changed') throw new Error(JSON.stringify(outcome));
  const dated = sayable.map(({ eventRule, ...one }) =>
    eventRule === undefined
      ? one
      : {
          ...one,
          entries: [...one.entries, dates('condition_occurrence_condition_start_date', '2010-01-01', null)],
        },
  );
  expect(meaningOf(outcome.definition)).toBe(meaningOf(dated));
});

it('Circe is given what it counts the same way only, and the rest is named (rule 3.36)', () => {
  const write = (...definition: CohortDefinition) => writeCirce(soundOf(definition), lookup);
  expect(write(period).document).toMatchObject({
    PrimaryCriteria: { CriteriaList: [{ ObservationPeriod: {} }] },
    InclusionRules: [
      {
        expression: {
          Type: 'ALL',
          CriteriaList: [
            {
              Occurrence: { Type: 2, Count: 1 },
              IgnoreObservationPeriod: true,
              Criteria: { ObservationPeriod: {} },
            },
          ],
        },
      },
    ],
  });
  const rule = { kind: 'interval_relative_to_today', startDateDaysAgo: 30 } as const;
  const { document, unsaid } = write(
    set('person', [range('year_of_birth', 1990, null)]),
    set('condition_occurrence', [exclude(angina)], { event: rule }),
    set('measurement', [range('measurement_value_as_number', 0.123456, null)]),
  );
  expect(document).toBeNull();
  expect(unsaid).toEqual([
    'Person: a filter on Year of birth',
    'Condition occurrence 1: all but some of Condition occurrence condition concept id',
    'Condition occurrence 1: its date rule',
    'Measurement 1: a filter on Measurement value as number',
  ]);
});

/** As ATLAS writes them; ids and names are those of the vocabularies. */
const concept = (id: number, name: string) => ({
  CONCEPT_ID: id,
  CONCEPT_NAME: name,
  STANDARD_CONCEPT: 'S',
  VOCABULARY_ID: 'SNOMED',
  DOMAIN_ID: 'Condition',
});
const anginas = {
  id: 0,
  name: 'Angina',
  expression: { items: [{ concept: concept(321318, 'Angina pectoris'), includeDescendants: true }] },
};
const entry = (criterion: object, priorDays = 0) => ({
  cdmVersionRange: '>=5.0.0',
  ConceptSets: [anginas],
  PrimaryCriteria: {
    CriteriaList: [criterion],
    ObservationWindow: { PriorDays: priorDays, PostDays: 0 },
    PrimaryCriteriaLimit: { Type: 'First' },
  },
  QualifiedLimit: { Type: 'First' },
  ExpressionLimit: { Type: 'First' },
  InclusionRules: [] as object[],
  CensoringCriteria: [],
  CollapseSettings: { CollapseType: 'ERA', EraPad: 0 },
  CensorWindow: {},
});

it('an entry event of Circe lies in an observation period, with the days observed before it (rule 3.36)', () => {
  const outcome = bring({
    id: 1,
    name: 'x',
    expression: JSON.stringify(entry({ ConditionOccurrence: { CodesetId: 0 } }, 365)),
  });
  if (outcome.kind !== 'changed') throw new Error(JSON.stringify(outcome));
  const [observed, event] = outcome.definition;
  expect(observed).toMatchObject({
    collectionId: 'observation_period',
    eventRule: { kind: 'no_restriction' },
  });
  expect(event).toMatchObject({
    collectionId: 'condition_occurrence',
    entries: [{ terms: [{ code: '321318' }], excludeSelected: false }],
    eventRule: {
      targetEntryId: observed?.entryId,
      rangeStartDaysFromTarget: 365,
      rangeStartTarget: 'start',
      rangeEndDaysFromTarget: 0,
      rangeEndTarget: 'end',
    },
  });
});

it('how long a period is observed is refused by name, since a time between its own edges is no rule (rule 3.36)', () => {
  const expression = JSON.stringify(entry({ ObservationPeriod: {} }, 365));
  expect(bring({ id: 1, name: 'x', expression })).toMatchObject({
    kind: 'refused',
    errors: [{ message: expect.stringContaining('how long an observation period is') }],
  });
});

it('what depends on the entry event, or that nobody knows, is refused by name (rule 3.36)', () => {
  const nearEntry = {
    Criteria: { ConditionOccurrence: { CodesetId: 0 } },
    StartWindow: { Start: { Days: 30, Coeff: -1 }, End: { Days: 0, Coeff: 1 } },
    Occurrence: { Type: 2, Count: 1 },
  };
  const rule = (group: object) => ({ name: 'Rule', expression: { Type: 'ALL', ...group } });
  const first = entry({ ConditionOccurrence: { CodesetId: 0, First: true, Age: { Value: 18, Op: 'gte' } } });
  const all = { ...first, Somewhere: 'else', CensorWindow: { StartDate: '2020-01-01' } };
  all.InclusionRules.push(
    rule({ CriteriaList: [nearEntry] }),
    rule({ DemographicCriteriaList: [{ Age: { Value: 18, Op: 'gte' } }] }),
    rule({
      Type: 'AT_LEAST',
      Count: 2,
      CriteriaList: [{ ...nearEntry, StartWindow: null, IgnoreObservationPeriod: true }],
    }),
  );
  expect(messages(bring(all))).toEqual([
    'the part Somewhere.',
    'the dates between which the cohort is cut (CensorWindow).',
    'the entry events: ConditionOccurrence.First.',
    'the entry events: ConditionOccurrence.Age.',
    'Rule: a time from the entry event.',
    'Rule: events within the observation period of the entry event only.',
    'Rule: Age at the entry event.',
    'Rule: a group of the type AT_LEAST 2, with groups in it or not.',
  ]);
  expect(messages(bring({ PrimaryCriteria: {} })).join()).toContain('PrimaryCriteria.CriteriaList');
  expect(messages(bring(entry({ Death: {} })))).toEqual(['the entry events: events of the kind Death.']);
});

it('a term that is meant alone is taken where no term lies below it (rule 3.36)', () => {
  const alone = entry({ ConditionOccurrence: { CodesetId: 0 } });
  const items = [{ concept: concept(321318, 'Angina pectoris'), includeDescendants: false }];
  const document = { ...alone, ConceptSets: [{ ...anginas, expression: { items } }] };
  const knownOf = (isLeaf: boolean) => {
    const match = { code: '321318', label: 'Angina pectoris', isInData: true, isLeaf };
    const known: KnownValues = { kind: 'ontology', matches: new Map([['321318', [match]]]) };
    return new Map([['condition_occurrence_condition_concept_id', known]]);
  };
  expect(bring(document, knownOf(true)).kind).toBe('changed');
  expect(messages(bring(document, knownOf(false)))).toEqual([
    'Angina: Angina pectoris (321318) without the concepts below it.',
  ]);
});

const stable = { concept: concept(315296, 'Stable angina'), includeDescendants: true, isExcluded: true };
const glucoses = [{ concept: concept(3004410, 'Glucose'), includeDescendants: true }];
const conceptSets = [
  anginas,
  { id: 1, name: 'Not stable', expression: { items: [...anginas.expression.items, stable] } },
  { id: 2, name: 'Glucose', expression: { items: glucoses } },
];
const angina0 = { ConditionOccurrence: { CodesetId: 0 } };
const high = { Measurement: { CodesetId: 2, ValueAsNumber: { Value: 6.5, Op: 'gte' } } };
const ever = (Criteria: object, Type: number, Count: number) => ({
  Criteria,
  StartWindow: { Start: { Coeff: -1 }, End: { Coeff: 1 } },
  Occurrence: { Type, Count },
  IgnoreObservationPeriod: true,
});
const observed = (...CriteriaList: object[]) => ({ Type: 'ALL', CriteriaList });
interface Published {
  readonly entries?: readonly object[];
  readonly days?: readonly [number, number];
  readonly rule?: object;
}
const published = ({
  entries = [{ ObservationPeriod: {} }],
  days: [prior, post] = [0, 0],
  rule,
}: Published) => ({
  ConceptSets: conceptSets,
  PrimaryCriteria: {
    CriteriaList: entries,
    ObservationWindow: { PriorDays: prior, PostDays: post },
  },
  InclusionRules: rule === undefined ? [] : [{ name: 'Rule', expression: rule }],
});
const genders = ['', 'FEMALE', 'MALE', 'FEMALE', 'MALE', 'FEMALE', 'MALE', null] as const;
const people: Readonly<Record<string, string>> = {
  observation_period: `1 2010-01-01 2012-12-31, 2 2010-01-01 2010-12-31, 2 2012-01-01 2013-12-31, 3 2010-01-01 2011-06-30,
    4 2010-01-01 2012-12-31, 5 2010-01-01 2010-06-30, 6 2010-01-01 2015-12-31`,
  condition_occurrence: `1 321318 2010-01-01, 1 315296 2012-12-31, 2 315296 2011-03-01, 2 321318 2012-12-31,
    3 321318 2010-12-31, 3 321318 2011-01-01, 4 315296 2011-01-01, 5 321318 2010-07-01, 6 321318 2009-12-31,
    6 201826 2014-01-01, 7 321318 2010-05-05`,
  measurement: '4 3004410 2011-01-01 6.5, 5 3004410 2010-02-01 6.49, 6 3004410 2014-01-01 7',
};
const rowsOf = ({ id, concepts }: (typeof omop.collections)[number]) =>
  (people[id] ?? '').split(/,\s*/).flatMap((line) => {
    const [person = '', ...cells] = line.split(' ');
    const value = (cell: string | undefined, type: string) =>
      cell === undefined ? null : type === 'number' ? Number(cell) : cell;
    const values = concepts.map((one, index) => [one.id, value(cells[index], one.type)] as const);
    return line === '' ? [] : [{ subjects: [person], values: Object.fromEntries(values) }];
  });
const release = {
  ontologies: [
    {
      id: 'omop',
      terms: [
        { code: '321318', label: 'Angina' },
        { code: '315296', label: 'Stable angina', parents: ['321318'] },
        { code: '3004410', label: 'Glucose' },
        { code: '201826', label: 'Diabetes' },
      ],
    },
  ],
  collections: omop.collections.map((collection) => ({
    ...collection,
    rows:
      collection.id === 'person'
        ? genders.slice(1).map((gender, index) => {
            const id = `${index + 1}`;
            return { subjects: [id], values: { person_id: id, gender_concept_name: gender } };
          })
        : rowsOf(collection),
  })),
};

it.each<readonly [string, Published, string]>([
  ['an event in an observation period', { entries: [angina0] }, '1 2 3 4'],
  ['all but the terms below one', { entries: [{ ConditionOccurrence: { CodesetId: 1 } }] }, '1 2 3'],
  ['365 days observed before', { entries: [angina0], days: [365, 0] }, '1 2 3 4'],
  ['366 days observed before', { entries: [angina0], days: [366, 0] }, '1'],
  ['181 days observed after', { entries: [angina0], days: [0, 181] }, '1 2 3 4'],
  ['182 days observed after', { entries: [angina0], days: [0, 182] }, '1 2 4'],
  ['two events ever', { entries: [angina0], rule: observed(ever(angina0, 2, 2)) }, '1 2 3'],
  ['one event at most', { rule: observed(ever(angina0, 1, 1)) }, '4 5 6'],
  ['none ever', { rule: observed(ever({ Measurement: { CodesetId: 2 } }, 0, 0)) }, '1 2 3'],
  [
    'one of two conditions',
    {
      rule: {
        Type: 'ANY',
        CriteriaList: [ever(high, 2, 1)],
        DemographicCriteriaList: [{ Gender: [concept(8532, 'FEMALE')] }],
      },
    },
    '1 3 4 5 6',
  ],
  ['one of two entry events', { entries: [{ ConditionOccurrence: { CodesetId: 1 } }, high] }, '1 2 3 4 6'],
])('%s finds the persons whom the SQL of Circe found (rule 3.36)', (_, given, persons) => {
  const outcome = bring(published(given));
  if (outcome.kind !== 'changed') throw new Error(JSON.stringify(outcome));
  expect(referenceSubjects(release, outcome.definition, day('2026-01-01')).join(' ')).toBe(persons);
});
