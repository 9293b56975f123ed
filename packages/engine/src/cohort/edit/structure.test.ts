import { type CriteriaSet, oneOfFamily } from '@atrium/contract/wire/cohortDefinition';
import { describe, expect, it } from 'vitest';
import { createLookup } from '../../dictionary/lookup.ts';
import { choice, or, range, set } from '../../testing/definitions.ts';
import { add, createEditor, outline } from '../../testing/editing.ts';
import { dictionaryOf } from '../../testing/plainRelease.ts';
import { workedExample } from '../../testing/workedExample.ts';

const edit = createEditor(createLookup(dictionaryOf(workedExample)));
const a = { ...choice('sex', 'F'), entryId: 'a' };
const b = { ...choice('race', 'Asian'), entryId: 'b' };
const c = { ...range('weight', 0, 1), entryId: 'c' };
const d = { ...choice('enrolled', true), entryId: 'd' };
const mild = { ...choice('severity', 'mild'), entryId: 'mild' };

const remove = (entryId: string, removeEmptyCriteriaSets = false) =>
  ({ kind: 'delete_entry', entryId, removeEmptyCriteriaSets }) as const;
const sort = (entryId: string, ...childIds: string[]) =>
  ({ kind: 'sort_cd_entries', entryId, childIds }) as const;
const join = (entryId: string) => ({ kind: 'change_to_boolean_or', entryId }) as const;
const split = (entryId: string) => ({ kind: 'change_to_boolean_and', entryId }) as const;

const reached = {
  stages: [{ kind: 'birth' }, { kind: 'birth' }],
  exits: [],
  reached: 1,
  way: 'reached',
} as const;
const pathway: CriteriaSet = {
  ...set('subject', [], { id: 'path' }),
  pathway: { ...reached, stages: [...reached.stages], exits: [] },
};

describe('deleting', () => {
  it('a filter inside an or-group goes, and a group of one dissolves', () => {
    const definition = [set('subject', [or(a, b), c])];
    expect(outline(edit.after(definition, remove('a')))).toEqual(['subject: b, c']);
  });
  it('an or-group goes as a whole by its own id', () => {
    expect(outline(edit.after([set('subject', [or(a, b), c])], remove('group')))).toEqual(['subject: c']);
  });
  it('an empty set stays, unless the edit removes empty sets: then every one goes', () => {
    const definition = [set('subject', [a]), set('stay')];
    expect(outline(edit.after(definition, remove('a')))).toEqual(['subject:', 'stay:']);
    expect(edit.after(definition, remove('a', true))).toEqual([]);
  });
  it('a set that asks something without filters is not empty', () => {
    const one: CriteriaSet = { ...set('subject', [], { id: 'one' }), about: oneOfFamily };
    const definition = [set('subject', [a]), pathway, one];
    expect(outline(edit.after(definition, remove('a', true)))).toEqual(['path:', 'one:']);
  });
  it('an unknown id changes nothing', () => {
    expect(edit([set('subject', [a])], remove('gone'))).toEqual({ kind: 'unchanged' });
    expect(edit([], { kind: 'delete_criteria_set', entryId: 'gone' })).toEqual({ kind: 'unchanged' });
  });
  it('everything goes with clear_all', () => {
    expect(edit([set('subject', [a])], { kind: 'clear_all' })).toMatchObject({ definition: [] });
    expect(edit([], { kind: 'clear_all' })).toEqual({ kind: 'unchanged' });
  });
  it('an edit never wipes a definition that holds an error', () => {
    const broken = [set('gone', [choice('no_such_concept', 'x')]), set('subject', [a, b])];
    expect(outline(edit.after(broken, remove('a')))).toEqual(['gone: no_such_concept', 'subject: b']);
  });
});

describe('adding sets', () => {
  const addSet = (collectionId: string) => ({ kind: 'add_criteria_set', collectionId }) as const;
  it('others stand last and may repeat', () => {
    expect(outline(edit.after([set('stay')], addSet('stay')))).toEqual(['stay:', 'new1:']);
  });
  it('a pathway is a set of its own: filters and sets on the subject stand beside it (rules 3.15 and 17.33)', () => {
    expect(outline(edit.after([pathway], addSet('subject')))).toEqual(['new1:', 'path:']);
    const filter = add('sex', { selectedCategories: ['F'] });
    expect(outline(edit.after([pathway], filter))).toEqual([
      expect.stringMatching(/^new\d: new\d$/),
      'path:',
    ]);
  });
  it('the root stands first, and there is one', () => {
    expect(outline(edit.after([set('stay')], addSet('subject')))).toEqual(['new1:', 'stay:']);
    expect(edit([set('stay'), set('subject')], addSet('subject'))).toEqual({
      kind: 'unchanged',
      entryId: 'subject',
    });
  });
  it('a collection of another dataset is not found', () => {
    expect(() => edit([], addSet('gone'))).toThrow(expect.objectContaining({ code: 'not_found' }));
  });
});

describe('sorting', () => {
  const other = { ...choice('severity', 'severe'), entryId: 'other' };
  const definition = [set('subject', [or(a, b), c, d]), set('diagnosis', [mild])];

  it('an or-group survives where its filters stay side by side', () => {
    expect(outline(edit.after(definition, sort('subject', 'c', 'b', 'a', 'd')))[0]).toBe(
      'subject: c, group(b|a), d',
    );
    expect(outline(edit.after(definition, sort('subject', 'a', 'c', 'b', 'd')))[0]).toBe(
      'subject: a, c, b, d',
    );
  });
  it('two runs of one group become two groups', () => {
    const four = [set('subject', [or(a, b, c, d), { ...a, entryId: 'x' }])];
    expect(outline(edit.after(four, sort('subject', 'a', 'b', 'x', 'c', 'd')))).toEqual([
      'subject: group(a|b), x, new1(c|d)',
    ]);
  });
  it('filters left out go to the end, unknown ids are passed over', () => {
    expect(outline(edit.after(definition, sort('subject', 'd', 'gone')))[0]).toBe(
      'subject: d, group(a|b), c',
    );
  });
  it('the id of a group stands for its filters', () => {
    expect(outline(edit.after(definition, sort('subject', 'd', 'group', 'c')))[0]).toBe(
      'subject: d, group(a|b), c',
    );
  });
  it('a filter moves to another set of its collection and leaves its group', () => {
    const two = [
      set('diagnosis', [or(mild, other)], { id: 'first' }),
      set('diagnosis', [], { id: 'second' }),
    ];
    expect(outline(edit.after(two, sort('second', 'mild')))).toEqual(['first: other', 'second: mild']);
  });
  it('a filter of another collection moves nothing, the root included', () => {
    expect(edit(definition, sort('subject', 'mild', 'a'))).toEqual({ kind: 'unchanged' });
    expect(edit(definition, sort('diagnosis', 'a', 'mild'))).toEqual({ kind: 'unchanged' });
  });
  it('the order that is there changes nothing', () => {
    expect(edit(definition, sort('subject', 'a', 'b', 'c', 'd'))).toEqual({ kind: 'unchanged' });
  });
  it('a set that is gone is refused', () => {
    expect(edit(definition, sort('gone', 'a')).kind).toBe('refused');
  });
});

describe('or-groups', () => {
  const row = [set('subject', [a, b, c, d])];
  it('join a filter with the next', () => {
    expect(outline(edit.after(row, join('b')))).toEqual(['subject: a, new1(b|c), d']);
  });
  it('merge with the groups beside them', () => {
    const grouped = [set('subject', [or(a, b), c, d])];
    expect(outline(edit.after(grouped, join('b')))).toEqual(['subject: group(a|b|c), d']);
    expect(outline(edit.after(grouped, join('group')))).toEqual(['subject: group(a|b|c), d']);
    expect(outline(edit.after([set('subject', [a, or(b, c)])], join('a')))).toEqual([
      'subject: group(a|b|c)',
    ]);
  });
  it('a filter already joined with the next changes nothing', () => {
    expect(edit([set('subject', [or(a, b), c])], join('a'))).toEqual({ kind: 'unchanged' });
  });
  it('the last filter has no next', () => {
    expect(edit(row, join('d'))).toMatchObject({ kind: 'refused' });
    expect(edit(row, join('gone'))).toMatchObject({ kind: 'refused' });
  });
  it('split after a filter, and dissolve where one is left', () => {
    const four = [set('subject', [or(a, b, c, d)])];
    expect(outline(edit.after(four, split('b')))).toEqual(['subject: group(a|b), new1(c|d)']);
    expect(outline(edit.after(four, split('a')))).toEqual(['subject: a, group(b|c|d)']);
    expect(outline(edit.after(four, split('c')))).toEqual(['subject: group(a|b|c), d']);
    expect(outline(edit.after([set('subject', [or(a, b)])], split('a')))).toEqual(['subject: a, b']);
  });
  it('nothing to split changes nothing', () => {
    expect(edit([set('subject', [or(a, b)])], split('b'))).toEqual({ kind: 'unchanged' });
    expect(edit(row, split('a'))).toEqual({ kind: 'unchanged' });
  });
});

describe('the name of a set', () => {
  const named = (alias: string | null) =>
    ({ kind: 'set_criteria_set_alias', entryId: 'stay', alias }) as const;
  it('is set trimmed, and removed by empty text or null', () => {
    const [set1] = edit.after([set('stay')], named(' Ward '));
    expect(set1).toMatchObject({ alias: 'Ward' });
    expect(edit.after([set('stay', [], { alias: 'Ward' })], named(''))[0]).not.toHaveProperty('alias');
    expect(edit.after([set('stay', [], { alias: 'Ward' })], named(null))[0]).not.toHaveProperty('alias');
  });
  it('has a length that can be shown', () => {
    expect(edit([set('stay')], named('x'.repeat(201))).kind).toBe('refused');
  });
});

it('missing values are included in one edit, but where the filter is excluded or has them (rule 4.21)', () => {
  const include = (entryId: string) => ({ kind: 'include_missing', entryId }) as const;
  const definition = [set('subject', [or(a, b), c, { ...d, excludeSelected: true }])];
  const edited = edit.after(definition, include('b'), include('c'));
  const bOrNone = { ...choice('race', 'Asian', null), entryId: 'b' };
  const cOrNone = { ...range('weight', 0, 1, { orNull: true }), entryId: 'c' };
  expect(edited).toEqual([set('subject', [or(a, bOrNone), cOrNone, { ...d, excludeSelected: true }])]);
  for (const entryId of ['b', 'c', 'd', 'gone'])
    expect(edit(edited, include(entryId))).toEqual({ kind: 'unchanged' });
});

describe('alternatives among criteria sets (rule 3.27)', () => {
  const three = [set('subject', [a]), set('stay'), set('lab')];
  const groups = (definition: ReturnType<typeof edit.after>) =>
    definition.map(({ entryId, orGroupId }) => `${entryId}:${orGroupId ?? ''}`).join(' ');

  it('a set joins the one below it, and groups on either side merge', () => {
    const joined = edit.after(three, join('subject'));
    expect(groups(joined)).toBe('subject:new1 stay:new1 lab:');
    expect(groups(edit.after(joined, join('stay')))).toBe('subject:new1 stay:new1 lab:new1');
    expect(edit(joined, join('subject'))).toEqual({ kind: 'unchanged' });
  });
  it('the last set has nothing to join', () => {
    expect(edit(three, join('lab'))).toMatchObject({ kind: 'refused' });
  });
  it('a group is split after a set, and a set that is left alone is in none', () => {
    const all = three.map((one) => ({ ...one, orGroupId: 'g' }));
    expect(groups(edit.after(all, split('subject')))).toBe('subject: stay:new1 lab:new1');
    expect(groups(edit.after(all, split('stay')))).toBe('subject:g stay:g lab:');
    expect(edit(all, split('lab'))).toEqual({ kind: 'unchanged' });
  });
  it('a deletion that leaves one of a group leaves no group', () => {
    const joined = edit.after(three, join('stay'));
    const removed = edit.after(joined, { kind: 'delete_criteria_set', entryId: 'lab' });
    expect(groups(removed)).toBe('subject: stay:');
    expect(groups(edit.after(joined, { ...remove('a'), removeEmptyCriteriaSets: true }))).toBe('');
  });
});
