import type { AccessLevel } from '@atrium/contract/wire/access';
import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import { describe, expect, it } from 'vitest';
import { createLookup } from '../../dictionary/lookup.ts';
import {
  anyDate,
  choice,
  dates,
  day,
  daysAgo,
  near,
  range,
  set,
  text,
  withPrefilter,
} from '../../testing/definitions.ts';
import { dictionaryOf } from '../../testing/plainRelease.ts';
import { checkCohort } from './checkCohort.ts';

const lookup = createLookup(
  dictionaryOf({
    collections: [
      {
        id: 'subject',
        rows: [],
        concepts: [
          { id: 'sex', type: 'category' },
          { id: 'mrn', type: 'text', hasPhi: true },
          { id: 'born', type: 'date', hasPhi: true },
          { id: 'weight', type: 'number', isAggregatable: false },
          { id: 'level', type: 'number', prefilter: { conceptId: 'mrn', mode: 'required' } },
        ],
      },
      {
        id: 'visit',
        rows: [],
        event: { start: 'visited' },
        concepts: [{ id: 'visited', type: 'date', hasPhi: true }],
      },
      { id: 'plain', rows: [], concepts: [{ id: 'kind', type: 'category' }] },
    ],
  }),
);
const errorsOf = (definition: CohortDefinition, level: AccessLevel = 'phi') => {
  const checked = checkCohort(definition, { lookup, member: { level } });
  return checked.kind === 'broken' ? checked.errors : [];
};
const messages = (...given: Parameters<typeof errorsOf>) => errorsOf(...given).map(({ message }) => message);
const root = (...entries: CohortDefinition[number]['entries']) => [set('subject', entries)];

it('a sound definition carries its concepts to the planner', () => {
  const checked = checkCohort(root(choice('sex', 'F')), { lookup, member: { level: 'agg' } });
  expect(checked).toMatchObject({
    kind: 'sound',
    level: 'agg',
    sets: [{ collection: { id: 'subject' }, entries: [{ concept: { id: 'sex' } }] }],
  });
});

describe('who may use what (rule 1.10)', () => {
  const closed = (level: AccessLevel) =>
    [choice('sex', 'F'), text('mrn', ['1']), dates('born', '2000-01-01', null), range('weight', 0, 1)]
      .filter((filter) => errorsOf(root(filter), level).length > 0)
      .map((filter) => filter.conceptId);
  it.each([
    ['phi', []],
    ['deid', ['mrn']],
    ['agg', ['mrn', 'weight']],
  ] as const)('%s may not use %j', (level, concepts) => {
    expect(closed(level)).toEqual(concepts);
  });
});

describe('protected dates by whole years, both ends tested (rule 1.15)', () => {
  it.each([
    [dates('born', '2000-01-01', '2001-12-31'), 0],
    [dates('born', '2000-01-01', null), 0],
    [dates('born', '2000-01-01', '2001-12-30'), 1],
    [dates('born', '2000-01-02', '2001-12-31'), 1],
    [daysAgo('born', 730), 0],
    [daysAgo('born', 366), 1],
  ])('%j', (filter, count) => {
    expect(errorsOf(root(filter), 'deid')).toHaveLength(count);
    expect(errorsOf(root(filter), 'phi')).toHaveLength(0);
  });
  it('in event rules as well, and in distances between events', () => {
    const rule = (dateMin: string) => [
      set('visit', [], { event: { kind: 'date_range', dateMin: day(dateMin) } }),
    ];
    expect(errorsOf(rule('2000-01-01'), 'deid')).toHaveLength(0);
    expect(errorsOf(rule('2000-01-02'), 'deid')).toMatchObject([{ part: 'eventRule', mayEdit: true }]);
    const pair = (from: number, to: number) => [
      set('visit', [], { event: anyDate }),
      set('visit', [], { id: 'b', event: near('visit', from, to) }),
    ];
    expect(errorsOf(pair(-365, 730), 'deid')).toHaveLength(0);
    expect(errorsOf(pair(0, 3), 'deid')).toMatchObject([{ entryId: 'b', part: 'eventRule', mayEdit: true }]);
    expect(errorsOf(pair(-1, 365), 'deid')).toHaveLength(1);
    expect(errorsOf(pair(0, 3), 'phi')).toHaveLength(0);
  });
});

describe('a definition that no longer fits', () => {
  it.each([
    ['concept gone', root(choice('gone', 'x')), false],
    ['collection gone', [set('gone')], false],
    ['concept of another collection', [set('plain', [choice('sex', 'F')])], false],
    ['type changed', root(range('sex', 0, 1)), true],
    ['truth values of a category', root(choice('sex', true)), true],
    ['nothing chosen', root(choice('sex')), true],
    ['no bounds', root(range('weight', null, null)), true],
    ['a number whose minimum is above its maximum', root(range('weight', 10, 5)), true],
    ['a date whose minimum is after its maximum', root(dates('born', '2001-01-01', '2000-12-31')), true],
    ['days back out of range', root(daysAgo('born', 0)), true],
    ['an expression that cannot run', root(text('mrn', ['/[/'])), true],
    ['a prefilter that is gone', root(withPrefilter(choice('sex', 'F'), 'x')), true],
    ['a required prefilter left out', root(range('level', 0, 1)), true],
    ['a rule on an undated collection', [set('plain', [], { event: anyDate })], false],
    ['a rule of intervals on points', [set('visit', [], { event: { kind: 'interval_date_range' } })], true],
    [
      'a rule of ages on dates',
      [set('visit', [], { event: { kind: 'age_in_days_range', ageMin: 1 } })],
      true,
    ],
    ['a date rule without bounds', [set('visit', [], { event: { kind: 'date_range' } })], true],
    [
      'a date rule whose minimum is after its maximum',
      [
        set('visit', [], {
          event: { kind: 'date_range', dateMin: day('2001-01-01'), dateMax: day('2000-12-31') },
        }),
      ],
      true,
    ],
    [
      'a distance that ends before it starts',
      [set('visit', [], { event: anyDate }), set('visit', [], { id: 'b', event: near('visit', 1, 0) })],
      true,
    ],
    ['a target that is gone', [set('visit', [], { event: near('gone', 0, 1) })], true],
    ['a rule that targets its own set', [set('visit', [], { event: near('visit', 0, 1) })], true],
    [
      'a target without a rule',
      [set('visit'), set('visit', [], { id: 'b', event: near('visit', 0, 1) })],
      true,
    ],
    ['a count on the root', [set('subject', [], { count: ['at least', 2] })], true],
  ])('%s', (_, definition, mayEdit) => {
    expect(errorsOf(definition)).toMatchObject([{ mayEdit }]);
  });

  it('a count rule beside a relative rule, on either side', () => {
    const definition = [
      set('visit', [], { event: anyDate, count: ['at least', 2] }),
      set('visit', [], { id: 'b', event: near('visit', 0, 1), count: ['exactly', 0] }),
    ];
    expect(errorsOf(definition).map(({ entryId }) => entryId)).toEqual(['visit', 'b']);
  });
  it('the default count is no count rule', () => {
    const definition = [
      set('visit', [], { event: anyDate, count: ['at least', 1] }),
      set('visit', [], { id: 'b', event: near('visit', 0, 1) }),
    ];
    expect(errorsOf(definition)).toEqual([]);
  });
  it('every error is listed, with the entry it belongs to', () => {
    expect(messages([set('gone', [choice('gone', 'x')]), ...root(choice('sex'))])).toEqual([
      'The collection gone no longer exists.',
      'The concept gone no longer exists.',
      'Nothing is chosen of Sex.',
    ]);
  });
});

it('a prefilter by a protected concept is closed to those who may not use it', () => {
  const filter = withPrefilter(range('level', 0, 1), '1');
  expect(messages(root(filter), 'deid')).toEqual(['You may not use Mrn.']);
  expect(messages(root(filter), 'phi')).toEqual([]);
});
