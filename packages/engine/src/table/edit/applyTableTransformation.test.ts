import type { TableDefinition } from '@atrium/contract/wire/tableDefinition';
import type { AddColumn, TableTransformation } from '@atrium/contract/wire/tableTransformation';
import { describe, expect, it } from 'vitest';
import type { EditContext } from '../../definition/memberContext.ts';
import { createLookup } from '../../dictionary/lookup.ts';
import { dictionaryOf } from '../../testing/plainRelease.ts';
import { checkTable } from '../check/checkTable.ts';
import { defaultTable } from '../defaultTable.ts';
import { clinic } from '../testing/clinic.ts';
import { aggregate, stack, table } from '../testing/tables.ts';
import { applyTableTransformation } from './applyTableTransformation.ts';

const dictionary = dictionaryOf(clinic);
const categorised = {
  ...dictionary,
  categories: [
    { number: 1, id: 'visits', title: 'Visits', parentNumber: null },
    { number: 2, id: 'private', title: 'Private', parentNumber: 1 },
  ],
  concepts: dictionary.concepts.map((concept) => {
    if (concept.collectionId === 'visit') return { ...concept, categoryNumber: 1 };
    return concept.id === 'secret' ? { ...concept, categoryNumber: 2 } : concept;
  }),
};

function context(level: 'phi' | 'deid' = 'phi'): EditContext {
  let made = 0;
  return {
    lookup: createLookup(categorised),
    member: { level },
    newEntryId: () => {
      made += 1;
      return `new${made}`;
    },
  };
}

const add = (conceptId: string, more: Partial<Omit<AddColumn, 'kind' | 'conceptId'>> = {}): AddColumn => ({
  kind: 'add_entry',
  conceptId,
  inputs: {},
  ...more,
});

function changed(before: TableDefinition, transformation: TableTransformation, level?: 'deid') {
  const change = applyTableTransformation(before, transformation, context(level));
  if (change.kind === 'unchanged') return { ...change, definition: before };
  if (change.kind !== 'changed') throw new Error(JSON.stringify(change));
  return change;
}
function refusal(before: TableDefinition, transformation: TableTransformation, level?: 'deid') {
  const change = applyTableTransformation(before, transformation, context(level));
  return change.kind === 'refused' ? change.errors.map(({ message }) => message) : 'not refused';
}
const refusals = (before: TableDefinition, transformation: TableTransformation) => {
  const change = applyTableTransformation(before, transformation, context());
  return change.kind === 'refused' ? change.errors.map(({ fields, code }) => [fields, code]) : 'not refused';
};
const ids = ({ definition }: { definition: TableDefinition }) =>
  definition.fields.map((field) => field.entryId);

const ageKindPulse = table(
  [stack('age'), aggregate('kind', 'list_distinct'), aggregate('pulse', 'average')],
  [
    { entryId: 'kind_list_distinct', direction: -1 },
    { entryId: 'age', direction: 1 },
  ],
);

describe('add_entry', () => {
  it('stacks a root concept and lists any other, at the end', () => {
    const once = changed(ageKindPulse, add('birth'));
    expect(once.entryId).toBe('new1');
    expect(once.definition.fields.at(-1)).toEqual({
      entryId: 'new1',
      conceptId: 'birth',
      aggregate: false,
      aggregationMethod: null,
    });
    expect(changed(ageKindPulse, add('topics')).definition.fields.at(-1)).toEqual({
      entryId: 'new1',
      conceptId: 'topics',
      aggregate: true,
      aggregationMethod: 'list_distinct',
      aggregationSettings: {},
    });
  });

  it('puts a new column in front when asked', () => {
    expect(ids(changed(ageKindPulse, add('birth', { position: 'prepend' })))[0]).toBe('new1');
  });

  it.each(['stack', '', null])('%j stacks a concept of a sub-collection', (aggregationMethod) => {
    expect(changed(ageKindPulse, add('topics', { aggregationMethod })).definition.fields.at(-1)).toEqual({
      entryId: 'new1',
      conceptId: 'topics',
      aggregate: false,
      aggregationMethod: null,
    });
  });

  it('an edited column keeps its id, index and sort', () => {
    const { definition, entryId } = changed(
      ageKindPulse,
      add('kind', {
        entryId: 'kind_list_distinct',
        aggregationMethod: 'list_all',
        alias: ' Kinds ',
        aggregationCriteriaSet: 'set1',
        inputs: { list_all_include_nulls: 'yes', unrelated: 'x' },
      }),
    );
    expect(entryId).toBe('kind_list_distinct');
    expect(definition.sort).toEqual(ageKindPulse.sort);
    expect(definition.fields[1]).toEqual({
      entryId: 'kind_list_distinct',
      conceptId: 'kind',
      aggregate: true,
      aggregationMethod: 'list_all',
      alias: 'Kinds',
      aggregationCriteriaSet: 'set1',
      aggregationSettings: { list_all_include_nulls: 'yes', list_all_ordering: 'value' },
    });
  });

  it('keeps an alias that is not sent and drops an empty one', () => {
    const named = table([aggregate('kind', 'count_all', {}, { entryId: 'k', alias: 'Kinds' })]);
    const edit = { entryId: 'k', aggregationMethod: 'count_distinct' };
    expect(changed(named, add('kind', edit)).definition.fields[0]?.alias).toBe('Kinds');
    const [bare] = changed(named, add('kind', { ...edit, alias: '' })).definition.fields;
    expect(bare).not.toHaveProperty('alias');
  });

  it('appends under a new id when the entry is unknown', () => {
    const change = changed(ageKindPulse, add('birth', { entryId: 'gone' }));
    expect(ids(change)).toEqual(['age', 'kind_list_distinct', 'pulse_average', 'new1']);
    expect(change.entryId).toBe('new1');
  });

  it.each([
    ['an unknown method', 'constructor', 'kind', 'Kind'],
    ['a method of another type', 'average', 'kind', 'Kind'],
    ['an order in time where rows have no date', 'latest', 'pulse', 'Pulse'],
    ['the latest date by date', 'latest', 'visit_date', 'Visit date'],
  ])('refuses %s', (_, aggregationMethod, conceptId, title) => {
    const error = `"${aggregationMethod}" does not suit ${title}.`;
    expect(refusal(ageKindPulse, add(conceptId, { aggregationMethod }))).toEqual([error]);
  });

  it.each([
    ['an unknown concept', add('vanished'), 'There is no concept vanished.'],
    [
      'a position beyond 20',
      add('pulse', { aggregationMethod: 'min', inputs: { min_ordinal_position: 21 } }),
      '"min_ordinal_position" has no such option.',
    ],
    [
      'dates of rows that have none',
      add('pulse', { aggregationMethod: 'min', inputs: { min_return_value: 'all_dates' } }),
      '"min_return_value" has no such option.',
    ],
    [
      'looking for no value',
      add('kind', { aggregationMethod: 'has_value', inputs: { values: [''] } }),
      'Choose at least one value.',
    ],
    [
      'looking for more than 1000 values',
      add('topics', {
        aggregationMethod: 'has_value_text',
        inputs: { values_text: Array.from({ length: 1001 }, (_, index) => `v${index}`) },
      }),
      'Choose at most 1000 values.',
    ],
    [
      'a boundless alias',
      add('kind', { alias: 'x'.repeat(201) }),
      'A column name has at most 200 characters.',
    ],
  ])('refuses %s', (_, transformation, error) => {
    expect(refusal(ageKindPulse, transformation)).toEqual([error]);
  });

  it.each([
    ['the method', { aggregationMethod: 'average' }, 'aggregation_method', 'not_fitting'],
    [
      'a choice',
      { aggregationMethod: 'most_frequent', inputs: { most_frequent_ordinal_position: 21 } },
      'most_frequent_ordinal_position',
      'not_fitting',
    ],
    ['the values', { aggregationMethod: 'has_value', inputs: { values: [] } }, 'values', 'missing'],
    [
      'too many values',
      {
        aggregationMethod: 'has_value',
        inputs: { values: Array.from({ length: 1001 }, (_, index) => `v${index}`) },
      },
      'values',
      'out_of_range',
    ],
    ['the name', { alias: 'x'.repeat(201) }, 'entry_alias', 'out_of_range'],
  ])('a refusal because of %s names the field and has a code', (_, given, field, code) => {
    expect(refusals(ageKindPulse, add('kind', given))).toEqual([[[field], code]]);
  });

  it('reads numbers that arrive as text and stores every input', () => {
    const settings = (method: string, inputs: Record<string, unknown>) =>
      changed(ageKindPulse, add('kind', { aggregationMethod: method, inputs })).definition.fields.at(-1)
        ?.aggregationSettings;
    expect(settings('most_frequent', { most_frequent_ordinal_position: '3' })).toEqual({
      most_frequent_ordinal_position: 3,
      most_frequent_return_value: 'value',
    });
    expect(settings('has_value', { values: ['ward', 'ward', 'clinic'] })).toEqual({
      values: ['ward', 'clinic'],
      return_value: 'boolean',
    });
  });

  it('allows only a count of the subject id where it is protected', () => {
    expect(refusal(ageKindPulse, add('person_id'), 'deid')).toEqual(['You may not use Person id.']);
    expect(refusal(ageKindPulse, add('secret', { aggregationMethod: 'count_all' }), 'deid')).toEqual([
      'You may not use Secret.',
    ]);
    const counted = add('person_id', { aggregationMethod: 'count_distinct' });
    expect(ids(changed(ageKindPulse, counted, 'deid'))).toHaveLength(4);
  });
});

describe('delete_entry', () => {
  it('takes the column and its sort key away', () => {
    const { definition } = changed(ageKindPulse, { kind: 'delete_entry', entryId: 'kind_list_distinct' });
    expect(definition.fields.map(({ conceptId }) => conceptId)).toEqual(['age', 'pulse']);
    expect(definition.sort).toEqual([{ entryId: 'age', direction: 1 }]);
  });

  it('changes nothing when the id is unknown', () => {
    const { definition } = changed(ageKindPulse, { kind: 'delete_entry', entryId: 'gone' });
    expect(definition).toBe(ageKindPulse);
  });

  it('of the last column brings the defaults back, unsorted', () => {
    const last = table([stack('birth')], [{ entryId: 'birth', direction: -1 }]);
    const { definition } = changed(last, { kind: 'delete_entry', entryId: 'birth' });
    expect(definition).toEqual(defaultTable(context()));
    expect(definition.fields.map(({ conceptId }) => conceptId)).toEqual(['person_id', 'age']);
  });

  it('works at once on the defaults that an empty definition reads as', () => {
    const [first, second] = defaultTable(context()).fields;
    const change = changed(table([]), { kind: 'delete_entry', entryId: first?.entryId ?? '' });
    expect(change.definition.fields).toEqual([second]);
  });
});

describe('resort_columns', () => {
  it('orders, drops those left out, and ignores unknown ids and repeats', () => {
    const entryIds = ['pulse_average', 'gone', 'age', 'pulse_average'];
    const { definition } = changed(ageKindPulse, { kind: 'resort_columns', entryIds });
    expect(ids({ definition })).toEqual(['pulse_average', 'age']);
    expect(definition.sort).toEqual([{ entryId: 'age', direction: 1 }]);
  });

  it('with no ids resets to the defaults', () => {
    const { definition } = changed(ageKindPulse, { kind: 'resort_columns', entryIds: [] });
    expect(definition).toEqual(defaultTable(context()));
  });

  it('changes nothing when the order is the same', () => {
    const entryIds = ['age', 'kind_list_distinct', 'pulse_average'];
    expect(changed(ageKindPulse, { kind: 'resort_columns', entryIds }).definition).toBe(ageKindPulse);
  });
});

describe('add_sort_entry', () => {
  const sortBy = (before: TableDefinition, entryId: string) =>
    changed(before, { kind: 'add_sort_entry', entryId }).definition;

  it('puts a column in front, ascending, and flips the leading one', () => {
    const byPulse = sortBy(ageKindPulse, 'pulse_average');
    expect(byPulse.sort).toEqual([{ entryId: 'pulse_average', direction: 1 }, ...ageKindPulse.sort]);
    expect(sortBy(byPulse, 'pulse_average').sort[0]).toEqual({ entryId: 'pulse_average', direction: -1 });
    expect(sortBy(sortBy(byPulse, 'pulse_average'), 'pulse_average').sort[0]?.direction).toBe(1);
  });

  it('brings a later key to the front, ascending again', () => {
    const twice = sortBy(sortBy(ageKindPulse, 'age'), 'kind_list_distinct');
    expect(twice.sort).toEqual([
      { entryId: 'kind_list_distinct', direction: 1 },
      { entryId: 'age', direction: 1 },
    ]);
  });

  it('keeps at most three keys', () => {
    const four = changed(ageKindPulse, add('birth')).definition;
    const sorted = ['pulse_average', 'new1'].reduce(sortBy, four);
    expect(sorted.sort.map(({ entryId }) => entryId)).toEqual([
      'new1',
      'pulse_average',
      'kind_list_distinct',
    ]);
  });

  it('refuses a column that is not there or that cannot be queried', () => {
    expect(refusal(ageKindPulse, { kind: 'add_sort_entry', entryId: 'gone' })).toEqual([
      'This column is not in the table.',
    ]);
    const broken = table([stack('secret')]);
    expect(refusal(broken, { kind: 'add_sort_entry', entryId: 'secret' }, 'deid')).toEqual([
      'You may not use Secret.',
    ]);
  });

  it('a stored column that does not suit its concept is refused with the code of that fault', () => {
    const unfit = table([aggregate('kind', 'average')]);
    expect(refusals(unfit, { kind: 'add_sort_entry', entryId: 'kind_average' })).toEqual([
      [[], 'not_fitting'],
    ]);
  });

  it('clear_sort_entries goes back to the default sort', () => {
    const { definition } = changed(ageKindPulse, { kind: 'clear_sort_entries' });
    expect(definition.sort).toEqual([]);
    expect(changed(definition, { kind: 'clear_sort_entries' }).definition).toBe(definition);
  });
});

describe('several columns at once', () => {
  it('bulk_add_entries adds all', () => {
    const change = changed(ageKindPulse, { kind: 'bulk_add_entries', conceptIdList: ['birth', 'topics'] });
    expect(ids(change).slice(3)).toEqual(['new1', 'new2']);
    expect(change.definition.fields.at(-1)?.aggregationMethod).toBe('list_distinct');
  });

  it('bulk_add_entries adds none when one cannot be', () => {
    const conceptIdList = ['birth', 'vanished', 'secret'];
    expect(refusal(ageKindPulse, { kind: 'bulk_add_entries', conceptIdList }, 'deid')).toEqual([
      'There is no concept vanished.',
      'You may not use Secret.',
    ]);
  });

  it('add_category adds its direct concepts that the member may use', () => {
    const change = changed(table([stack('age')]), { kind: 'add_category', categoryId: 1 });
    expect(change.definition.fields.map(({ conceptId }) => conceptId)).toEqual([
      'age',
      'visit_id',
      'kind',
      'visit_date',
    ]);
  });

  it('add_category refuses an unknown category and one without usable concepts', () => {
    expect(refusal(ageKindPulse, { kind: 'add_category', categoryId: 9 })).toEqual([
      'There is no such category.',
    ]);
    expect(refusal(ageKindPulse, { kind: 'add_category', categoryId: 2 }, 'deid')).toEqual([
      'This category has no columns to add.',
    ]);
  });

  it('duplicate_entry copies right after the original, and nothing unknown', () => {
    const change = changed(ageKindPulse, { kind: 'duplicate_entry', entryId: 'kind_list_distinct' });
    expect(ids(change)).toEqual(['age', 'kind_list_distinct', 'new1', 'pulse_average']);
    expect(change.definition.fields[2]).toEqual({ ...ageKindPulse.fields[1], entryId: 'new1' });
    expect(refusal(ageKindPulse, { kind: 'duplicate_entry', entryId: 'gone' })).toEqual([
      'This column is not in the table.',
    ]);
  });
});

describe('default columns', () => {
  it('have ids that follow from the concept', () => {
    const first = defaultTable(context()).fields.map(({ entryId }) => entryId);
    expect(defaultTable(context()).fields.map(({ entryId }) => entryId)).toEqual(first);
    expect(new Set(first).size).toBe(2);
    expect(first.every((id) => /^[A-Za-z0-9]{12}$/.test(id))).toBe(true);
  });

  it('leave out what the member may not see, and fall back on a root concept', () => {
    const conceptsOf = (defaultColumns: readonly string[]) => {
      const lookup = createLookup({ ...dictionary, defaultColumns });
      return defaultTable({ lookup, member: { level: 'deid' } }).fields.map(({ conceptId }) => conceptId);
    };
    expect(conceptsOf(['person_id', 'age'])).toEqual(['age']);
    expect(conceptsOf(['person_id'])).toEqual(['birth']);
    expect(conceptsOf(['vanished'])).toEqual(['birth']);
  });

  it('stand in for a definition without columns when it is read', () => {
    expect(checkTable(table([]), context()).columns.map(({ kind }) => kind)).toEqual(['stacked', 'stacked']);
  });
});
