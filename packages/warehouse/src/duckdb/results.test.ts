import { type DuckDBConnection, DuckDBInstance, type DuckDBResult } from '@duckdb/node-api';
import { expect, it, onTestFinished } from 'vitest';
import { decodePortions, fetchChunks, queryRows } from './results.ts';

async function connect(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  onTestFinished(() => {
    connection.closeSync();
    instance.closeSync();
  });
  return connection;
}

/** Counts the rows; `meanwhile` runs when the first of them are there. */
async function countRows(result: DuckDBResult, meanwhile?: () => unknown): Promise<number> {
  let rows = 0;
  for await (const chunk of fetchChunks(result)) {
    if (rows === 0) await meanwhile?.();
    rows += chunk.rowCount;
  }
  return rows;
}

const many = 'SELECT range::INTEGER AS n FROM range(500000)';

it.each([
  ['a stream', 'stream', many, 500_000],
  ['a whole result', 'run', many, 500_000],
  ['a stream of one chunk', 'stream', 'SELECT 1', 1],
  ['an empty stream', 'stream', 'SELECT 1 WHERE false', 0],
] as const)('%s ends after its last row', async (_, way, sql, rows) => {
  const connection = await connect();
  expect(await countRows(await connection[way](sql))).toBe(rows);
});

it.each<readonly [string, (connection: DuckDBConnection) => unknown]>([
  ['another statement on its connection', (connection) => connection.run('SELECT 1')],
  ['an interrupt', (connection) => connection.interrupt()],
  [
    'rows that are written on its connection',
    async (connection) => {
      const appender = await connection.createAppender('written');
      appender.appendInteger(1);
      appender.endRow();
      appender.closeSync();
    },
  ],
])('a stream that is broken off by %s throws instead of ending', async (_, meanwhile) => {
  const connection = await connect();
  await connection.run('CREATE TABLE written (n INTEGER)');
  const result = await connection.stream(many);
  await expect(countRows(result, () => meanwhile(connection))).rejects.toThrow('broke off');
});

it('a stream that fails at a later row throws instead of ending', async () => {
  const connection = await connect();
  const sql = `SELECT CASE WHEN n = 499999 THEN error('no number') ELSE n END FROM (${many})`;
  await expect(countRows(await connection.stream(sql))).rejects.toThrow('broke off');
});

it('a portion ends where the slice of its work is over, and others are given way before the next (rule 8.17)', async () => {
  const connection = await connect();
  const result = await connection.run('SELECT range::INTEGER AS n FROM range(300) ORDER BY n');
  let rowsLeft = 0;
  let slices = 0;
  const slice = {
    isOver: () => {
      rowsLeft -= 1;
      return rowsLeft === 0;
    },
    giveWay: async () => {
      slices += 1;
      rowsLeft = 7;
    },
  };
  const portions: number[][] = [];
  for await (const rows of decodePortions(result, slice)) portions.push(rows.map(({ n }) => Number(n)));
  expect(portions.flat()).toEqual(Array.from({ length: 300 }, (_, n) => n));
  expect(new Set(portions.map((rows) => rows.length))).toEqual(new Set([7, 6]));
  expect(slices).toBe(portions.length);
});

it('a list of texts that a statement gives as JSON is that list', async () => {
  const texts = ['a "b"', 'c\\d', 'é\n😀', '', null];
  const lists = `[${texts.map((text) => (text === null ? 'NULL' : `'${text}'`)).join(', ')}]`;
  const connection = await connect();
  const rows = await queryRows(
    connection,
    `SELECT ${lists} AS plain, to_json(${lists}) AS packed, to_json([]::VARCHAR[]) AS none, to_json(NULL::VARCHAR[]) AS unset`,
  );
  expect(rows).toEqual([{ plain: texts, packed: texts, none: [], unset: null }]);
  await expect(queryRows(connection, 'SELECT to_json([1]) AS numbers')).rejects.toThrow(
    'Only lists of texts',
  );
});
