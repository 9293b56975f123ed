import { describe, expect, it } from 'vitest';
import { parquetOf } from '../../testing/parquetOf.ts';
import type { TinyPackage } from '../../testing/tinyPackage.ts';
import { importTiny, inShort, refusalOf } from '../../testing/tinyWarehouse.ts';

type Json = Readonly<Record<string, unknown>>;

/** Rows `1, 2, …` with one field under test; a value may not hold a comma. */
function packageWith(field: Json, values: readonly string[]): TinyPackage {
  const csv = ['id,x', ...values.map((value, index) => `${index + 1},${value}`)].join('\n');
  const fields = [{ name: 'id' }, { name: 'x', ...field }];
  return { tables: [{ name: 'person', fields, schema: { primaryKey: 'id' }, csv }] };
}

async function stored(field: Json, values: readonly string[]) {
  const { column, report, warehouse } = await importTiny(packageWith(field, values));
  const { dictionary } = await warehouse.questions.open('r1');
  const { type, declaredValues } = dictionary.concepts.find(({ id }) => id === 'x') ?? {};
  const problems = inShort(report.problems).map((problem) =>
    problem.replaceAll(/person\.(csv:\d+ |x )/g, ''),
  );
  return { values: type === undefined ? [] : await column('person', 'x'), problems, type, declaredValues };
}

describe('a constraint', () => {
  const expectProblems = async (
    _: string,
    field: Json,
    values: readonly string[],
    problems: readonly string[],
  ) => {
    const result = await stored(field, values);
    expect(result.problems).toEqual(problems);
    expect(result.values).not.toContain(null);
  };
  it.each<readonly [string, Json, readonly string[], readonly string[]]>([
    [
      'minimum of dates in their format',
      { type: 'date', format: '%d.%m.%Y', constraints: { minimum: '31.12.2019', maximum: '2020-02-01' } },
      ['30.12.2019', '31.12.2019', '1.2.2020', '2.2.2020'],
      ['belowMinimum 1: 30.12.2019', 'aboveMaximum 1: 2.2.2020'],
    ],
    ['pattern', { constraints: { pattern: '[A-Z]\\d+' } }, ['A12', 'xA12'], ['patternMismatch 1: xA12']],
    [
      'enum of numbers, by value',
      { type: 'number', constraints: { enum: [1, 2.5] } },
      ['1.0', '2.50', '3'],
      ['undeclaredValue 1: 3'],
    ],
  ])('%s is checked; a value outside is kept and reported', expectProblems);
  it.each<readonly [string, Json, readonly string[], readonly string[]]>([
    ['minimum', { type: 'integer', constraints: { minimum: 0 } }, ['-1', '0', '1'], ['belowMinimum 1: -1']],
    ['maximum', { type: 'number', constraints: { maximum: '1.5' } }, ['1.5', '1.6'], ['aboveMaximum 1: 1.6']],
    [
      'exclusiveMinimum',
      { type: 'number', constraints: { exclusiveMinimum: 0 } },
      ['0', '.1'],
      ['belowMinimum 1: 0'],
    ],
    [
      'exclusiveMaximum',
      { type: 'year', constraints: { exclusiveMaximum: 2020 } },
      ['2019', '2020'],
      ['aboveMaximum 1: 2020'],
    ],
    [
      'minimum of ages',
      { type: 'duration', constraints: { minimum: 'P1Y' } },
      ['P11M', 'P366D'],
      ['belowMinimum 1: P11M'],
    ],
    [
      'minimum of numbers that are kept as categories',
      { type: 'integer', constraints: { minimum: 10 }, atrium: { type: 'category' } },
      ['9', '10'],
      ['belowMinimum 1: 9'],
    ],
    ['minLength', { constraints: { minLength: 2 } }, ['🫀', 'ab'], ['tooShort 1: 🫀']],
    ['maxLength', { constraints: { maxLength: 2 } }, ['🫀🫀', 'abc'], ['tooLong 1: abc']],
    ['enum', { constraints: { enum: ['a', 'b'] } }, ['a', 'c'], ['undeclaredValue 1: c']],
    [
      'maximum of days with their times, by the day as it is written',
      { type: 'datetime', constraints: { maximum: '2020-01-01' } },
      ['2020-01-01 23:59', '2020-01-01T23:30:00-05:00', '2020-01-02 00:00'],
      ['aboveMaximum 1: 2020-01-02 00:00'],
    ],
    [
      'enum of ages',
      { type: 'duration', constraints: { enum: ['P1Y'] } },
      ['P12M', 'P2Y'],
      ['undeclaredValue 1: P2Y'],
    ],
  ])('%s is checked; a value outside is kept and reported', { tags: 'long' }, expectProblems);

  it('on the length of a list concerns the number of its items', { tags: 'long' }, async () => {
    const field = {
      type: 'list',
      delimiter: ';',
      constraints: { minLength: 2, maxLength: 2 },
      atrium: { publish: true },
    };
    const { report } = await importTiny(packageWith(field, ['long', 'a;b', 'a;b;c', '']));
    expect(inShort(report.problems)).toEqual([
      'person.x tooShort 1: person.csv:2 long',
      'person.x tooLong 1: person.csv:4 a;b;c',
    ]);
  });

  const expectRefusal = async (_: string, field: Json, problem: string) => {
    expect(await refusalOf(packageWith(field, ['1']))).toEqual([`resource person, field x: ${problem}`]);
  };
  it.each<readonly [string, Json, string]>([
    [
      'a minimum of another type',
      { type: 'integer', constraints: { minimum: 'low' } },
      'its minimum "low" is no integer',
    ],
    [
      'a pattern that is not supported',
      { constraints: { pattern: '(?=a)' } },
      'its pattern looks around or sets options, which is not supported',
    ],
  ])('that is %s refuses the package', expectRefusal);
  it.each<readonly [string, Json, string]>([
    [
      'a maximum of a day that does not exist',
      { type: 'date', constraints: { maximum: '2019-02-29' } },
      'its maximum "2019-02-29" is no date',
    ],
    ['a minimum of a string', { constraints: { minimum: 1 } }, 'a string has no minimum'],
    ['a pattern that is none', { constraints: { pattern: '[a' } }, 'its pattern cannot be read at "[a"'],
  ])('that is %s refuses the package', { tags: 'long' }, expectRefusal);

  it('that is a length below zero refuses the package', async () => {
    const [problem] = await refusalOf(packageWith({ constraints: { minLength: -1 } }, ['1']));
    expect(problem).toContain('resource person, field x, constraints, minLength: ');
  });

  it('is spelled as the package spells it, whatever types a file has', { tags: 'long' }, async () => {
    const fields = [{ name: 'x', type: 'date', format: '%d.%m.%Y', constraints: { maximum: '1.2.2020' } }];
    const { report } = await importTiny({
      atrium: { root: 'person' },
      tables: [{ name: 'person', fields, path: 'person.parquet' }],
      files: {
        'person.parquet': await parquetOf("SELECT unnest([DATE '2020-02-01', DATE '2020-02-02']) AS x"),
      },
    });
    expect(inShort(report.problems)).toEqual(['person.x aboveMaximum 1: person.parquet:2 2020-02-02']);
  });
});

describe('categories with labels', () => {
  const categories = [{ value: 1, label: 'Female' }, { value: 2, label: 'Male' }, { value: 3 }];

  it('are kept by their labels, also where the values are numbers', async () => {
    expect(await stored({ type: 'integer', categories }, ['2', '1', '01', '2.0', '3', '9'])).toEqual({
      values: ['Male', 'Female', 'Female', 'Male', '3', '9'],
      problems: ['undeclaredValue 1: 9'],
      type: 'category',
      declaredValues: ['Female', 'Male', '3'],
    });
  });

  it('stay numbers where the package says so', { tags: 'long' }, async () => {
    const field = { type: 'integer', categories, atrium: { type: 'number' } };
    expect(await stored(field, ['2', '1'])).toMatchObject({ values: [2, 1], type: 'number', problems: [] });
  });

  const expectShared = async (_: string, given: readonly Json[], shared: string) => {
    expect(await refusalOf(packageWith({ categories: given }, ['f']))).toEqual([
      `resource person, field x: several of its categories are "${shared}"`,
    ]);
  };
  it.each<readonly [string, readonly Json[], string]>([
    [
      'two values have one label',
      [
        { value: 'f', label: 'x' },
        { value: 'm', label: 'x' },
      ],
      'x',
    ],
  ])('refuse the package where %s', expectShared);
  it.each<readonly [string, readonly Json[], string]>([
    ['a label is another value', [{ value: 'f', label: 'm' }, { value: 'm' }], 'm'],
    [
      'a value has two labels',
      [
        { value: 'f', label: 'x' },
        { value: 'f', label: 'y' },
      ],
      'f',
    ],
  ])('refuse the package where %s', { tags: 'long' }, expectShared);
});

describe('a missing value', () => {
  const expectValues = async (
    _: string,
    field: Json,
    values: readonly string[],
    expected: readonly unknown[],
  ) => {
    expect((await stored(field, values)).values).toEqual(expected);
  };
  it.each<readonly [string, Json, readonly string[], readonly unknown[]]>([
    [
      'is compared by value in numbers',
      { type: 'number', missingValues: ['-99'] },
      ['-99.0', '-99.5', '-9.9e1'],
      [null, -99.5, null],
    ],
    ['is compared as it is spelled in text', { missingValues: ['-99'] }, ['-99', '-99.0'], [null, '-99.0']],
  ])('%s', expectValues);
  it.each<readonly [string, Json, readonly string[], readonly unknown[]]>([
    ['may be a number', { type: 'integer', missingValues: [-99] }, ['-99', '-99.0', '99'], [null, null, 99]],
    ['may have a label', { missingValues: [{ value: 'x', label: 'unknown' }] }, ['x', 'y'], [null, 'y']],
    [
      'is a number of years before it is an age',
      { type: 'number', missingValues: ['-99'], atrium: { type: 'age' } },
      ['-99.0', '-99.5'],
      [null, -99],
    ],
    [
      'is spelled as the field spells numbers',
      { type: 'number', decimalChar: ':', missingValues: ['9:50'] },
      ['9:5', '9:6'],
      [null, 9.6],
    ],
  ])('%s', { tags: 'long' }, expectValues);
});

describe('an instant in a Parquet file', () => {
  it('is on its day as it is written, or on its day in UTC where the file has a clock', async () => {
    const select = `SELECT TIMESTAMP '2020-01-31 23:59:59.5' AS plain, TIMESTAMPTZ '2020-01-31 23:30:00-05:00' AS clock,
      TIMESTAMP_NS '2020-01-31 00:00:00' AS fine`;
    const { rows } = await importTiny({
      atrium: { root: 'person' },
      tables: [
        {
          name: 'person',
          fields: ['plain', 'clock', 'fine'].map((name) => ({
            name,
            type: 'datetime',
            atrium: { type: 'date' },
          })),
          path: 'person.parquet',
        },
      ],
      files: { 'person.parquet': await parquetOf(select) },
    });
    expect(await rows('person')).toEqual([
      {
        _row: 1,
        _subject: 1,
        plain: '2020-01-31',
        clock: '2020-02-01',
        fine: '2020-01-31',
        _moment_1: '2020-01-31 23:59:59.500000',
        _moment_2: '2020-02-01 04:30:00.000000 2020-02-01 04:30:00.000000+00:00',
        _moment_3: '2020-01-31 00:00:00.000000',
      },
    ]);
  });
});
