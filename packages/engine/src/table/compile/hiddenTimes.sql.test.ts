import { dayOfMoment } from '@atrium/contract/calendar/moments';
import type { TableField } from '@atrium/contract/wire/tableDefinition';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileAnalysis } from '../../analysis/compileAnalysis.ts';
import type { Concept } from '../../dictionary/dictionary.ts';
import { toQuery } from '../../sql/query.ts';
import { compileRangeSummary } from '../../statistics/rangeStatistics.ts';
import { casesOr, isGate } from '../../testing/effort.ts';
import { planOf } from '../../testing/findSubjects.ts';
import { type OpenRelease, openRelease } from '../../testing/openRelease.ts';
import type { PlainRelease, PlainValue } from '../../testing/plainRelease.ts';
import { permit } from '../../visibility/permit.ts';
import type { InputSpec } from '../aggregations/aggregation.ts';
import { methodsFor } from '../aggregations/aggregations.ts';
import { columnSubject } from '../aggregations/columnSubject.ts';
import { checkTable } from '../check/checkTable.ts';
import { exportColumns } from '../present/exportColumns.ts';
import { csvCells, fileValues } from '../present/fileCells.ts';
import { presentRow } from '../present/presentRow.ts';
import { anyRelease, anySets, anyTable, planFor } from '../testing/anyTable.ts';
import { aggregate, runRows, runTable, stack, table } from '../testing/tables.ts';
import { compileTable } from './compileTable.ts';

type Level = 'phi' | 'deid';
const seenAs = (open: OpenRelease, level: Level): OpenRelease => ({
  ...open,
  release: { ...open.release, ...permit(open.release.lookup, { level, groups: null }) },
});

/** Visits on one day whose order by the hour is not that of their wards, and one visit the year before. */
const clinic: PlainRelease = {
  collections: [
    {
      id: 'subject',
      concepts: [
        { id: 'subject_id', type: 'category' },
        { id: 'born', type: 'date', time: 'minute', hasPhi: true },
        { id: 'calls', type: 'date', time: 'second', hasPhi: true, isMultiple: true },
      ],
      rows: [
        {
          subjects: ['A'],
          values: {
            subject_id: 'A',
            born: '1980-05-06 07:08:00.000000',
            calls: ['2020-01-10 07:00:05.000000', '2020-01-10 06:00:00.000000', '2019-01-09'],
          },
        },
        { subjects: ['B'], values: { subject_id: 'B', born: '1980-05-06 03:04:00.000000' } },
      ],
    },
    {
      id: 'visit',
      event: { start: 'seen', end: 'gone' },
      concepts: [
        { id: 'seen', type: 'date', time: 'minute', hasPhi: true },
        { id: 'gone', type: 'date', time: 'minute', hasPhi: true },
        { id: 'ward', type: 'category' },
        { id: 'note', type: 'text' },
        { id: 'score', type: 'number' },
      ],
      rows: [
        ['2020-01-10 09:30:00.000000', 'x'],
        ['2020-01-10 08:00:00.000000 2020-01-10 22:00:00.000000+14:00', 'y'],
        ['2020-01-10 23:59:00.000000', 'w'],
        ['2020-01-01 04:30:00.000000 2019-12-31 23:30:00.000000-05:00', 'z'],
      ].map(([seen = '', ward = '']) => ({
        subjects: ['A'],
        values: { seen, gone: seen, ward, note: ward, score: 5 },
      })),
    },
  ],
};

const open = await openRelease(clinic);

/** Every answer to the inputs of a method, with the first two of many; in the gate each with the first of the others. */
const answersTo = (inputs: readonly InputSpec[]): readonly Readonly<Record<string, string | string[]>>[] =>
  inputs.reduce<readonly Readonly<Record<string, string | string[]>>[]>(
    (known, spec) => {
      const answers =
        spec.kind === 'choice'
          ? spec.options.slice(0, spec.options.length > 10 ? 2 : undefined).map(([value]) => String(value))
          : [['w', 'x', 'y', 'z', '2020-01-10']];
      const [first = '', ...others] = answers;
      if (!isGate) return known.flatMap((one) => answers.map((answer) => ({ ...one, [spec.id]: answer })));
      const usual = known.map((one) => ({ ...one, [spec.id]: first }));
      return [...usual, ...others.map((answer) => ({ ...known[0], [spec.id]: answer }))];
    },
    [{}],
  );

/** Tables that hold every column that can be made of the concepts that the member may use. */
const everyTable = (level: Level): readonly TableField[][] => {
  const { lookup } = seenAs(open, level).release;
  return lookup.dictionary.concepts.flatMap((concept) => {
    const subject = columnSubject(concept, { lookup, member: { level } });
    if (subject === null) return [];
    const summaries = methodsFor(subject)
      .flatMap(({ id, inputs }) => answersTo(inputs).map((settings) => aggregate(concept.id, id, settings)))
      .map((field, index) => ({ ...field, entryId: `e${index}` }));
    return [
      [stack('subject_id', 's'), ...summaries],
      [stack('subject_id', 's'), stack(concept.id)],
    ];
  });
};

const formNames = ['page', 'csv', 'typed'] as const;

/** The cells of each column as pages and files hold them, as text. */
async function cellsInEveryForm(fields: readonly TableField[], level: Level) {
  const seen = seenAs(open, level);
  const { lookup } = seen.release;
  const checked = checkTable(table(fields), { lookup, member: { level } });
  const { everything, page } = compileTable(checked, planOf(seen, []), seen.release);
  const rows = await runRows(seen, everything);
  expect(await runRows(seen, page({ limit: 2, offset: 1 }))).toEqual(rows.slice(1, 3));
  const columns = exportColumns(checked, { lookup, cohort: [] });
  expect(columns).toHaveLength(fields.length);
  const valuesOf = fileValues(columns.map(({ file }) => file));
  const forms = {
    page: rows.map((row) => presentRow(checked, row)),
    csv: rows.map((row) => csvCells(valuesOf(row))),
    typed: rows.map(valuesOf),
  };
  return fields.map((field, index) => ({
    field,
    type: columns[index]?.file.type.kind,
    texts: formNames.map((name) => JSON.stringify(forms[name].map((row) => row[index]))),
  }));
}

const dayOrTime = /\d\d:\d\d|\d{4}-\d\d/;

describe('the time of a protected date, for a member who sees its year', () => {
  it('is in no cell and no file, whatever a column makes of the date or of what happened then', async () => {
    const methods = new Set<string | null>();
    for (const fields of everyTable('deid')) {
      for (const { field, type, texts } of await cellsInEveryForm(fields, 'deid')) {
        methods.add(field.aggregationMethod);
        expect([field, texts.filter((text) => dayOrTime.test(text))]).toEqual([field, []]);
        expect([field, type]).not.toEqual([field, expect.stringMatching('date')]);
      }
    }
    expect(methods.size).toBeGreaterThan(12);
  });

  it('is there for a member who sees the days, in each of these ways', async () => {
    const told = new Set<string | null>();
    for (const fields of everyTable('phi')) {
      for (const { field, texts } of await cellsInEveryForm(fields, 'phi')) {
        if (texts.every((text) => /\d\d:\d\d/.test(text))) told.add(field.aggregationMethod);
      }
    }
    expect([...told].sort()).toEqual([
      'has_value',
      'has_value_text',
      'list_all',
      'list_distinct',
      'max',
      'max_date',
      'min',
      'min_date',
      'most_frequent',
      null,
    ]);
  });

  it('makes no row of its own', async () => {
    const shown = async (id: string, level: Level) =>
      (await runTable(seenAs(open, level), table([stack(id)]), { level })).rows.flat();
    expect(await shown('seen', 'deid')).toEqual([2019, 2020, null]);
    expect(await shown('calls', 'deid')).toEqual([2019, 2020, null]);
    expect(await shown('seen', 'phi')).toHaveLength(5);
    expect(await shown('calls', 'phi')).toHaveLength(4);
  });

  it.each([
    [1, ['z', 'w', 'x', 'y']],
    [-1, ['w', 'x', 'y', 'z']],
  ] as const)('sorts nothing within the year (%s)', async (direction, wards) => {
    const sort = [{ entryId: 'seen', direction }];
    const fields = [stack('seen'), stack('ward'), stack('subject_id')];
    const { rows } = await runTable(seenAs(open, 'deid'), table(fields, sort), { level: 'deid' });
    expect(rows.filter(([seen]) => seen !== null).map(([, ward]) => ward)).toEqual(wards);
    const exact = await runTable(open, table(fields, sort));
    expect(exact.rows.filter(([seen]) => seen !== null).map(([, ward]) => ward)).toEqual(
      direction === 1 ? ['z', 'y', 'x', 'w'] : ['w', 'x', 'y', 'z'],
    );
  });

  it.each([
    ['earliest', {}, 'z', 'z'],
    ['earliest', { earliest_ordinal_position: '2' }, 'w', 'y'],
    ['latest', {}, 'w', 'w'],
    ['latest', { latest_ordinal_position: '2' }, 'x', 'x'],
    ['latest', { latest_ordinal_position: '3' }, 'y', 'y'],
    ['list_all', { list_all_ordering: 'event_date' }, ['z', 'w', 'x', 'y'], ['z', 'y', 'x', 'w']],
  ] as const)('says not which is the %s record %j of a year', async (method, settings, byYear, byTime) => {
    const fields = table([stack('subject_id'), aggregate('ward', method, settings)]);
    const ofA = async (level: Level) =>
      (await runTable(seenAs(open, level), fields, { level })).rows.find(([id]) => id === 'A')?.[1];
    expect(await ofA('deid')).toEqual(byYear);
    expect(await ofA('phi')).toEqual(byTime);
  });

  it('is in no summary of values and on no axis, which read the first day of the year', async () => {
    const { release } = seenAs(open, 'deid');
    const population = { plan: planOf(open, []), prefilter: null };
    const conceptOf = (id: string): Concept => {
      const found = release.lookup.concept(id);
      if (found === undefined) throw new Error(id);
      return found;
    };
    for (const id of ['born', 'calls', 'seen', 'gone']) {
      const concept = conceptOf(id);
      const [summary] = await runRows(open, toQuery(compileRangeSummary(concept, population, release)));
      expect([summary?.['min'], summary?.['max']].map((value) => String(value).slice(4))).toEqual([
        '-01-01',
        '-01-01',
      ]);
      for (const yearsOnly of [true, false]) {
        const axis = {
          entryId: id,
          concept,
          yearsOnly,
          topCodesAges: false,
          bucketing: { kind: 'each' as const },
        };
        const crossTab = compileAnalysis([axis], population.plan, { release, most: 10 });
        const labels = (await runRows(open, crossTab)).map(({ k0 }) => String(k0));
        expect(labels).toEqual(labels.map(() => expect.stringMatching(/^(\d{4}(-01-01)?|null)$/)));
      }
    }
  });

  it('is read by no statement, not even where a check is missing', async () => {
    const { lookup } = open.release;
    const fields = table([
      ...['subject_id', 'born', 'calls', 'seen', 'gone'].map((id) => stack(id)),
      aggregate('ward', 'latest'),
      aggregate('calls', 'list_all'),
    ]);
    const checked = checkTable(fields, { lookup, member: { level: 'phi' } });
    const textFor = (level: Level): string => {
      const compiled = compileTable(checked, planOf(open, []), seenAs(open, level).release);
      return [compiled.recordCount, compiled.page({ limit: 5, offset: 0 }), compiled.everything]
        .map(({ text }) => text)
        .join();
    };
    expect(textFor('phi')).toMatch(/_moments?_/);
    expect(textFor('deid')).not.toMatch(/_moments?_/);
    const { rows } = await runTable(
      { ...open, release: { ...seenAs(open, 'deid').release, lookup } },
      fields,
      { level: 'phi' },
    );
    expect(JSON.stringify(rows)).not.toMatch(/\d\d:\d\d|\d{4}-(?!01-01)/);
  });
});

const protectedDates = ['visit_date', 'test_date', 'note_times'];

/** A moment, and a day, anywhere in the year; one of the moments lies in the next year by its instant. */
const othersIn = (year: string): readonly string[] => [
  `${year}-02-03`,
  `${year}-12-31 23:59:00.000000`,
  `${year}-01-01 00:00:00.000000`,
  `${Number(year) + 1}-01-01 04:30:00.000000 ${year}-12-31 23:30:00.000000-05:00`,
];

/** The release with its dates protected, each moved within its year by the next of the choices. */
function withOtherDays(plain: PlainRelease, choices: readonly number[]): PlainRelease {
  let next = 0;
  const moved = (moment: string, isTimed: boolean): string => {
    const others = othersIn(dayOfMoment(moment).slice(0, 4));
    next += 1;
    const other = others[(choices[next % choices.length] ?? 0) % others.length] ?? moment;
    return isTimed ? other : dayOfMoment(other);
  };
  const value = ([id, given]: [string, PlainValue]): [string, PlainValue] => {
    if (!protectedDates.includes(id)) return [id, given];
    const isTimed = id !== 'visit_date';
    if (typeof given === 'string') return [id, moved(given, isTimed)];
    return Array.isArray(given) ? [id, given.map((one) => moved(String(one), isTimed))] : [id, given];
  };
  return {
    ...plain,
    collections: plain.collections.map((collection) => ({
      ...collection,
      concepts: collection.concepts.map((concept) =>
        protectedDates.includes(concept.id) ? { ...concept, hasPhi: true } : concept,
      ),
      rows: collection.rows.map((row) => ({
        ...row,
        values: Object.fromEntries(Object.entries(row.values).map(value)),
      })),
    })),
  };
}

it('any table of a member who sees years is the same whatever the days and times within the years', async () => {
  const tables = fc.array(fc.tuple(anyTable, anySets), { minLength: 4, maxLength: 4 });
  const choices = fc.array(fc.nat(3), { minLength: 7, maxLength: 7 });
  let differing = 0;
  await fc.assert(
    fc.asyncProperty(anyRelease, choices, choices, tables, async (plain, some, others, questions) => {
      const copies = [
        await openRelease(withOtherDays(plain, some)),
        await openRelease(withOtherDays(plain, others)),
      ];
      for (const [fields, sets] of questions) {
        const rowsFor = (level: Level) =>
          Promise.all(
            copies.map(async (copy) => {
              const seen = seenAs(copy, level);
              return runTable(seen, fields, { plan: planFor(sets, seen.release.lookup), level });
            }),
          );
        const [one, other] = await rowsFor('deid');
        expect(one?.rows).toEqual(other?.rows);
        expect(one?.records).toEqual(other?.records);
        const [exact, moved] = await rowsFor('phi');
        if (JSON.stringify(exact?.rows) !== JSON.stringify(moved?.rows)) differing += 1;
      }
    }),
    { numRuns: casesOr(3, { inGate: 1 }) },
  );
  expect(differing).toBeGreaterThan(0);
});
