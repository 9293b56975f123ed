import { describe, expect, it } from 'vitest';
import { compileAnalysis } from '../../analysis/compileAnalysis.ts';
import { toQuery } from '../../sql/query.ts';
import { compileRangeSummary } from '../../statistics/rangeStatistics.ts';
import { dates, set } from '../../testing/definitions.ts';
import { findSubjects, planOf } from '../../testing/findSubjects.ts';
import { type OpenRelease, openRelease } from '../../testing/openRelease.ts';
import type { PlainRelease } from '../../testing/plainRelease.ts';
import { permit } from '../../visibility/permit.ts';
import { checkTable } from '../check/checkTable.ts';
import { exportColumns } from '../present/exportColumns.ts';
import { csvCells, fileValues } from '../present/fileCells.ts';
import { aggregate, runRows, runTable, stack, table } from '../testing/tables.ts';
import { compileTable } from './compileTable.ts';

/** Of two visits on one day the one with the later hour is the earlier instant, by its zone. */
const late = '2020-01-10 08:00:00.000000 2020-01-10 22:00:00.000000+14:00';
const early = '2020-01-10 09:30:00.000000';
const clinic: PlainRelease = {
  collections: [
    {
      id: 'subject',
      concepts: [
        { id: 'subject_id', type: 'category' },
        { id: 'born', type: 'date', time: 'minute', hasPhi: true },
        { id: 'calls', type: 'date', time: 'second', isMultiple: true },
      ],
      rows: [
        {
          subjects: ['A'],
          values: {
            subject_id: 'A',
            born: '1980-05-06 07:08:00.000000',
            calls: ['2020-01-10 07:00:05.000000', '2020-01-10 06:00:00.000000', '2020-01-09'],
          },
        },
        { subjects: ['B'], values: { subject_id: 'B', born: '1980-05-06' } },
        { subjects: ['C'], values: { subject_id: 'C' } },
      ],
    },
    {
      id: 'visit',
      event: { start: 'seen' },
      concepts: [
        { id: 'seen', type: 'date', time: 'minute' },
        { id: 'ward', type: 'category' },
        { id: 'left', type: 'date', time: 'minute', hasPhi: true },
      ],
      rows: [
        { subjects: ['A'], values: { seen: early, ward: 'x', left: '2020-01-11 10:00:00.000000' } },
        { subjects: ['A'], values: { seen: late, ward: 'y' } },
        { subjects: ['B'], values: { seen: '2020-01-10', ward: 'z' } },
      ],
    },
  ],
};

const open = await openRelease(clinic);

const cells = async (conceptId: string, method: string, settings = {}) =>
  (await runTable(open, table([stack('subject_id'), aggregate(conceptId, method, settings)]))).rows.map(
    ([, cell]) => cell,
  );

describe('a date with its time', () => {
  it('stands in a stacked column with the time, one row for each moment, in the order of the instants', async () => {
    const { rows, records } = await runTable(open, table([stack('seen')]));
    expect(rows.map(([cell]) => cell)).toEqual([
      '2020-01-10',
      '2020-01-10 22:00+14:00',
      '2020-01-10 09:30',
      null,
    ]);
    expect(records).toBe(4);
  });

  it('is listed and compared with its time', async () => {
    expect(await cells('seen', 'list_all')).toEqual([
      ['2020-01-10 22:00+14:00', '2020-01-10 09:30'],
      '2020-01-10',
      null,
    ]);
    expect(await cells('seen', 'min_date')).toEqual(['2020-01-10 22:00+14:00', '2020-01-10', null]);
    expect(await cells('seen', 'max_date')).toEqual(['2020-01-10 09:30', '2020-01-10', null]);
    expect(await cells('calls', 'list_distinct')).toEqual([
      ['2020-01-09', '2020-01-10 06:00:00', '2020-01-10 07:00:05'],
      null,
      null,
    ]);
  });

  it('says by its instant which record is the earliest and the latest', async () => {
    expect(await cells('ward', 'earliest')).toEqual(['y', 'z', null]);
    expect(await cells('ward', 'latest')).toEqual(['x', 'z', null]);
    expect(await cells('ward', 'list_all', { list_all_ordering: 'event_date' })).toEqual([
      ['y', 'x'],
      'z',
      null,
    ]);
    const settings = { values: ['x', 'y', 'z'], return_value: 'all_dates' };
    expect(await cells('ward', 'has_value', settings)).toEqual([
      ['2020-01-10 22:00+14:00', '2020-01-10 09:30'],
      '2020-01-10',
      null,
    ]);
  });

  it('is its day to filters, summaries and cross-tabs', async () => {
    const onDay = (id: string, day: string) => dates(id, day, day);
    expect(await findSubjects(open, [set('visit', [onDay('seen', '2020-01-10')])])).toBe('A B');
    expect(await findSubjects(open, [set('subject', [onDay('calls', '2020-01-09')])])).toBe('A');
    expect(await findSubjects(open, [set('subject', [onDay('born', '1980-05-06')])])).toBe('A B');
    const concept = open.release.lookup.concept('calls');
    if (concept === undefined) throw new Error('There is no such concept.');
    const population = { plan: planOf(open, []), prefilter: null };
    const summary = await runRows(open, toQuery(compileRangeSummary(concept, population, open.release)));
    expect(summary.map(({ count, min, max }) => [Number(count), min, max])).toEqual([
      [2, '2020-01-09', '2020-01-10'],
    ]);
    const axis = { entryId: 'calls', concept, yearsOnly: false, topCodesAges: false };
    const crossTab = compileAnalysis([{ ...axis, bucketing: { kind: 'each' } }], population.plan, {
      release: open.release,
      most: 10,
    });
    const counts = (await runRows(open, crossTab)).map(({ k0, subjects }) => [k0, Number(subjects)]);
    expect(counts.sort()).toEqual([
      [null, 2],
      ['2020-01-09', 1],
      ['2020-01-10', 1],
    ]);
  });

  it('is in every file as on the page', async () => {
    const fields = table([stack('subject_id'), stack('born'), aggregate('seen', 'list_all')]);
    const { lookup } = open.release;
    const checked = checkTable(fields, { lookup, member: { level: 'phi' } });
    const { everything } = compileTable(checked, planOf(open, []), open.release);
    const rows = await runRows(open, everything);
    const columns = exportColumns(checked, { lookup, cohort: [] });
    const valuesOf = fileValues(columns.map(({ file }) => file));
    expect(columns.map(({ file: { type } }) => [type.kind, type.isList])).toEqual([
      ['text', false],
      ['datetime', false],
      ['datetime', true],
    ]);
    expect(rows.map((row) => csvCells(valuesOf(row)))).toEqual([
      ['A', '1980-05-06 07:08', '2020-01-10 22:00+14:00; 2020-01-10 09:30'],
      ['B', '1980-05-06', '2020-01-10'],
      ['C', '', ''],
    ]);
    expect(rows.map(valuesOf)).toEqual([
      ['A', '1980-05-06 07:08', ['2020-01-10 22:00+14:00', '2020-01-10 09:30']],
      ['B', '1980-05-06', ['2020-01-10']],
      ['C', null, null],
    ]);
  });
});

describe('a protected date with its time, for a member who sees its year', () => {
  const fields = table([
    stack('subject_id'),
    stack('born'),
    aggregate('left', 'list_all'),
    aggregate('seen', 'min_date'),
  ]);
  const seenAs = (level: 'deid' | 'phi'): OpenRelease => {
    const { lookup, visibility } = permit(open.release.lookup, { level, groups: null });
    return { ...open, release: { ...open.release, lookup, visibility } };
  };

  it('is the year alone, and other dates keep their time', async () => {
    const seen = seenAs('deid');
    const { rows, checked } = await runTable(seen, fields, { level: 'deid' });
    const columns = exportColumns(checked, { lookup: seen.release.lookup, cohort: [] });
    expect(columns.map(({ file: { type } }) => type.kind)).toEqual(['text', 'year', 'year', 'datetime']);
    expect(rows).toEqual([
      ['A', 1980, 2020, '2020-01-10 22:00+14:00'],
      ['B', 1980, null, '2020-01-10'],
      ['C', null, null, null],
    ]);
  });

  it('is never read with its time, not even where a check is missing', () => {
    const { lookup } = open.release;
    const momentsRead = (level: 'deid' | 'phi') => {
      const seen = seenAs(level);
      const checked = checkTable(fields, { lookup, member: { level: 'phi' } });
      const { everything } = compileTable(checked, planOf(open, []), seen.release);
      const concepts = lookup.dictionary.concepts.filter(({ number }) =>
        everything.text.includes(`_moment_${number}"`),
      );
      return concepts.map(({ id }) => id);
    };
    expect(momentsRead('phi')).toEqual(['born', 'seen', 'left']);
    expect(momentsRead('deid')).toEqual(['seen']);
  });
});
