import { describe, expect, it } from 'vitest';
import { parquetOf } from '../../testing/parquetOf.ts';
import { persons, toPerson } from '../../testing/tinyPackage.ts';
import { importTiny, inShort, refusalOf } from '../../testing/tinyWarehouse.ts';

describe('a table with a header and no rows', () => {
  it('is a warning where it is the root', async () => {
    const { report } = await importTiny({ tables: [{ ...persons([]), csv: 'person_id\n' }] });
    expect(report.subjects).toBe(0);
    expect(inShort(report.problems)).toEqual(['person.* noSubjects 1: ']);
  });

  it('is fine elsewhere', { tags: 'long' }, async () => {
    const { report } = await importTiny({
      tables: [
        persons(),
        { name: 'visit', fields: [{ name: 'person_id' }], schema: toPerson, csv: 'person_id\n' },
      ],
    });
    expect(report.problems).toEqual([]);
    expect(report.collections).toContainEqual({ collection: 'visit', read: 0, loaded: 0, skipped: 0 });
  });
});

describe('whole numbers beyond 2^53', () => {
  const [first, second, last] = ['9007199254740992', '9007199254740993', '9223372036854775807'];

  it('are exact in keys and texts, from CSV and from Parquet', async () => {
    const key = { name: 'id', type: 'integer', atrium: { type: 'text' } };
    const { rows, report } = await importTiny({
      tables: [
        {
          name: 'person',
          fields: [key],
          schema: { primaryKey: 'id' },
          csv: `id\n${first}\n${second}\n${last}\n`,
        },
        {
          name: 'visit',
          fields: [
            { name: 'person', type: 'integer', atrium: { publish: false } },
            { name: 'code', type: 'integer', atrium: { type: 'text', id: 'code' } },
          ],
          schema: { foreignKeys: [{ fields: 'person', reference: { resource: 'person', fields: 'id' } }] },
          path: 'visit.parquet',
        },
      ],
      files: {
        'visit.parquet': await parquetOf(
          `SELECT unnest([${last}, ${first}, ${second}]::BIGINT[]) AS person, ${last}::BIGINT AS code`,
        ),
      },
    });
    expect((await rows('person')).map(({ id }) => id)).toEqual([first, second, last]);
    expect((await rows('visit')).map(({ _subject, code }) => [_subject, code])).toEqual([
      [3, last],
      [1, last],
      [2, last],
    ]);
    expect(report.problems).toEqual([]);
  });

  it('keep their digits beside the numbers, from CSV of two forms and from Parquet', {
    tags: 'long',
  }, async () => {
    const fields = [
      { name: 'id', type: 'integer' },
      { name: 'n', type: 'integer', missingValues: ['-9223372036854775807'] },
    ];
    const texts = [`${first},${last}`, `${second},-9223372036854775807`, '5,+00009007199254740993.0'];
    const csv = `id,n\n${texts.join('\n')}\n6,-9223372036854775808\n`;
    const table = { name: 'person', fields, schema: { primaryKey: 'id' } };
    const parquet = await parquetOf(
      `SELECT unnest([${first}, ${second}, 5, 6]::BIGINT[]) AS id,
        unnest([${last}, -9223372036854775807, ${second}, -9223372036854775808]::BIGINT[]) AS n`,
    );
    for (const tiny of [
      { tables: [{ ...table, csv }] },
      { tables: [{ ...table, csv, rest: { dialect: { commentChar: '\u0001' } } }] },
      { tables: [{ ...table, path: 'person.parquet' }], files: { 'person.parquet': parquet } },
    ]) {
      const { warehouse, rows, report } = await importTiny(tiny);
      const { dictionary } = await warehouse.questions.open('r1');
      expect(
        dictionary.concepts.map(({ id, isInteger, keepsDigits }) => [id, isInteger, keepsDigits]),
      ).toEqual(['id', 'n'].map((id) => [id, false, true]));
      expect((await rows('person')).map(({ _digits_1, _digits_2 }) => [_digits_1, _digits_2])).toEqual([
        [first, last],
        [second, null],
        [5, second],
        [6, '-9223372036854775808'],
      ]);
      expect(report.problems.map(({ field, kind, count }) => [field, kind, count])).toEqual([
        ['id', 'inexactInteger', 2],
        ['n', 'inexactInteger', 3],
      ]);
    }
  });

  it('of more than 64 bits make a column of numbers with fractions, since their last digits are lost', {
    tags: 'long',
  }, async () => {
    const { warehouse, report } = await importTiny({
      tables: [
        {
          name: 'person',
          fields: ['large', 'small'].map((name) => ({ name, type: 'integer' })),
          csv: `large,small\n9223372036854775808,1\n${last},1\n`,
        },
      ],
    });
    const { dictionary } = await warehouse.questions.open('r1');
    expect(dictionary.concepts.map(({ id, isInteger, keepsDigits }) => [id, isInteger, keepsDigits])).toEqual(
      [
        ['large', false, false],
        ['small', true, false],
      ],
    );
    expect(inShort(report.problems)).toEqual([
      `person.large inexactInteger 2: person.csv:2 9223372036854775808; person.csv:3 ${last}`,
    ]);
  });
});

describe('the dataset id', () => {
  it('is checked before any file is opened', async () => {
    const phases: string[] = [];
    const build = importTiny(
      { tables: [persons()] },
      {
        checkDatasetId: (id) => {
          throw new Error(`not ${id}`);
        },
        onProgress: ({ phase }) => phases.push(phase),
      },
    );
    await expect(build).rejects.toThrow('not tiny');
    expect(phases).toEqual([]);
  });
});

it('a constraint that cannot be used refuses the package before its files are opened', async () => {
  const fields = [{ name: 'person_id', constraints: { pattern: '(' } }];
  expect(await refusalOf({ tables: [{ ...persons(), fields, csv: 'other\n' }] })).toEqual([
    'resource person, field person_id: its pattern opens a group and does not close it',
  ]);
});
