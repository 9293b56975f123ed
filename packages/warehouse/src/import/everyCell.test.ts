import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { casesOr, effort } from '../../../engine/src/testing/effort.ts';
import { type StoredTable, storedDifference } from '../testing/storedDifference.ts';
import { type TestWarehouse, testEngines } from '../testing/warehouses.ts';
import { type WrittenForm, writePackage } from '../testing/writtenPackage.ts';
import {
  type CsvForm,
  columnsOf,
  drawn,
  type KindName,
  kindNames,
  type WrittenCell,
  type WrittenColumn,
} from '../testing/writtenTables.ts';

const keyColumn = (name: string, cell: (row: number) => WrittenCell): WrittenColumn => ({
  name,
  kind: { field: { type: 'string' }, parquet: 'VARCHAR', cell: () => null },
  cell,
});

interface Shape {
  readonly seed: number;
  readonly rows: number;
  readonly nullEvery: number;
  readonly kinds: readonly KindName[];
}

/** So many visits of at most a thousand persons; some visits name no person, some name a person who does not exist. */
function tablesOf({ seed, rows, nullEvery, kinds }: Shape): readonly StoredTable[] {
  const persons = Math.min(1000, Math.ceil(rows / 3));
  const personOf = (row: number): number => drawn(seed, 99, row) % (persons + 2);
  const visitPerson = (row: number): string | null => (personOf(row) === 0 ? null : `p${personOf(row)}`);
  const counted = (count: number): number[] => Array.from({ length: count }, (_, row) => row);
  const personColumns = columnsOf(kinds.slice(0, 2), { seed: seed + 1, nullEvery });
  return [
    {
      name: 'person',
      rows: persons,
      columns: [keyColumn('person_id', (row) => `p${row + 1}`), ...personColumns],
      conceptOf: (column) => column,
      kept: counted(persons),
      subjectOf: (row) => row + 1,
    },
    {
      name: 'visit',
      rows,
      columns: [keyColumn('person', visitPerson), ...columnsOf(kinds, { seed, nullEvery })],
      conceptOf: (column) => `visit_${column}`,
      kept: counted(rows).filter((row) => personOf(row) > 0 && personOf(row) <= persons),
      subjectOf: personOf,
    },
  ];
}

const csvForm: fc.Arbitrary<CsvForm> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  newline: fc.constantFrom('\n', '\r\n'),
  quote: fc.constantFrom('"', "'"),
  escaping: fc.constantFrom('double' as const, 'double' as const, 'backslash' as const),
  quotesAll: fc.boolean(),
  encoding: fc.constantFrom(
    'utf-8' as const,
    'utf-8' as const,
    'utf-8 with mark' as const,
    'utf-16le' as const,
  ),
});

const form = (rows: number): fc.Arbitrary<WrittenForm> =>
  fc.record({
    table: fc.oneof(
      fc.record({ kind: fc.constant('csv' as const), csv: csvForm, gzip: fc.boolean() }),
      fc.record({
        kind: fc.constant('parquet' as const),
        rowGroup: fc.constantFrom(2048, 4096, 122_880),
        codec: fc.constantFrom('uncompressed' as const, 'snappy' as const, 'gzip' as const, 'zstd' as const),
        version: fc.constantFrom('V1' as const, 'V2' as const),
      }),
    ),
    files: fc.integer({ min: 1, max: rows > 10_000 ? 2 : 4 }),
    zip: fc.boolean(),
  });

const sizes = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 2046, max: 2050 }) },
  { weight: 1, arbitrary: fc.integer({ min: 4095, max: 6145 }) },
);

const written: fc.Arbitrary<{ shape: Shape; form: WrittenForm }> = sizes.chain((rows) =>
  fc.record({
    shape: fc.record({
      seed: fc.nat(),
      rows: fc.constant(rows),
      nullEvery: fc.constantFrom(2, 5, 100),
      kinds: fc.uniqueArray(fc.constantFrom(...kindNames), { minLength: 2, maxLength: 6 }),
    }),
    form: form(rows),
  }),
);

const plainCsv: CsvForm = {
  delimiter: ',',
  newline: '\n',
  quote: '"',
  escaping: 'double',
  quotesAll: false,
  encoding: 'utf-8',
};
const largeForms = {
  csv: { table: { kind: 'csv', csv: plainCsv, gzip: false }, files: 1, zip: false },
  'csv, rewritten': {
    table: { kind: 'csv', csv: { ...plainCsv, encoding: 'utf-16le' }, gzip: true },
    files: 1,
    zip: false,
  },
  parquet: {
    table: { kind: 'parquet', rowGroup: 122_880, codec: 'zstd', version: 'V2' },
    files: 1,
    zip: false,
  },
  'parquet in two files of a zip': {
    table: { kind: 'parquet', rowGroup: 20_480, codec: 'snappy', version: 'V1' },
    files: 2,
    zip: true,
  },
} as const satisfies Record<string, WrittenForm>;

/** The kinds of the columns of large tables: with more effort all of them on each engine. */
const largeKinds = (engine: string): readonly KindName[] =>
  effort > 1 ? ['text', 'large', 'huge', 'day'] : engine === 'DuckDB' ? ['text', 'huge'] : ['large', 'day'];

/** Each size with the form in which it is written: one for an engine; with more effort, every size in every form. */
const large = (engine: string): readonly (readonly [rows: number, form: keyof typeof largeForms])[] =>
  effort <= 1
    ? [engine === 'DuckDB' ? [204_801, 'csv, rewritten'] : [122_881, 'parquet']]
    : [122_879, 122_880, 122_881, 204_799, 204_800, 204_801, 409_601].flatMap((rows) =>
        (['csv', 'csv, rewritten', 'parquet', 'parquet in two files of a zip'] as const).map(
          (name) => [rows, name] as const,
        ),
      );

describe.each(testEngines)('imported to $engine', ({ engine, open }) => {
  let test: TestWarehouse;
  beforeEach(async () => {
    test = await open();
  });
  afterEach(() => test.discard());

  /** Imports the tables and compares counts and cells with what was written. */
  async function expectEveryCell(shape: Shape, given: WrittenForm): Promise<void> {
    const { warehouse } = test;
    const tables = tablesOf(shape);
    const packagePath = await writePackage(tables, given);
    const report = await warehouse.releases.build({ packagePath, release: 'release_1' });
    try {
      expect(report.collections).toEqual(
        tables.map(({ name, rows, kept }) => ({
          collection: name,
          read: rows,
          loaded: kept.length,
          skipped: rows - kept.length,
        })),
      );
      for (const table of tables) expect(await storedDifference(warehouse, table)).toBeNull();
    } finally {
      await warehouse.releases.remove('release_1');
    }
  }

  it('a table has every cell that was written, whatever its types, nulls, form and files', {
    tags: engine === 'PostgreSQL' ? ['long'] : [],
  }, async () => {
    await fc.assert(
      fc.asyncProperty(written, ({ shape, form: given }) => expectEveryCell(shape, given)),
      { numRuns: casesOr(3, { inGate: 1 }) },
    );
  });

  it.each(large(engine))(
    'a table of %d rows has every cell that was written: %s',
    { tags: 'long' },
    (rows, name) =>
      expectEveryCell({ seed: rows, rows, nullEvery: 7, kinds: largeKinds(engine) }, largeForms[name]),
  );
});
