import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayNumber, isoDay } from '@atrium/contract/calendar/dayNumbers';
import type { CellKind, FileValue } from '@atrium/engine';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parquetFile } from './parquetFile.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-parquet-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const column = (name: string, kind: CellKind, isList = false) => ({
  name,
  type: { kind, isList },
});

async function* inPortions(rows: readonly (readonly FileValue[])[]) {
  for (let start = 0; start < rows.length; start += 2048) yield rows.slice(start, start + 2048);
}

async function write(columns: Parameters<typeof parquetFile>[0], rows: readonly (readonly FileValue[])[]) {
  const pieces: Uint8Array[] = [];
  for await (const piece of parquetFile(columns, inPortions(rows))) pieces.push(piece.bytes);
  return pieces;
}

async function read(pieces: readonly Uint8Array[], sql: string) {
  const file = join(folder, 'file.parquet');
  await writeFile(file, Buffer.concat(pieces));
  const connection = await (await DuckDBInstance.create()).connect();
  return (await connection.runAndReadAll(sql, [file])).getRowObjectsJson();
}

it('values of every type come back as they were, nulls and empty lists too', async () => {
  const columns = [
    column('a.b', 'text'),
    column('yes', 'boolean'),
    column('day', 'date'),
    column('year', 'year'),
    column('age', 'age'),
    column('count', 'integer'),
    column('mean', 'number'),
    column('days', 'date', true),
  ];
  const rows = [
    ['é, "x"', true, '1969-12-31', 1969, -3, 2 ** 40, 0.1, ['2020-02-29', null]],
    [null, null, null, null, null, null, null, null],
    ['', false, '0001-01-01', 0, 0, -1, -1e300, []],
  ];
  const read1 = await read(await write(columns, rows), 'SELECT * FROM read_parquet($1)');
  expect(read1.map((row) => Object.values(row))).toEqual([
    ['é, "x"', true, '1969-12-31', 1969, -3, String(2 ** 40), 0.1, ['2020-02-29', null]],
    [null, null, null, null, null, null, null, null],
    ['', false, '0001-01-01', 0, 0, '-1', -1e300, []],
  ]);
});

it('long tables leave in row groups, each as soon as it is full, and a long list counts as many values', async () => {
  const rows = Array.from({ length: 60_000 }, (_, number) => [number, [number, null, number]]);
  const pieces = await write([column('n', 'integer'), column('list', 'integer', true)], rows);
  expect(pieces).toHaveLength(5);
  const sum = `SELECT count(*) AS rows, sum(n) AS total, sum(list_sum(list)) AS lists FROM read_parquet($1)`;
  const total = (60_000 * 59_999) / 2;
  expect(await read(pieces, sum)).toEqual([
    { rows: '60000', total: String(total), lists: String(2 * total) },
  ]);
});

it.each([
  ['date', 'not a day'],
  ['integer', 1.5],
  ['integer', 2 ** 63],
  ['age', 2 ** 31],
] as const)(
  'a value that is no %s (%s) breaks the file instead of becoming another value',
  async (kind, value) => {
    await expect(write([column('odd', kind)], [[value]])).rejects.toThrow('odd');
  },
);

it('the days of the whole calendar come back as they were', async () => {
  const [first, last] = [dayNumber('0001-01-01'), dayNumber('9999-12-31')];
  const days = Array.from({ length: Math.floor((last - first) / 997) }, (_, index) =>
    isoDay(first + index * 997),
  );
  const pieces = await write(
    [column('day', 'date')],
    [...days, isoDay(last)].map((day) => [day]),
  );
  const rows = await read(pieces, 'SELECT * FROM read_parquet($1)');
  expect(rows.map(({ day }) => day)).toEqual([...days, '9999-12-31']);
});
