import type { AccessLevel } from '@atrium/contract/wire/access';
import type { CohortDefinition, EventRule, FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import { describe, expect, it } from 'vitest';
import { checkCohort } from '../cohort/check/checkCohort.ts';
import { planCohort } from '../cohort/plan/planCohort.ts';
import { redactCohort } from '../cohort/redactCohort.ts';
import { createLookup } from '../dictionary/lookup.ts';
import { aggregate, runTable, stack, table } from '../table/testing/tables.ts';
import {
  anyDate,
  choice,
  dates,
  day,
  daysAgo,
  near,
  range,
  set,
  withPrefilter,
} from '../testing/definitions.ts';
import { type OpenRelease, openRelease } from '../testing/openRelease.ts';
import { dictionaryOf, type PlainRelease } from '../testing/plainRelease.ts';
import { ask } from '../testing/testEngine.ts';
import { permit, type Standing } from './permit.ts';

const ofSubject = (id: string, values: Readonly<Record<string, string | number | boolean | null>>) => ({
  subjects: [id],
  values: { id, ...values },
});
const visit = (subject: string, on: string, finding: string) => ({
  subjects: [subject],
  values: { on, finding },
});

const plain: PlainRelease = {
  collections: [
    {
      id: 'subject',
      concepts: [
        { id: 'id', type: 'text' },
        { id: 'sex', type: 'category' },
        { id: 'age', type: 'age' },
        { id: 'score', type: 'number' },
        { id: 'agreed', type: 'boolean' },
        { id: 'born', type: 'date', hasPhi: true },
        { id: 'secret', type: 'category', hasPhi: true },
        { id: 'measured', type: 'number', prefilter: { conceptId: 'secret', mode: 'optional' } },
        { id: 'bound', type: 'number', prefilter: { conceptId: 'secret', mode: 'required' } },
      ],
      rows: [
        ofSubject('A', { sex: 'F', age: 32_871, score: 0, agreed: true, born: '2001-03-01' }),
        ofSubject('B', { sex: 'F', age: 32_872, score: 2, agreed: false, born: '2001-01-01' }),
        ofSubject('C', { sex: 'M', age: 40_000, score: null, agreed: null, born: '2000-06-01' }),
      ],
    },
    {
      id: 'visit',
      event: { start: 'on' },
      concepts: [
        { id: 'on', type: 'date', hasPhi: true },
        { id: 'finding', type: 'category' },
      ],
      rows: [visit('A', '2019-12-01', 'z'), visit('A', '2019-02-01', 'y'), visit('A', '2018-01-01', 'q')],
    },
    {
      id: 'stay',
      event: { start: 'came', end: 'went' },
      concepts: [
        { id: 'came', type: 'date', hasPhi: true },
        { id: 'went', type: 'date' },
      ],
      rows: [],
    },
    {
      id: 'report',
      event: { start: 'reported' },
      concepts: [{ id: 'reported', type: 'date' }],
      rows: [],
    },
    {
      id: 'chart',
      event: { start: 'charted' },
      concepts: [{ id: 'charted', type: 'age', hasPhi: true }],
      rows: [],
    },
  ],
};

const open = await openRelease(plain);

const group = {
  allSubjects: false,
  subjectConcepts: [] as readonly string[],
  categories: null,
  concepts: null,
  collections: null,
};
const seenAs = (standing: Standing): OpenRelease => ({
  ...open,
  release: { ...open.release, ...permit(open.release.lookup, standing) },
});
const standing = (level: AccessLevel): Standing => ({ level, groups: null });

async function find(
  seen: OpenRelease,
  level: AccessLevel,
  definition: CohortDefinition = [],
): Promise<number> {
  const checked = checkCohort(definition, { lookup: seen.release.lookup, member: { level } });
  if (checked.kind === 'broken') throw new Error(checked.errors.map(({ message }) => message).join(' '));
  const plan = planCohort(checked, { today: day('2025-01-01') });
  const [row] = await ask(seen, { kind: 'count', plan });
  return Number(row?.['count']);
}

describe('the subjects of permission groups', () => {
  it.each([
    ['true, not false or null', ['agreed'], 1],
    ['a number but not 0', ['score'], 1],
    ['any age, as any other value', ['age'], 3],
    ['one of several', ['agreed', 'score'], 2],
    ['a concept that is gone, or not on the root: none', ['gone', 'finding'], 0],
    ['no concepts: none', [], 0],
  ])('are those with %s', async (_what, subjectConcepts, count) => {
    const seen = seenAs({ level: 'phi', groups: [{ ...group, subjectConcepts }] });
    expect(await find(seen, 'phi')).toBe(count);
  });

  it('are all where a group opens all, and none without any group', async () => {
    const all = [{ ...group }, { ...group, allSubjects: true }];
    expect(await find(seenAs({ level: 'phi', groups: all }), 'phi')).toBe(3);
    expect(await find(seenAs({ level: 'phi', groups: [] }), 'phi')).toBe(0);
  });
});

it.each([
  ['phi', ['id', 'sex', 'note', 'sample']],
  ['deid', ['id', 'sex', 'note', 'sample']],
  ['agg', ['sex']],
] as const)(
  'of a text, a concept with an address and the id of the subject, %s may use %j',
  (level, concepts) => {
    const lookup = createLookup(
      dictionaryOf({
        collections: [
          {
            id: 'subject',
            rows: [],
            concepts: [
              { id: 'id', type: 'number' },
              { id: 'sex', type: 'category' },
              { id: 'note', type: 'text' },
              { id: 'sample', type: 'category', link: 'https://example.org/{value}' },
            ],
          },
        ],
      }),
    );
    const seen = permit(lookup, standing(level)).lookup;
    expect(seen.dictionary.concepts.map(({ id }) => id)).toEqual(concepts);
  },
);

describe('ages of 90 years and more', () => {
  const found = (level: AccessLevel, min: number | null, max: number | null) =>
    find(seenAs(standing(level)), level, [set('subject', [range('age', min, max)])]);

  it.each([
    ['phi', 33_000, null, 1],
    ['deid', 32_872, null, 2],
    ['agg', 32_872, null, 2],
    ['deid', null, 32_871, 1],
    ['deid', null, 32_872, 3],
  ] as const)('to %s: from %s to %s are %s', async (level, min, max, count) => {
    expect(await found(level, min, max)).toBe(count);
  });

  it.each([
    [32_873, null],
    [null, 33_000],
    [0, 40_000],
  ])('bounds from %s to %s would tell them apart', async (min, max) => {
    await expect(found('deid', min, max)).rejects.toThrow('ages of 90 years and more are one group');
  });

  it('are one value in tables', async () => {
    const columns = table([stack('age'), aggregate('sex', 'count_all')]);
    const { rows } = await runTable(seenAs(standing('deid')), columns, { level: 'deid' });
    expect(rows).toEqual([
      ['89 years, 364 days', 1],
      ['90 years or more', 2],
    ]);
  });
});

describe('dates that show by year', () => {
  const finding = (method: string, settings = {}) => aggregate('finding', method, settings);
  const cells = async (level: AccessLevel) => {
    const columns = table([
      stack('id'),
      finding('latest'),
      finding('list_all', { list_all_ordering: 'event_date' }),
    ]);
    const { rows } = await runTable(seenAs(standing(level)), columns, { level });
    return rows[0];
  };

  it('order rows by year, and within a year by value', async () => {
    expect(await cells('phi')).toEqual(['A', 'z', ['q', 'y', 'z']]);
    expect(await cells('deid')).toEqual(['A', 'y', ['q', 'y', 'z']]);
  });

  const window = (years: number): FilterEntry => daysAgo('born', years * 365);
  const visited = (years: number): EventRule => ({ kind: 'relative_to_today', daysAgo: years * 365 });

  it.each([
    ['phi', set('subject', [window(24)]), 1],
    ['deid', set('subject', [window(24)]), 2],
    ['phi', set('visit', [choice('finding', 'q')], { event: visited(7) }), 0],
    ['deid', set('visit', [choice('finding', 'q')], { event: visited(7) }), 1],
  ] as const)('are not cut by a window up to today within a year: %s', async (level, criteria, count) => {
    expect(await find(seenAs(standing(level)), level, [criteria])).toBe(count);
  });

  it('sort a table by year, and within a year by the next column', async () => {
    const columns = table([stack('born'), stack('id')], [{ entryId: 'born', direction: 1 }]);
    const { rows } = await runTable(seenAs(standing('deid')), columns, { level: 'deid' });
    expect(rows).toEqual([
      [2000, 'C'],
      [2001, 'A'],
      [2001, 'B'],
    ]);
  });

  const apart = (years: number, own: string, target: string) => [
    set('visit', [choice('finding', own)], { id: 'v', event: near('t', years * 365, years * 365) }),
    set('visit', [choice('finding', target)], { id: 't', event: anyDate }),
  ];
  it.each([
    ['phi', 1, 'z', 'q', 0],
    ['deid', 1, 'z', 'q', 1],
    ['deid', -1, 'q', 'z', 1],
    ['deid', 0, 'z', 'y', 1],
    ['deid', 0, 'y', 'z', 1],
    ['deid', 0, 'z', 'q', 0],
    ['deid', 2, 'z', 'q', 0],
  ] as const)(
    'are set against each other by calendar years: %s, %s from %s to %s',
    async (level, years, own, target, count) => {
      expect(await find(seenAs(standing(level)), level, apart(years, own, target))).toBe(count);
    },
  );

  it('are the first day of their year in every statement, so that a missing check tells no day', async () => {
    const { release } = seenAs(standing('deid'));
    const unchecked = { ...open, release: { ...release, lookup: open.release.lookup } };
    const onTheDay = [
      set('subject', [dates('born', '2001-03-01', '2001-03-01')]),
      set('visit', [], { event: { kind: 'date_range', dateMin: day('2019-12-01') } }),
    ];
    for (const [index, criteria] of onTheDay.entries()) {
      expect([index, await find(open, 'phi', [criteria])]).toEqual([index, 1]);
      expect([index, await find(unchecked, 'phi', [criteria])]).toEqual([index, 0]);
    }
    const { rows } = await runTable(unchecked, table([stack('on')]), { level: 'phi' });
    expect(rows.flat()).toEqual(['2018-01-01', '2019-01-01', null]);
  });

  it('are not set against exact ones, from which they could be read', () => {
    const definition = [
      set('visit', [], { id: 'v', event: near('r', 0, 0) }),
      set('report', [], { id: 'r', event: anyDate }),
    ];
    const { lookup } = seenAs(standing('deid')).release;
    expect(checkCohort(definition, { lookup, member: { level: 'deid' } })).toMatchObject({
      kind: 'broken',
      errors: [
        {
          entryId: 'v',
          message: 'Exact dates and whole years cannot be set against each other: Visit, Report.',
        },
      ],
    });
    expect(checkCohort(definition, { lookup, member: { level: 'phi' } }).kind).toBe('sound');
  });
});

it('an event whose one end shows its day is not set against another, from whose other end it could be read', () => {
  const definition = [
    set('stay', [], { id: 's', event: near('t', 0, 0) }),
    set('stay', [], { id: 't', event: anyDate }),
  ];
  const checked = (level: AccessLevel) =>
    checkCohort(definition, { lookup: seenAs(standing(level)).release.lookup, member: { level } }).kind;
  expect([checked('deid'), checked('phi')]).toEqual(['broken', 'sound']);
});

describe('what a member may not use', () => {
  it('does not exist for them, with what cannot be used without it', () => {
    const { lookup } = seenAs(standing('deid')).release;
    expect(['secret', 'bound', 'charted'].map((id) => lookup.concept(id))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(lookup.concept('measured')?.prefilter).toBeNull();
    expect(lookup.collection('chart')?.event).toBeNull();
    expect(lookup.hidden.concept('secret')).toBe(true);
    expect(lookup.hidden.concept('nowhere')).toBe(false);
  });

  it('keeps only its position in a definition', () => {
    const { lookup } = seenAs(standing('deid')).release;
    const definition = [
      set('subject', [
        choice('secret', 'told'),
        withPrefilter(range('measured', 1, 2), 'told'),
        dates('born', '2001-03-01', '2001-03-02'),
        range('age', 40_000, null),
      ]),
      set('chart', [], { event: { kind: 'age_in_days_range', ageMin: 5 } }),
    ];
    const shown = redactCohort(definition, { lookup, member: { level: 'deid' } });
    expect(shown).toEqual([
      set('subject', [
        { ...choice('secret'), conceptId: '' },
        range('measured', 1, 2),
        dates('born', '2001-01-01', '2001-12-31'),
        range('age', 32_872, null),
      ]),
      set('chart', [], { event: anyDate }),
    ]);
    expect(redactCohort(definition, { lookup: open.release.lookup, member: { level: 'phi' } })).toEqual(
      definition,
    );
  });
});
