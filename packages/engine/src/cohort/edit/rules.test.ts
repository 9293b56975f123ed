import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import type { CohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import { describe, expect, it } from 'vitest';
import { createLookup } from '../../dictionary/lookup.ts';
import { anyDate, near, set } from '../../testing/definitions.ts';
import { add, createEditor } from '../../testing/editing.ts';
import { dictionaryOf, type PlainRelease } from '../../testing/plainRelease.ts';
import { withProtectedDates, workedExample } from '../../testing/workedExample.ts';

const edit = createEditor(createLookup(dictionaryOf(workedExample)));
const count = (
  entryId: string,
  operator: 'at least' | 'at most' | 'exactly',
  value: string | number | null,
) => ({ kind: 'add_criteria_set_count_rule', entryId, operator, count: value }) as const;
const modify = (
  entryId: string,
  optionType: string,
  fields: Record<string, unknown> = {},
): CohortTransformation => ({
  kind: 'modify_event_rule',
  entryId,
  optionType,
  fields,
});
const ruleOf = (definition: CohortDefinition, ...edits: CohortTransformation[]) =>
  edit.after(definition, ...edits)[0]?.eventRule;
const errorsOf = (definition: CohortDefinition, transformation: CohortTransformation) => {
  const outcome = edit(definition, transformation);
  return outcome.kind === 'refused' ? outcome.errors : outcome.kind;
};

describe('count rules', () => {
  it('are set on sub-collections, zero included', () => {
    expect(edit.after([set('stay')], count('stay', 'exactly', 0))[0]?.countRule).toEqual({
      operator: 'exactly',
      value: 0,
    });
  });
  it.each([
    ['on the root', [set('subject')], count('subject', 'at least', 2)],
    ['below zero', [set('stay')], count('stay', 'at least', -1)],
    ['left empty', [set('stay')], count('stay', 'at least', '')],
    ['without a number', [set('stay')], count('stay', 'at least', 'many')],
    ['between whole numbers', [set('stay')], count('stay', 'at least', '1.5')],
    ['on a set that is gone', [], count('stay', 'at least', 1)],
    [
      'on a set with a relative rule',
      [set('stay', [], { event: anyDate }), set('lab', [], { event: near('stay', 0, 1) })],
      count('lab', 'at least', 2),
    ],
    [
      'on the target of a relative rule',
      [set('stay', [], { event: anyDate }), set('lab', [], { event: near('stay', 0, 1) })],
      count('stay', 'exactly', 0),
    ],
  ])('are refused %s', (_, definition, transformation) => {
    expect(edit(definition, transformation).kind).toBe('refused');
  });
});

describe('event rules', () => {
  const stay = [set('stay', [], { event: anyDate })];
  const lab = [set('lab', [], { event: anyDate })];

  it('begin as any date, on dated collections only', () => {
    expect(ruleOf([set('lab')], { kind: 'create_event_rule', entryId: 'lab' })).toEqual(anyDate);
    expect(edit(lab, { kind: 'create_event_rule', entryId: 'lab' })).toEqual({ kind: 'unchanged' });
    expect(edit([set('subject')], { kind: 'create_event_rule', entryId: 'subject' }).kind).toBe('refused');
  });
  it('take days in both spellings, one bound at least', () => {
    expect(ruleOf(lab, modify('lab', 'date_range', { date_min: '01/02/2020', date_max: '' }))).toEqual({
      kind: 'date_range',
      dateMin: '2020-01-02',
    });
    expect(ruleOf(stay, modify('stay', 'interval_date_range', { date_end_max: '2020-01-02' }))).toEqual({
      kind: 'interval_date_range',
      dateEndMax: '2020-01-02',
    });
  });
  it('take days ago as text, and "ignore" for one side of an interval', () => {
    expect(ruleOf(lab, modify('lab', 'relative_to_today', { days_ago: '30' }))).toEqual({
      kind: 'relative_to_today',
      daysAgo: 30,
    });
    const fields = { start_date_days_ago: 'ignore', end_date_days_ago: 7 };
    expect(ruleOf(stay, modify('stay', 'interval_relative_to_today', fields))).toEqual({
      kind: 'interval_relative_to_today',
      endDateDaysAgo: 7,
    });
  });
  it('go back to any date', () => {
    const ruled = [set('lab', [], { event: { kind: 'relative_to_today', daysAgo: 3 } })];
    expect(ruleOf(ruled, modify('lab', 'no_restriction'))).toEqual(anyDate);
  });
  it.each([
    [modify('lab', 'date_range'), ['date_min, date_max: give at least one.']],
    [modify('lab', 'date_range', { date_min: '2015' }), ['date_min: “2015” is not a date (YYYY-MM-DD).']],
    [
      modify('lab', 'date_range', { date_min: '2020-01-02', date_max: '2020-01-01' }),
      ['date_min: the minimum is above the maximum.'],
    ],
    [
      modify('lab', 'relative_to_today', { days_ago: 0 }),
      ['days_ago: choose one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 30, 60, 180, 365, 730, 1095 days.'],
    ],
    [modify('lab', 'relative_to_today', { days_ago: 'x' }), ['days_ago: “x” is not a number.']],
    [modify('lab', 'interval_date_range', {}), ['option_type: interval_date_range does not fit Lab.']],
    [
      modify('lab', 'age_in_days_range', { age_min: 1 }),
      ['option_type: age_in_days_range does not fit Lab.'],
    ],
    [modify('lab', 'toString'), ['option_type: toString does not fit Lab.']],
  ])('%j is refused', (transformation, errors) => {
    expect(errorsOf(lab, transformation)).toEqual(errors);
  });
});

describe('rules relative to another event', () => {
  const two = [set('lab'), set('stay', [], { event: anyDate })];
  const fields = (target: string, from: unknown, to: unknown, more: Record<string, unknown> = {}) => ({
    target_entry_id: target,
    [`range_start_days_from_target_${target}`]: from,
    [`range_end_days_from_target_${target}`]: to,
    ...more,
  });
  const relative = (...given: Parameters<typeof fields>) =>
    modify('lab', 'relative_to_other_event', fields(...given));

  it('parse the fields that end in the id of the target; an edge that is not given is the start', () => {
    const more = { range_end_target_stay: 'end', range_end_target_other: 'start' };
    expect(ruleOf(two, relative('stay', '-7', 0, more))).toEqual({
      ...near('stay', -7, 0, 'end'),
    });
  });
  it.each([
    [relative('', 0, 0), /^target_entry_id: choose another event/],
    [relative('gone', 0, 0), /^target_entry_id: choose a criteria set/],
    [relative('lab', 0, 0), /^target_entry_id/],
    [relative('stay', '', 0), /^range_start_days_from_target: give/],
    [relative('stay', 1, 0), /ends before it starts/],
    [relative('stay', 0, 0, { reference_date_stay: 'middle' }), /^reference_date/],
  ])('%j is refused', (transformation, error) => {
    expect(errorsOf(two, transformation)).toEqual([expect.stringMatching(error)]);
  });
  it('where dates show as years, distances are whole calendar years; others are refused at their fields', () => {
    const protectedDates = createEditor(createLookup(dictionaryOf(withProtectedDates())));
    const edited = (from: number, to: number) =>
      protectedDates(two, relative('stay', from, to), { level: 'deid' });
    expect(edited(-365, 0)).toMatchObject({ kind: 'changed' });
    expect(edited(-30, 30)).toMatchObject({
      kind: 'refused',
      errors: ['start', 'end'].map(
        (edge) =>
          `range_${edge}_days_from_target: you may ask for whole calendar years (0, 365, 730, …) only.`,
      ),
    });
  });
  it('give a target without a rule "any date" (rule 3.29)', () => {
    const [lab, stay] = edit.after([set('lab'), set('stay')], relative('stay', 0, 1));
    expect([lab?.eventRule, stay?.eventRule]).toEqual([near('stay', 0, 1), anyDate]);
    expect(errorsOf([set('lab'), set('subject')], relative('subject', 0, 0))).toEqual([
      'target_entry_id: you may not use the dates of Subject.',
    ]);
  });
  const besideNew = (filter: ReturnType<typeof add>): CohortTransformation => ({
    kind: 'modify_event_rule',
    entryId: 'lab',
    optionType: 'relative_to_other_event',
    fields: { range_start_days_from_target: 0, range_end_days_from_target: 90 },
    targetFilter: filter,
  });
  it('make a set for an event that is none of the sets, with its filter (rule 3.29)', () => {
    const severe = { selectedCategories: ['severe'], criteriaSet: 'other', validateOnly: true };
    const [lab, made] = edit.after([set('lab')], besideNew(add('severity', severe)));
    expect(lab?.eventRule).toEqual(near(made?.entryId ?? '', 0, 90));
    expect(made).toMatchObject({
      collectionId: 'diagnosis',
      eventRule: anyDate,
      entries: [{ kind: 'choice', conceptId: 'severity', categories: ['severe'] }],
    });
  });
  it.each([
    [add('severity'), /^Selected values/],
    [add('sex', { selectedCategories: ['F'] }), /^target_entry_id: you may not use the dates of Subject/],
  ])('make no set where the filter or its collection does not do: %j', (filter, error) => {
    expect(errorsOf([set('lab')], besideNew(filter))).toEqual([expect.stringMatching(error)]);
  });
  it('are refused beside a count rule on either side', () => {
    const counted = { count: ['at least', 2] } as const;
    expect(errorsOf([set('lab', [], counted), ...two.slice(1)], relative('stay', 0, 0))).toHaveLength(1);
    const target = set('stay', [], { ...counted, event: anyDate });
    expect(errorsOf([set('lab'), target], relative('stay', 0, 0))).toHaveLength(1);
  });

  const chain = [
    set('stay', [], { id: 'c', event: anyDate }),
    set('stay', [], { id: 'b', event: near('c', 0, 1) }),
    set('stay', [], { id: 'a', event: near('b', 0, 1) }),
    set('stay', [], { id: 'free', event: anyDate }),
  ];
  it('go with their target, and so on along a chain', () => {
    const [b, a, free] = edit.after(chain, { kind: 'delete_criteria_set', entryId: 'c' });
    expect([b?.eventRule, a?.eventRule, free?.eventRule]).toEqual([undefined, undefined, anyDate]);
  });
  it('go with the rule of their target', () => {
    const rules = edit
      .after(chain, { kind: 'delete_event_rule', entryId: 'c' })
      .map(({ eventRule }) => eventRule);
    expect(rules).toEqual([undefined, undefined, undefined, anyDate]);
  });
  it('stay when their target changes its rule', () => {
    expect(edit.after(chain, modify('b', 'no_restriction'))[2]?.eventRule).toEqual(near('b', 0, 1));
  });
  it('deleting a rule that is not there changes nothing', () => {
    expect(edit([set('lab')], { kind: 'delete_event_rule', entryId: 'lab' })).toEqual({ kind: 'unchanged' });
  });
});

describe('protected dates', () => {
  const guarded: PlainRelease = {
    collections: [
      { id: 'subject', concepts: [{ id: 'id', type: 'text' }], rows: [] },
      {
        id: 'visit',
        event: { start: 'visited' },
        concepts: [{ id: 'visited', type: 'date', hasPhi: true }],
        rows: [],
      },
    ],
  };
  const editor = createEditor(createLookup(dictionaryOf(guarded)));
  const visit = [set('visit', [], { event: anyDate })];
  const edited = (option: string, fields: Record<string, unknown>) =>
    editor(visit, modify('visit', option, fields), { level: 'deid' });

  it('are asked for by whole years', () => {
    expect(edited('date_range', { date_min: '2001', date_max: '12/31/2003' })).toMatchObject({
      definition: [{ eventRule: { dateMin: '2001-01-01', dateMax: '2003-12-31' } }],
    });
    expect(edited('date_range', { date_min: '2001-02-01' }).kind).toBe('refused');
    expect(edited('relative_to_today', { days_ago: 365 }).kind).toBe('changed');
    expect(edited('relative_to_today', { days_ago: 30 }).kind).toBe('refused');
  });
});
