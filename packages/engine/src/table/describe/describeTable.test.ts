import type { TableField } from '@atrium/contract/wire/tableDefinition';
import { describe, expect, it } from 'vitest';
import { createLookup } from '../../dictionary/lookup.ts';
import { set } from '../../testing/definitions.ts';
import { dictionaryOf } from '../../testing/plainRelease.ts';
import { checkTable } from '../check/checkTable.ts';
import { clinic } from '../testing/clinic.ts';
import { aggregate, stack, table } from '../testing/tables.ts';
import { describeTable } from './describeTable.ts';
import { tableOptions } from './tableOptions.ts';

const plain = dictionaryOf(clinic);
const lookup = createLookup({
  ...plain,
  categories: [
    { number: 1, id: 'a', title: 'Care', parentNumber: null },
    { number: 2, id: 'b', title: 'Visits', parentNumber: 1 },
  ],
  concepts: plain.concepts.map((concept) =>
    concept.id === 'kind' ? { ...concept, categoryNumber: 2 } : concept,
  ),
});
const member = { level: 'deid' } as const;
const cohort = [
  set('person', [], { id: 'root' }),
  set('visit', [], { id: 'first' }),
  set('visit', [], { id: 'ward', alias: 'On the ward' }),
  set('visit', [], { id: 'third' }),
  set('reading', [], { id: 'pulses' }),
];
const describeFields = (fields: readonly TableField[]) =>
  describeTable(checkTable(table(fields), { lookup, member }), { lookup, cohort });
const labels = (...fields: readonly TableField[]) => describeFields(fields).fields.map(({ label }) => label);

it('a column is shown with its collection, categories, method and set', () => {
  const kinds = aggregate('kind', 'count_all', {}, { alias: 'Kinds', aggregationCriteriaSet: 'ward' });
  const checked = checkTable(table([kinds], [{ entryId: 'kind_count_all', direction: -1 }]), {
    lookup,
    member,
  });
  expect(describeTable(checked, { lookup, cohort })).toEqual({
    tableType: 'subject',
    fields: [
      {
        entryId: 'kind_count_all',
        conceptId: 'kind',
        conceptName: 'Kind',
        collection: { collectionId: 'visit', eventDateField: 'visit_date', eventEndDateField: null },
        categories: ['Care', 'Visits'],
        label: '[On the ward] Kind (count)',
        canDelete: true,
        canSort: true,
        hasErrors: false,
        aggregate: true,
        alias: 'Kinds',
        categorize: false,
        aggregationMethod: 'count_all',
        aggregationSettings: {},
        aggregationCriteriaSet: 'ward',
        aggregationCriteriaSetName: 'On the ward',
      },
    ],
    sort: [{ entryId: 'kind_count_all', direction: -1, label: 'Kind' }],
  });
});

it('columns that this member cannot have stay, are marked, and show only their name', () => {
  const [secret, vanished, stacked] = describeFields([
    stack('secret'),
    stack('vanished'),
    stack('kind'),
  ]).fields;
  expect(secret).toMatchObject({ hasErrors: true, canSort: false, canDelete: true, conceptName: 'Secret' });
  expect(vanished).toMatchObject({ hasErrors: true, conceptName: 'vanished', label: 'vanished' });
  expect(stacked).not.toHaveProperty('aggregationMethod');
});

it('a stored method that no longer suits its concept is an error of that column alone', () => {
  const checked = checkTable(table([aggregate('kind', 'average'), stack('age')]), { lookup, member });
  expect(checked.columns.map(({ kind }) => kind)).toEqual(['broken', 'stacked']);
  expect(checked.warnings).toEqual(['Kind: "average" does not suit Kind.']);
});

it('labels name the method in words, and the set only where the column is limited to it', () => {
  const many = { values_text: ['a', 'b', 'c', 'd'] };
  expect(
    labels(
      stack('kind'),
      aggregate('kind', 'list_distinct'),
      aggregate('kind', 'list_all', {}, { aggregationCriteriaSet: 'third' }),
      aggregate('kind', 'most_frequent', { most_frequent_ordinal_position: 2 }),
      aggregate('kind', 'most_frequent', { most_frequent_return_value: 'value_and_count' }),
      aggregate('kind', 'latest', {}, { aggregationCriteriaSet: 'pulses' }),
      aggregate(
        'kind',
        'earliest',
        { earliest_ordinal_position: 13 },
        { aggregationCriteriaSet: 'all_records' },
      ),
      aggregate('pulse', 'max', { max_ordinal_position: 3, max_return_value: 'count' }),
      aggregate('pulse', 'std_dev', {}, { aggregationCriteriaSet: 'gone' }),
      aggregate('kind', 'has_value', { values: ['ward', 'clinic'] }),
      aggregate('topics', 'has_value_text', many),
      aggregate('kind', 'has_value', { values: ['ward'], return_value: 'earliest_date' }),
    ),
  ).toEqual([
    'Kind',
    'Kind (distinct)',
    '[Visit 3] Kind (all values)',
    'Kind (2nd most frequent)',
    'Kind (most frequent with count)',
    'Kind (latest)',
    '[All records] Kind (13th earliest)',
    'Pulse (count of 3rd highest)',
    'Pulse (standard deviation)',
    'Kind (has ward, clinic)',
    'Topics (has any of 4 values)',
    'Kind (first date of ward)',
  ]);
});

describe('column options', () => {
  const optionsOf = (conceptId: string, more: Partial<Parameters<typeof tableOptions>[1]> = {}) => {
    const concept = lookup.concept(conceptId);
    if (concept === undefined) throw new Error(conceptId);
    return tableOptions(concept, { lookup, member, cohort, ...more });
  };
  const methodsOf = (conceptId: string) => optionsOf(conceptId)?.aggregationOptions.map(({ id }) => id);
  const generic = ['list_distinct', 'list_all', 'count_distinct', 'count_all', 'most_frequent'];

  const special = {
    measures: ['average', 'median', 'std_dev', 'min', 'max', 'sum'],
    dates: ['min_date', 'max_date'],
    times: ['earliest', 'latest'],
    choices: ['has_value'],
    texts: ['has_value_text'],
  };

  const cases: readonly (readonly [concept: string, suitable: readonly (keyof typeof special)[]])[] = [
    ['kind', ['times', 'choices']],
    ['topics', ['texts']],
    ['visit_date', ['dates']],
    ['pulse', ['measures']],
    ['age', ['measures']],
  ];

  it.each(cases)(
    'offer the methods that suit %s and none that suits another concept only',
    (concept, suitable) => {
      const wanted = [...generic, ...suitable.flatMap((family) => special[family])];
      const offered = methodsOf(concept) ?? [];
      expect(offered).toEqual(expect.arrayContaining(wanted));
      const others = Object.values(special)
        .flat()
        .filter((id) => !wanted.includes(id));
      expect(offered.filter((id) => others.includes(id))).toEqual([]);
    },
  );

  it('have the list chosen for a new column of a sub-collection and nothing for one of the root', () => {
    const chosen = (conceptId: string) =>
      optionsOf(conceptId)?.aggregationOptions.flatMap(({ id, selected }) => (selected ? [id] : []));
    expect(chosen('kind')).toEqual(['list_distinct']);
    expect(chosen('age')).toEqual([]);
  });

  it('offer the criteria sets on the collection of the concept, by name', () => {
    expect(optionsOf('kind')?.criteriaSetOptions).toEqual({
      all_records: 'All records of the subject',
      first: 'Visit 1',
      ward: 'On the ward',
      third: 'Visit 3',
    });
    expect(optionsOf('topics')?.criteriaSetOptions).toEqual({});
  });

  it('show the state of an existing column', () => {
    const field = aggregate(
      'kind',
      'has_value',
      { values: ['old'], return_value: 'count' },
      { alias: 'K', aggregationCriteriaSet: 'ward' },
    );
    const options = optionsOf('kind', { field, entryId: field.entryId });
    expect(options).toMatchObject({
      entryId: 'kind_has_value',
      entryAlias: 'K',
      selectedAggregationCriteriaSet: 'ward',
    });
    const hasValue = options?.aggregationOptions.find(({ selected }) => selected);
    expect(hasValue?.inputs).toEqual([
      {
        id: 'values',
        label: 'values',
        type: 'multiselect',
        selected: ['old'],
        options: [
          ['old', 'old'],
          ['clinic', 'clinic'],
          ['ward', 'ward'],
        ],
      },
      {
        id: 'return_value',
        label: 'show',
        type: 'select',
        selected: 'count',
        options: [
          ['boolean', 'true or false'],
          ['count', 'count'],
          ['earliest_date', 'first date'],
          ['latest_date', 'last date'],
          ['all_dates', 'all dates'],
        ],
      },
    ]);
  });

  it('look for texts through the callback of the concept, and never for dates of undated rows', () => {
    const [values, returns] =
      optionsOf('topics')?.aggregationOptions.find(({ id }) => id === 'has_value_text')?.inputs ?? [];
    expect(values).toEqual({
      id: 'values_text',
      label: 'values',
      type: 'ajax_multiselect',
      selected: [],
      optionsCallback:
        '/api/v2/example/concepts/topics/cohort_def_callback/?show_all_data=true&records_per_page=200&json_flavor=select2&search=',
    });
    expect(returns?.options?.map(([value]) => value)).toEqual(['boolean', 'count', 'all_values']);
  });

  it('are withheld for a concept that the member may not use', () => {
    expect(optionsOf('secret')).toBeNull();
  });
});
