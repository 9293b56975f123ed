import { describe, expect, it } from 'vitest';
import { createLookup } from '../../dictionary/lookup.ts';
import { choice, or, range, set } from '../../testing/definitions.ts';
import { add, createEditor, outline } from '../../testing/editing.ts';
import { dictionaryOf } from '../../testing/plainRelease.ts';
import { workedExample } from '../../testing/workedExample.ts';

const edit = createEditor(createLookup(dictionaryOf(workedExample)));
const sexF = { selectedCategories: ['F'] };

describe('where a new filter goes', () => {
  it('to the end of the first set of its collection', () => {
    const definition = [
      set('diagnosis', [choice('code')], { id: 'first' }),
      set('diagnosis', [], { id: 'second' }),
    ];
    const edited = edit.after(definition, add('severity', { selectedCategories: ['mild'] }));
    expect(outline(edited)).toEqual(['first: code, new1', 'second:']);
  });

  it('to a new set, in front for the root and last for others', () => {
    const definition = [set('stay')];
    expect(outline(edit.after(definition, add('sex', sexF)))).toEqual(['new1: new2', 'stay:']);
    const severity = add('severity', { selectedCategories: ['mild'] });
    expect(outline(edit.after(definition, severity))).toEqual(['stay:', 'new1: new2']);
  });

  it('to the set of its collection that is named, or to another one', () => {
    const definition = [
      set('diagnosis', [choice('code')], { id: 'first' }),
      set('diagnosis', [], { id: 'second' }),
      set('stay'),
    ];
    const severityIn = (criteriaSet: string) =>
      add('severity', { selectedCategories: ['mild'], criteriaSet });
    expect(outline(edit.after(definition, severityIn('second')))).toEqual([
      'first: code',
      'second: new1',
      'stay:',
    ]);
    expect(outline(edit.after(definition, severityIn('new')))).toEqual([
      'first: code',
      'second:',
      'stay:',
      'new1: new2',
    ]);
  });

  it('to the one root set, even where a new set is asked for', () => {
    const definition = [set('subject', [choice('race', 'Asian')])];
    const another = add('sex', { ...sexF, criteriaSet: 'new' });
    expect(outline(edit.after(definition, another))).toEqual(['subject: race, new1']);
  });

  it.each(['gone', 'stay'])('never to a set that is not there for it: %s', (criteriaSet) => {
    const definition = [set('diagnosis', [choice('code')]), set('stay', [], { id: 'stay' })];
    expect(edit(definition, add('severity', { selectedCategories: ['mild'], criteriaSet }))).toMatchObject({
      kind: 'refused',
      errors: ['This criteria set no longer exists.'],
    });
  });

  it('a concept of another dataset is not found', () => {
    expect(() => edit([], add('elsewhere', sexF))).toThrow(expect.objectContaining({ code: 'not_found' }));
  });
});

describe('editing a filter', () => {
  const definition = [
    set('subject', [or(choice('sex', 'M'), range('weight', 0, 1)), choice('race', 'Asian')]),
  ];

  it('keeps its position and its id, inside an or-group too', () => {
    const outcome = edit(definition, add('sex', { entryId: 'sex', ...sexF }));
    expect(outcome).toMatchObject({ kind: 'changed', entryId: 'sex' });
    const edited = edit.after(definition, add('sex', { entryId: 'sex', ...sexF }));
    expect(outline(edited)).toEqual(['subject: group(sex|weight), race']);
    expect(edited[0]?.entries[0]).toMatchObject({ entries: [{ categories: ['F'] }, {}] });
  });

  it('an unknown filter is refused and nothing is added', () => {
    expect(edit(definition, add('sex', { entryId: 'gone', ...sexF }))).toMatchObject({
      kind: 'refused',
      errors: ['This filter no longer exists.'],
    });
  });

  it('the same values again change nothing', () => {
    expect(edit(definition, add('sex', { entryId: 'sex', selectedCategories: ['M'] }))).toEqual({
      kind: 'unchanged',
      entryId: 'sex',
    });
  });
});

describe('validate_only', () => {
  it('says whether the filter is fine and never changes anything', () => {
    expect(edit([], add('sex', { ...sexF, validateOnly: true }))).toEqual({ kind: 'valid' });
    expect(edit([], add('sex', { validateOnly: true })).kind).toBe('refused');
  });
  it('reports warnings even where they would be ignored', () => {
    const form = add('subject_id', { textSelection: 'S9', validateOnly: true, ignoreWarnings: true });
    expect(edit([], form)).toMatchObject({ kind: 'refused', errors: [], warnings: ['Entry S9 not found'] });
  });
});

const stored = (...given: Parameters<typeof edit>) => {
  const outcome = edit(...given);
  if (outcome.kind !== 'changed') throw new Error(JSON.stringify(outcome));
  const [entry] = outcome.definition.at(-1)?.entries ?? [];
  return entry;
};
const errorsOf = (...given: Parameters<typeof edit>) => {
  const outcome = edit(...given);
  return outcome.kind === 'refused' ? outcome.errors : outcome;
};

describe('categories and truth values', () => {
  it('empty text and null both mean no value, once', () => {
    expect(stored([], add('sex', { selectedCategories: [null, 'F', '', 'F'] }))).toMatchObject({
      categories: [null, 'F'],
      excludeSelected: false,
    });
  });
  it('values that the data do not hold are accepted', () => {
    expect(stored([], add('sex', { selectedCategories: ['X'], excludeSelected: true }))).toMatchObject({
      categories: ['X'],
      excludeSelected: true,
    });
  });
  it('truth values come as JSON or text, and take no exclude', () => {
    const form = add('enrolled', { selectedCategories: ['True', true, 'False', ''], excludeSelected: true });
    expect(stored([], form)).toMatchObject({ categories: [true, false, null], excludeSelected: false });
  });
  it('nothing chosen and other words are refused', () => {
    expect(errorsOf([], add('sex', { selectedCategories: [] }))).toEqual([
      'Selected values: choose at least one value of Sex.',
    ]);
    expect(errorsOf([], add('enrolled', { selectedCategories: ['maybe'] }))).toEqual([
      'Selected values: “maybe” is neither true nor false.',
    ]);
  });
});

describe('numbers', () => {
  it('zero survives, as text too', () => {
    expect(stored([], add('weight', { min: 0, max: '0' }))).toMatchObject({ min: 0, max: 0 });
  });
  it('an empty side is open', () => {
    expect(stored([], add('weight', { min: '', max: ' 2.5 ' }))).toMatchObject({ min: null, max: 2.5 });
  });
  it('null alone may be asked for', () => {
    const form = add('weight', { includeNullAndMissing: true });
    expect(stored([], form)).toMatchObject({ min: null, max: null, includeNullAndMissing: true });
  });
  it.each([
    [{}, ['Minimum, Maximum: give at least one bound of Weight.']],
    [{ min: 'ten' }, ['Minimum: “ten” is not a number.']],
    [{ min: '0x10', max: '1,5' }, ['Minimum: “0x10” is not a number.', 'Maximum: “1,5” is not a number.']],
    [{ min: 5, max: 1 }, ['Minimum, Maximum: the minimum is above the maximum.']],
  ])('%j is refused', (fields, errors) => {
    expect(errorsOf([], add('weight', fields))).toEqual(errors);
  });
});

describe('dates', () => {
  it('are ISO or month first, and nothing else', () => {
    const form = add('diagnosis_date', { min: '2020-02-29', max: '12/31/2021' });
    expect(stored([], form)).toMatchObject({ min: '2020-02-29', max: '2021-12-31' });
    for (const min of ['2021-02-29', '2015', 'yesterday', '31/12/2021'])
      expect(errorsOf([], add('diagnosis_date', { min }))).toEqual([
        `Minimum: “${min}” is not a date (YYYY-MM-DD).`,
      ]);
  });
  it('the minimum may not be after the maximum', () => {
    expect(errorsOf([], add('diagnosis_date', { min: '2021-01-02', max: '2021-01-01' }))).toEqual([
      'Minimum, Maximum: the minimum is after the maximum.',
    ]);
  });
  it('days ago are whole and at least one', () => {
    const form = (daysAgo: string) => add('diagnosis_date', { queryType: 'relative_to_today', daysAgo });
    expect(stored([], form('30'))).toMatchObject({ kind: 'relativeDate', daysAgo: 30 });
    for (const daysAgo of ['', '0', '-1', '1.5', 'x', '11', '400', '999999999'])
      expect(edit([], form(daysAgo))).toMatchObject({ kind: 'refused', warnings: [] });
  });
});

describe('what a member may not ask', () => {
  const guarded = createEditor(
    createLookup(
      dictionaryOf({
        collections: [
          {
            id: 'subject',
            rows: [],
            concepts: [
              { id: 'mrn', type: 'text', hasPhi: true },
              { id: 'born', type: 'date', hasPhi: true },
              { id: 'age', type: 'age' },
              { id: 'test', type: 'category' },
              { id: 'value', type: 'number', prefilter: { conceptId: 'test', mode: 'required' } },
            ],
          },
        ],
      }),
    ),
  );
  const deid = { level: 'deid' } as const;

  it('a protected concept', () => {
    expect(guarded([], add('mrn', { textSelection: '/1/' }), deid)).toMatchObject({
      kind: 'refused',
      errors: ['You may not use Mrn.'],
    });
  });
  it('days of a protected date; years are Jan 1 and Dec 31', () => {
    expect(guarded([], add('born', { min: '2000-05-01' }), deid).kind).toBe('refused');
    expect(guarded([], add('born', { min: 2000, max: '2001' }), deid)).toMatchObject({
      definition: [{ entries: [{ min: '2000-01-01', max: '2001-12-31' }] }],
    });
    expect(guarded([], add('born', { min: 1200 }), deid).kind).toBe('refused');
    const ago = (daysAgo: number) => add('born', { queryType: 'relative_to_today', daysAgo });
    expect(guarded([], ago(366), deid).kind).toBe('refused');
    expect(guarded([], ago(730), deid).kind).toBe('changed');
  });
  it('a value without the prefilter that it requires', () => {
    expect(guarded([], add('value', { min: 1 }))).toMatchObject({ errors: ['Prefilter: Value needs one.'] });
    expect(guarded([], add('value', { min: 1, prefilterValue: 'HGB' }))).toMatchObject({
      definition: [{ entries: [{ prefilterValue: 'HGB' }] }],
    });
    expect(guarded([], add('age', { ageMinDay: 1, prefilterValue: 'x' }))).toMatchObject({
      errors: ['Prefilter: Age has none.'],
    });
  });
  it('a missing part of an age counts as 0, and a given 0 stays', () => {
    const ages = (fields: Parameters<typeof add>[1]) => guarded([], add('age', fields));
    expect(ages({ ageMinYear: '0', ageMaxYear: 17, ageMaxDay: '' })).toMatchObject({
      definition: [{ entries: [{ min: 0, max: 6209 }] }],
    });
    expect(ages({ ageMinDay: 'x' })).toMatchObject({ errors: ['Minimum days: “x” is not a number.'] });
    expect(ages({ ageMinYear: 2, ageMaxYear: 1 }).kind).toBe('refused');
    expect(ages({}).kind).toBe('refused');
  });
});
