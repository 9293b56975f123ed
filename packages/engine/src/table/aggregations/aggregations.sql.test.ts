import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import type { AggregationSettings, TableField } from '@atrium/contract/wire/tableDefinition';
import { describe, expect, it } from 'vitest';
import { anyDate, choice, near, set } from '../../testing/definitions.ts';
import { openRelease } from '../../testing/openRelease.ts';
import { workedExample } from '../../testing/workedExample.ts';
import { aggregate, runTable, stack, table } from '../testing/tables.ts';

const open = await openRelease(workedExample);

const asd = 'Atrial septal defect';
const vsd = 'Ventricular septal defect';

/** One cell for each subject S1 … S6. */
async function perSubject(field: TableField, cohort: CohortDefinition = []): Promise<readonly unknown[]> {
  const { rows } = await runTable(open, table([stack('subject_id'), field]), { cohort });
  return rows.map(([, cell]) => cell);
}

/** One cell over everyone. */
async function overAll(field: TableField, cohort: CohortDefinition = []): Promise<unknown> {
  const { rows, records } = await runTable(open, table([field]), { cohort });
  expect(records).toBe(1);
  expect(rows).toHaveLength(1);
  return rows[0]?.[0];
}

type Case = readonly [
  concept: string,
  method: string,
  settings: AggregationSettings,
  cells: readonly unknown[],
];

const cases: readonly Case[] = [
  ['severity', 'list_distinct', {}, [['mild', 'severe'], 'severe', null, 'severe', 'mild', null]],
  ['reasons', 'list_distinct', {}, [['cath', 'surgery'], 'cath', null, null, null, 'surgery']],
  ['code', 'list_all', {}, [[asd, vsd], [vsd, vsd], null, 'Tetralogy of Fallot', 'unmapped XX9', null]],
  ['race', 'list_all', {}, [['Asian', 'White'], 'White', null, 'Asian', 'Black', ['Black', 'White']]],
  [
    'severity',
    'list_all',
    { list_all_include_nulls: 'yes' },
    [['mild', 'severe'], ['severe', null], null, 'severe', 'mild', null],
  ],
  [
    'code',
    'list_all',
    { list_all_ordering: 'event_date' },
    [[vsd, asd], [vsd, vsd], null, null, 'unmapped XX9', null],
  ],
  [
    'severity',
    'list_all',
    { list_all_ordering: 'event_date', list_all_include_nulls: 'yes' },
    [['mild', 'severe'], ['severe', null], null, null, 'mild', null],
  ],
  [
    'reasons',
    'list_all',
    { list_all_include_nulls: 'yes' },
    [['cath', 'surgery'], ['cath', null], null, null, null, 'surgery'],
  ],
  ['reasons', 'count_all', {}, [2, 1, 0, 0, 0, 1]],
  ['code', 'count_distinct', {}, [2, 1, 0, 1, 1, 0]],
  ['code', 'count_all', {}, [2, 2, 0, 1, 1, 0]],
  ['enrolled', 'count_all', {}, [1, 1, 0, 1, 0, 1]],
  ['enrolled', 'list_distinct', {}, [true, false, null, true, null, false]],
  ['code', 'most_frequent', {}, [asd, vsd, null, 'Tetralogy of Fallot', 'unmapped XX9', null]],
  ['code', 'most_frequent', { most_frequent_ordinal_position: 2 }, [vsd, null, null, null, null, null]],
  ['code', 'most_frequent', { most_frequent_return_value: 'count' }, [1, 2, null, 1, 1, null]],
  [
    'code',
    'most_frequent',
    { most_frequent_return_value: 'value_and_count' },
    [`(1) ${asd}`, `(2) ${vsd}`, null, '(1) Tetralogy of Fallot', '(1) unmapped XX9', null],
  ],
  [
    'enrolled',
    'most_frequent',
    { most_frequent_return_value: 'value_and_count' },
    ['(1) True', '(1) False', null, '(1) True', null, '(1) False'],
  ],
  ['severity', 'latest', {}, ['severe', null, null, null, 'mild', null]],
  ['severity', 'latest', { latest_ordinal_position: 2 }, ['mild', 'severe', null, null, null, null]],
  ['severity', 'earliest', {}, ['mild', 'severe', null, null, 'mild', null]],
  ['reasons', 'latest', {}, ['cath', null, null, null, null, 'surgery']],
  ['reasons', 'earliest', { earliest_ordinal_position: 2 }, ['surgery', null, null, null, null, null]],
  ['test', 'earliest', {}, ['HGB', 'HGB', null, 'HGB', 'PLT', null]],
  ['severity', 'has_value', { values: ['severe'] }, [true, true, false, true, false, false]],
  ['severity', 'has_value', { values: ['severe', 'mild'], return_value: 'count' }, [2, 1, 0, 1, 1, 0]],
  [
    'severity',
    'has_value',
    { values: ['severe', 'mild'], return_value: 'earliest_date' },
    ['2020-01-10', '2021-03-05', null, null, '2019-07-07', null],
  ],
  [
    'severity',
    'has_value',
    { values: ['severe', 'mild'], return_value: 'latest_date' },
    ['2020-06-01', '2021-03-05', null, null, '2019-07-07', null],
  ],
  [
    'severity',
    'has_value',
    { values: ['severe', 'mild'], return_value: 'all_dates' },
    [['2020-01-10', '2020-06-01'], '2021-03-05', null, null, '2019-07-07', null],
  ],
  ['reasons', 'has_value', { values: ['cath'] }, [true, true, false, false, false, false]],
  ['code', 'has_value_text', { values_text: [vsd] }, [true, true, false, false, false, false]],
  ['code', 'has_value_text', { values_text: ['VSD', 'XX9'] }, [true, true, false, false, true, false]],
  ['code', 'has_value_text', { values_text: ['SEPTAL'] }, [false, false, false, false, false, false]],
  [
    'code',
    'has_value_text',
    { values_text: ['VSD', 'ASD'], return_value_text: 'earliest_value' },
    [vsd, vsd, null, null, null, null],
  ],
  [
    'code',
    'has_value_text',
    { values_text: ['VSD', 'ASD'], return_value_text: 'latest_value' },
    [asd, vsd, null, null, null, null],
  ],
  [
    'code',
    'has_value_text',
    { values_text: ['VSD', 'ASD', 'TOF'], return_value_text: 'all_values' },
    [[asd, vsd], [vsd, vsd], null, 'Tetralogy of Fallot', null, null],
  ],
  ['lab_id', 'has_value_text', { values_text: ['l1', 'l2'], return_value_text: 'count' }, [2, 0, 0, 0, 0, 0]],
  ['value', 'average', {}, [106, 13.5, null, null, 400, null]],
  ['value', 'median', {}, [106, 13.5, null, null, 400, null]],
  ['value', 'std_dev', {}, [Math.sqrt(2 * 94 ** 2), Math.sqrt(2 * 1.5 ** 2), null, null, null, null]],
  ['value', 'sum', {}, [212, 27, null, null, 400, null]],
  ['value', 'min', {}, [12, 12, null, null, 400, null]],
  ['value', 'max', {}, [200, 15, null, null, 400, null]],
  ['value', 'min', { min_ordinal_position: 2 }, [200, 15, null, null, null, null]],
  ['value', 'max', { max_ordinal_position: 2 }, [12, 12, null, null, null, null]],
  ['value', 'max', { max_return_value: 'count' }, [1, 1, null, null, 1, null]],
  [
    'value',
    'min',
    { min_return_value: 'earliest_date' },
    ['2020-01-12', '2021-04-01', null, null, '2019-07-20', null],
  ],
  [
    'value',
    'max',
    { max_return_value: 'latest_date' },
    ['2020-01-12', '2021-03-01', null, null, '2019-07-20', null],
  ],
  ['diagnosis_date', 'min_date', {}, ['2020-01-10', '2021-03-05', null, null, '2019-07-07', '2022-02-02']],
  ['diagnosis_date', 'max_date', {}, ['2020-06-01', '2021-03-20', null, null, '2019-07-07', '2022-02-02']],
  ['stay_end', 'list_all', {}, ['2020-06-05', '2021-03-10', null, null, null, '2022-01-03']],
];

it.each(cases)('%s, %s %j: one cell per subject', async (concept, method, settings, cells) => {
  expect(await perSubject(aggregate(concept, method, settings))).toEqual(
    cells.map((cell) => (typeof cell === 'number' ? expect.closeTo(cell, 9) : cell)),
  );
});

describe('groups of several subjects', () => {
  it('summarise the rows of all of them', async () => {
    const { rows } = await runTable(
      open,
      table([
        stack('sex'),
        aggregate('weight', 'average'),
        aggregate('race', 'list_all'),
        aggregate('severity', 'count_all'),
        aggregate('subject_id', 'count_distinct'),
      ]),
    );
    expect(rows).toEqual([
      ['F', 11.25, ['Asian', 'Asian', 'White'], 3, 2],
      ['M', 10, ['Black', 'White'], 2, 2],
      ['U', null, ['Black', 'White'], 0, 1],
      [null, null, null, 0, 1],
    ]);
  });

  it('count each row once however many stacked values fan out', async () => {
    const { rows } = await runTable(
      open,
      table([stack('sex'), stack('race'), stack('test'), aggregate('severity', 'count_all')]),
    );
    expect(rows.find(([sex, , lab]) => sex === 'F' && lab === 'PLT')?.[3]).toBe(2);
    expect(rows.filter(([sex]) => sex === 'F')).toEqual([
      ['F', 'Asian', 'HGB', 3],
      ['F', 'Asian', 'PLT', 2],
      ['F', 'White', 'HGB', 2],
      ['F', 'White', 'PLT', 2],
    ]);
  });

  it('only the stacked rows are summarised where the collection itself is stacked', async () => {
    const { rows } = await runTable(
      open,
      table([stack('code'), aggregate('severity', 'list_all', { list_all_include_nulls: 'yes' })]),
    );
    expect(rows).toEqual([
      [asd, 'severe'],
      ['Tetralogy of Fallot', 'severe'],
      [vsd, ['mild', 'severe', null]],
      ['unmapped XX9', 'mild'],
      [null, null],
    ]);
  });

  it('ties of the most frequent value go to the lower value', async () => {
    const settings = { most_frequent_return_value: 'value_and_count' };
    expect(await overAll(aggregate('race', 'most_frequent', settings))).toBe('(3) White');
    expect(
      await overAll(aggregate('race', 'most_frequent', { ...settings, most_frequent_ordinal_position: 2 })),
    ).toBe('(2) Asian');
    expect(
      await overAll(aggregate('race', 'most_frequent', { ...settings, most_frequent_ordinal_position: 3 })),
    ).toBe('(2) Black');
  });
});

describe('aggregated columns alone make one row', () => {
  it('of the values of everyone', async () => {
    expect(await overAll(aggregate('value', 'count_all'))).toBe(5);
    expect(await overAll(aggregate('value', 'median'))).toBe(15);
    expect(await overAll(aggregate('value', 'min', { min_ordinal_position: 2 }))).toBe(12);
    expect(await overAll(aggregate('value', 'min', { min_return_value: 'count' }))).toBe(2);
    expect(await overAll(aggregate('value', 'min', { min_return_value: 'all_dates' }))).toEqual([
      '2020-01-12',
      '2021-04-01',
    ]);
  });

  it('even of no subjects, with counts of 0', async () => {
    const nobody: CohortDefinition = [set('subject', [choice('sex', 'nobody')])];
    expect(await overAll(aggregate('value', 'count_all'), nobody)).toBe(0);
    expect(await overAll(aggregate('value', 'list_all'), nobody)).toBeNull();
    expect(await overAll(aggregate('severity', 'has_value', { values: ['mild'] }), nobody)).toBe(false);
  });
});

describe('the cohort picks rows for aggregated columns', () => {
  const mild = set('diagnosis', [choice('severity', 'mild')], { id: 'mild', count: ['at most', 9] });
  const severe = set('diagnosis', [choice('severity', 'severe')], { id: 'severe', count: ['at most', 9] });
  const listed = aggregate('severity', 'list_all', { list_all_include_nulls: 'yes' });

  it('those of any of its sets on the collection', async () => {
    expect(await perSubject(listed, [mild, severe])).toEqual([
      ['mild', 'severe'],
      'severe',
      null,
      'severe',
      'mild',
      null,
    ]);
  });

  it('all of them where one of the sets is empty', async () => {
    const empty = set('diagnosis', [], { id: 'empty', count: ['at most', 9] });
    expect((await perSubject(listed, [mild, empty]))[1]).toEqual(['severe', null]);
  });

  it('those of one set where the column names it, stacked collection or not', async () => {
    const restricted = { ...listed, aggregationCriteriaSet: 'severe' };
    expect(await perSubject(restricted, [mild, severe])).toEqual([
      'severe',
      'severe',
      null,
      'severe',
      null,
      null,
    ]);
    const { rows } = await runTable(open, table([stack('severity'), restricted]), {
      cohort: [mild, severe],
    });
    expect(rows).toEqual([
      ['mild', null],
      ['severe', ['severe', 'severe', 'severe']],
      [null, null],
    ]);
  });

  it('a set that is gone, or of another collection, restricts nothing', async () => {
    const gone = { ...listed, aggregationCriteriaSet: 'gone' };
    const labs = set('lab', [], { id: 'labs', count: ['at most', 9] });
    expect((await perSubject(gone))[1]).toEqual(['severe', null]);
    expect((await perSubject({ ...listed, aggregationCriteriaSet: 'labs' }, [labs]))[1]).toEqual([
      'severe',
      null,
    ]);
  });

  it('two restricted columns stand side by side', async () => {
    const hgb = set('lab', [choice('test', 'HGB')], { id: 'hgb', count: ['at most', 9] });
    const plt = set('lab', [choice('test', 'PLT')], { id: 'plt', count: ['at most', 9] });
    const { rows } = await runTable(
      open,
      table([
        stack('subject_id'),
        aggregate('value', 'max', {}, { entryId: 'h', aggregationCriteriaSet: 'hgb' }),
        aggregate('value', 'max', {}, { entryId: 'p', aggregationCriteriaSet: 'plt' }),
      ]),
      { cohort: [hgb, plt] },
    );
    expect(rows).toEqual([
      ['S1', 12, 200],
      ['S2', 15, 12],
      ['S3', null, null],
      ['S4', null, null],
      ['S5', null, 400],
      ['S6', null, null],
    ]);
  });

  it('a relative rule picks the rows that qualify', async () => {
    const cohort = [
      set('diagnosis', [], { event: anyDate }),
      set('lab', [], { event: near('diagnosis', 0, 7) }),
    ];
    const { rows } = await runTable(open, table([stack('subject_id'), aggregate('lab_id', 'list_all')]), {
      cohort,
    });
    expect(rows).toEqual([['S1', ['l1', 'l2']]]);
  });
});
