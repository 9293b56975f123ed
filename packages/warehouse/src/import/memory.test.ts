import { Readable } from 'node:stream';
import { DuckDBInstance, INTEGER, VARCHAR } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import { chunkSize, createTable } from '../duckdb/tableWriter.ts';
import { defaultDialect } from '../package/packagePlan.ts';
import { createUnpackBudget, defaultUnpackLimits } from '../package/unpackBudget.ts';
import { importTiny } from '../testing/tinyWarehouse.ts';
import { openCsvRows } from './rows/csvRows.ts';

it('reads only as much of a file as its reader takes, within a few buffers', async () => {
  let pieces = 0;
  const endless = new Readable({
    read() {
      pieces++;
      this.push(pieces === 1 ? 'id,note\n' : `${pieces},${'x'.repeat(1000)}\n`.repeat(10));
    },
  });
  const request = {
    dialect: defaultDialect,
    file: 'endless.csv',
    isCompressed: false,
    encoding: 'utf-8',
    budget: createUnpackBudget(defaultUnpackLimits),
    onBytes: () => {},
  };
  const source = await openCsvRows(endless, request);
  let rows = 0;
  for await (const batch of source.rows()) {
    rows += batch.length;
    expect(batch.length).toBeLessThanOrEqual(2048);
    expect(pieces * 10 - rows).toBeLessThan(2048);
    if (rows > 10_000) break;
  }
  await source.close();
  expect(endless.destroyed).toBe(true);
});

it('holds at most one chunk of rows before it writes', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const columns = [
    { name: 'n', type: INTEGER },
    { name: 'note', type: VARCHAR },
  ];
  const writer = await createTable(connection, { path: ['t'], columns });
  let most = 0;
  for (let n = 0; n < 3 * chunkSize + 5; n++) {
    writer.append(n, n % 2 === 0 ? null : `n${n}`);
    most = Math.max(most, writer.held);
  }
  expect(most).toBeLessThan(chunkSize);
  expect(writer.held).toBe(5);
  writer.finish();
  const result = await connection.run('SELECT count(*), count(note), max(n) FROM t');
  expect((await result.getRows())[0]).toEqual([
    BigInt(3 * chunkSize + 5),
    BigInt(1.5 * chunkSize + 2),
    3 * chunkSize + 4,
  ]);
  connection.closeSync();
  instance.closeSync();
});

it('is refused with the table, its largest column and the setting where it does not fit', async () => {
  const long = (row: number): string => `x${row}`.repeat(20_000);
  const tiny = {
    tables: [
      {
        name: 'person',
        fields: [{ name: 'id' }, { name: 'note' }],
        schema: { primaryKey: 'id' },
        csv: `id,note\n${Array.from({ length: 800 }, (_, row) => `p${row},${long(row)}`).join('\n')}\n`,
      },
    ],
  };
  await expect(importTiny(tiny, { megabytes: 96 })).rejects.toThrow(
    'the table person needs more memory than the 96 MB of an import (its largest column is "note"); ATRIUM_IMPORT_MEMORY sets another limit',
  );
});

it('takes a table of many columns whose texts are parsed, and finds each value in its row', {
  tags: 'long',
}, async () => {
  const words = ['yes', 'no', '', 'perhaps'];
  const meanings = [true, false, null, null];
  const names = Array.from({ length: 120 }, (_, column) => `b${column}`);
  const numbers = Array.from({ length: 100 }, (_, row) => row);
  const at = (row: number, column: number): number => (row * 7 + column * 3 + row * column) % 4;
  const large = (row: number): string => `90071992547409930${row % 10}`;
  const lines = numbers.map((row) =>
    [row, large(row), ...names.map((_, column) => words[at(row, column)])].join(','),
  );
  const tiny = {
    tables: [
      {
        name: 'person',
        fields: [
          { name: 'id' },
          { name: 'large', type: 'integer' },
          ...names.map((name) => ({ name, type: 'boolean' })),
        ],
        schema: { primaryKey: 'id' },
        csv: `id,large,${names.join(',')}\n${lines.join('\n')}\n`,
      },
    ],
  };
  const { rows } = await importTiny(tiny, { megabytes: 256 });
  const stored = (await rows('person')).map((row) => [
    row['_digits_2'],
    ...names.map((name) => row[name] ?? null),
  ]);
  expect(stored).toEqual(
    numbers.map((row) => [large(row), ...names.map((_, column) => meanings[at(row, column)])]),
  );
});
