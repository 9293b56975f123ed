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

  it('is fine elsewhere', async () => {
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

  it('make a column of numbers with fractions, since their last digits are lost', async () => {
    const { warehouse, report } = await importTiny({
      tables: [
        {
          name: 'person',
          fields: ['large', 'small'].map((name) => ({ name, type: 'integer' })),
          csv: `large,small\n${last},1\n`,
        },
      ],
    });
    const { dictionary } = await warehouse.open('r1');
    expect(dictionary.concepts.map(({ id, isInteger }) => [id, isInteger])).toEqual([
      ['large', false],
      ['small', true],
    ]);
    expect(inShort(report.problems)).toEqual([`person.large inexactInteger 1: person.csv:2 ${last}`]);
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
