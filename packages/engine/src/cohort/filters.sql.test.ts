import { describe, expect, it } from 'vitest';
import { toQuery } from '../sql/query.ts';
import {
  anyDate,
  choice,
  dates,
  day,
  daysAgo,
  exclude,
  near,
  range,
  set,
  terms,
  text,
  withPrefilter,
} from '../testing/definitions.ts';
import { findSubjects, planOf } from '../testing/findSubjects.ts';
import { openRelease } from '../testing/openRelease.ts';
import { workedExample } from '../testing/workedExample.ts';
import { compileCount } from './compile/compileSubjects.ts';
import { rowFilter } from './plan/cohortPlan.ts';

const open = await openRelease(workedExample);

const subjects = (...entries: Parameters<typeof set>[1] & object) =>
  findSubjects(open, [set('subject', entries)]);

it('text terms are exact and case-sensitive, and a term in slashes is a regular expression', async () => {
  expect(await subjects(text('subject_id', ['S1', 's2', 'S3']))).toBe('S1 S3');
  expect(await subjects(text('subject_id', ['/^S[45]$/', 'S6']))).toBe('S4 S5 S6');
  expect(await subjects(exclude(text('subject_id', ['/S/'])))).toBe('');
});

it('twenty-five thousand terms travel as one parameter', async () => {
  const many = Array.from({ length: 25_000 }, (_, index) => `X${index}`);
  const definition = [set('subject', [text('subject_id', [...many, 'S2'])])];
  expect(await findSubjects(open, definition)).toBe('S2');
  const query = toQuery(compileCount(planOf(open, definition), open.release));
  expect(query.values).toHaveLength(1);
  expect(query.text.length).toBeLessThan(500);
});

it('no value is part of the text of a query', () => {
  const query = toQuery(
    compileCount(planOf(open, [set('subject', [choice('sex', "F' OR '1'='1")])]), open.release),
  );
  expect(query.text).not.toContain('OR');
  expect(query.values.flat()).toEqual(["F' OR '1'='1"]);
});

it('a code that the ontology merged into another finds the other', async () => {
  expect(await findSubjects(open, [set('diagnosis', [terms('code', ['ASD_OLD'])])])).toBe('S1');
});

describe('a window of n days ends today (rule 2.17)', () => {
  it.each([
    [1, '2021-03-20', 'S2'],
    [1, '2021-03-21', ''],
    [2, '2021-03-21', 'S2'],
    [16, '2021-03-20', 'S2'],
    [1, '2020-06-01', 'S1'],
    [10_000, '2019-12-31', 'S5'],
  ])('%i days on %s', async (days, today, expected) => {
    const filter = [set('diagnosis', [daysAgo('diagnosis_date', days)])];
    const rule = [set('diagnosis', [], { event: { kind: 'relative_to_today', daysAgo: days } })];
    expect(await findSubjects(open, filter, day(today))).toBe(expected);
    expect(await findSubjects(open, rule, day(today))).toBe(expected);
  });

  it('an interval may be asked for both its dates', async () => {
    const rule = [
      set('stay', [], {
        event: { kind: 'interval_relative_to_today', startDateDaysAgo: 10, endDateDaysAgo: 3 },
      }),
    ];
    expect(await findSubjects(open, rule, day('2021-03-10'))).toBe('S2');
    expect(await findSubjects(open, rule, day('2021-03-09'))).toBe('');
    expect(await findSubjects(open, rule, day('2021-03-11'))).toBe('');
  });
});

it('a null date meets no bound and survives an exclude', async () => {
  const since = dates('diagnosis_date', '2000-01-01', null);
  expect(await findSubjects(open, [set('diagnosis', [exclude(since)])])).toBe('S4');
  expect(
    await findSubjects(open, [set('diagnosis', [dates('diagnosis_date', null, null, { orNull: true })])]),
  ).toBe('S4');
});

it('exclude with null chosen and no bounds is not null', async () => {
  expect(await subjects(exclude(range('weight', null, null, { orNull: true })))).toBe('S1 S2 S4 S5');
});

it('boolean filters take no exclude', async () => {
  expect(await subjects(exclude(choice('enrolled', true)))).toBe('S1 S4');
});

it('a prefilter holds although the values are excluded', async () => {
  const filter = withPrefilter(exclude(range('value', 0, null)), 'PLT');
  expect(await findSubjects(open, [set('lab', [filter])])).toBe('');
});

it('two sets that refer to each other are two pairs', async () => {
  const definition = [
    set('diagnosis', [], { event: near('lab', -7, 7) }),
    set('lab', [], { event: near('diagnosis', -7, 7) }),
  ];
  expect(await findSubjects(open, definition)).toBe('S1 S2');
});

it('the filters of a target set hold for the other row of the pair', async () => {
  const definition = [
    set('diagnosis', [choice('severity', 'mild')], { event: anyDate }),
    set('lab', [choice('test', 'PLT')], { event: near('diagnosis', 10, 20) }),
  ];
  expect(await findSubjects(open, definition)).toBe('S5');
});

describe('which rows a cohort shows (rule 4.2)', () => {
  const severe = set('diagnosis', [choice('severity', 'severe')], { id: 'severe' });
  const mild = set('diagnosis', [choice('severity', 'mild')], { id: 'mild' });
  const kindOf = (definition: Parameters<typeof planOf>[1]) =>
    rowFilter(planOf(open, definition), 'diagnosis');

  it('without a set on the collection all rows stay', () => {
    expect(kindOf([set('lab')])).toBeNull();
  });
  it.each(['exactly', 'at most', 'at least'] as const)('a set of %s 0 rows filters none', (operator) => {
    expect(kindOf([{ ...severe, countRule: { operator, value: 0 } }])).toBeNull();
  });
  it('beside a set of 0 rows the other sets filter alone', () => {
    const none = { ...mild, countRule: { operator: 'at least', value: 0 } } as const;
    expect(kindOf([severe, none])).toEqual(kindOf([severe]));
  });
  it('several sets show the union of their rows', () => {
    expect(kindOf([severe, mild])).toMatchObject({ kind: 'or', conditions: [{}, {}] });
  });
  it('an empty set beside another shows all rows', () => {
    expect(kindOf([severe, set('diagnosis')])).toEqual({ kind: 'and', conditions: [] });
  });
  it('at most one filters rows as well', () => {
    expect(kindOf([{ ...severe, countRule: { operator: 'at most', value: 1 } }])).not.toBeNull();
  });
});
