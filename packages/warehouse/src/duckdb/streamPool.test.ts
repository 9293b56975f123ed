import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LinesInParts, LongQuery, OrderTerm, Query } from '@atrium/engine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isGate } from '../../../engine/src/testing/effort.ts';
import { exportHere } from '../openWarehouse.ts';
import type { Row } from '../sql/row.ts';
import { defaultWorkBudget } from './instance.ts';
import { createStreamPool, type StreamPool } from './streamPool.ts';

let folder: string;
let pool: StreamPool;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-stream-'));
  pool = createStreamPool({
    spillFolder: folder,
    files: () => new Map(),
    budget: defaultWorkBudget,
    makeFile: exportHere,
  });
});
afterAll(async () => {
  await pool.close();
  await rm(folder, { recursive: true, force: true });
});

const noLimit = { timeoutMs: null };

async function rowsOf(query: LongQuery): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const portion of pool.stream(query, noLimit)) rows.push(...portion);
  return rows;
}
const plain = (text: string): LongQuery => ({ text, values: [] });
const once = (lines: Query, order: readonly OrderTerm[]): LinesInParts => ({
  lines: { text: lines.text, values: lines.values },
  repeats: false,
  order,
  inPieces: null,
});

it('results are streamed from an instance with little memory, which leaves no files', async () => {
  const memory = plain("SELECT current_setting('memory_limit') AS memory");
  expect(await rowsOf(memory)).toEqual([{ memory: expect.stringMatching(/^6\d\.\d MiB$/) }]);
  expect(await readdir(folder)).toEqual([]);
});

it('a query that does not fit into little memory runs again with more', { tags: 'long' }, async () => {
  const long = plain(
    `SELECT len(array_agg(repeat(i::VARCHAR, 60))) AS length, current_setting('memory_limit') AS memory
      FROM range(500000) AS r(i)`,
  );
  expect(await rowsOf(long)).toEqual([
    { length: 500_000, memory: expect.stringMatching(/^\d{3,}\.\d MiB$|GiB$/) },
  ]);
});

it('any other error is thrown at once', async () => {
  await expect(rowsOf(plain('SELECT * FROM nothing'))).rejects.toThrow('nothing');
  const inParts = once(plain('SELECT * FROM nowhere'), []);
  await expect(rowsOf({ ...plain(''), inParts })).rejects.toThrow('nowhere');
});

const up = (cell: string): OrderTerm => ({ cell, way: 'ASC NULLS LAST' });
const down = (cell: string): OrderTerm => ({ cell, way: 'DESC NULLS FIRST' });
const sql = (order: readonly OrderTerm[]): string =>
  order.map(({ cell, way }) => `${cell} ${way}`).join(', ');

/** Few values of `a`, more of `b`, all of `c`; nulls in each; every third line comes twice. */
const lines = (count: number): string => `SELECT * FROM (SELECT nullif(i % 3, 1) AS a,
    CASE WHEN i % 7 = 0 THEN NULL ELSE 'b' || (i * 31 % 1000) END AS b, [i % 5] AS list, nullif(i, 17) AS c
    FROM range(${count}) AS r(i)), range(2) AS twice(n) WHERE n = 0 OR c % 3 = 0`;

const expectWhole = async (_: string, count: number, order: readonly OrderTerm[]) => {
  const text = `SELECT a, b, list, c FROM (${lines(count)})`;
  const whole = `SELECT DISTINCT * FROM (${text}) ORDER BY ${sql(order)}`;
  const rows = await rowsOf({
    text: whole,
    values: [],
    inParts: { ...once(plain(text), order), repeats: true },
  });
  expect(rows).toHaveLength(count);
  const inOrder = await rowsOf(plain(whole));
  expect(rows.findIndex((row, index) => JSON.stringify(row) !== JSON.stringify(inOrder[index]))).toBe(-1);
};
it.each([
  ['few', 500, [up('c'), up('a'), up('b')]],
  ['many, of which the first cells tie', 25_000, [down('a'), up('b'), down('c')]],
])('rows made in parts are those of the whole, in order and without repetitions: %s', expectWhole);
it.each([
  ['many, told apart by the first cell', 25_000, [down('c'), up('a'), up('b')]],
  ['many, sorted by lists', 25_000, [down('list'), down('b'), up('c'), up('a')]],
])(
  'rows made in parts are those of the whole, in order and without repetitions: %s',
  { tags: 'long' },
  expectWhole,
);

interface Groups {
  readonly groups: number;
  /** The items of the group 7000. */
  readonly most: number;
}

/** Lists of 25 long texts of so many groups, one of which may have many more of them. */
const lists = (order: readonly OrderTerm[], { groups, most }: Groups): LinesInParts => {
  const base = `SELECT i AS c0, i % 3 AS c1 FROM range(${groups}) AS r(i)`;
  const listsOf = (from: string): string =>
    `SELECT c0, c1, array_agg(lpad((c0 + j)::VARCHAR, 120, '.') ORDER BY j DESC) AS c2, max(j) AS c3, current_setting('memory_limit') AS memory
      FROM (${from}), LATERAL (SELECT unnest(range(CASE c0 WHEN 7000 THEN ${most} ELSE 25 END)) AS j) AS s
      GROUP BY c0, c1`;
  return {
    ...once(plain(listsOf(base)), order),
    inPieces: {
      base: plain(base),
      keys: ['c0', 'c1'],
      lines: plain(listsOf('SELECT c0, c1 FROM piece')),
    },
  };
};
/** Whether the rows are those groups, by `c1` down and `c0` up. */
const areGroups = (rows: readonly Row[], { groups, most }: Groups): boolean =>
  rows.every(({ c0, c1, c2 }, index) => {
    const of = 2 - Math.floor(index / (groups / 3));
    const number = (index % (groups / 3)) * 3 + of;
    const items = number === 7000 ? most : 25;
    const list = Array.isArray(c2) ? c2 : [];
    const textAt = (at: number): string => String(number + items - 1 - at).padStart(120, '.');
    const isList = list.length === items && list.every((item, at) => item === textAt(at));
    return c0 === number && c1 === of && isList;
  });

const giant = 'keys, one of which has a list that fits into no little memory';
const inPieces =
  'lists that do not fit into little memory are made in pieces, and only a single row that does not fit gets more: by %s';
const expectPieces = async (_: string, order: readonly OrderTerm[], given: Groups): Promise<void> => {
  const rows = await rowsOf({ ...plain(''), inParts: lists(order, given) });
  expect([rows.length, areGroups(rows, given)]).toEqual([given.groups, true]);
  const usual = rows.filter(({ c0 }) => c0 !== 7000);
  const memories = [...new Set(usual.map(({ memory }) => memory))];
  expect(memories).toEqual([expect.stringMatching(/^[69]\d\.\d MiB$/)]);
};
// These fit into 16 pieces, the next into the smallest ones only.
it.each([['keys', [down('c1'), up('c0')], { groups: isGate ? 9_000 : 30_000, most: 25 }]])(
  inPieces,
  { tags: 'long' },
  expectPieces,
);
it.each([
  [
    'what is made of them',
    [down('c3'), down('c1'), up('c0')],
    { groups: isGate ? 18_000 : 30_000, most: 25 },
  ],
  ...(isGate ? [] : [[giant, [down('c1'), up('c0')], { groups: 30_000, most: 400_000 }] as const]),
] as const)(inPieces, { tags: 'long' }, expectPieces);

it('parameters reach the lines', async () => {
  const query = { text: 'SELECT $1::INTEGER + 1 AS n', values: [41] };
  expect(await rowsOf({ ...query, inParts: once(query, [up('n')]) })).toEqual([{ n: 42 }]);
});

it('a third reader waits for a session, and may stop waiting', async () => {
  const readers = [1, 2].map(() => pool.stream(plain('FROM range(1000000)'), noLimit));
  await Promise.all(readers.map((reader) => reader.next()));
  const third = pool.stream(plain('SELECT 7 AS n'), noLimit).next();
  const leaving = new AbortController();
  const fourth = pool.stream(plain('SELECT 8 AS n'), { ...noLimit, signal: leaving.signal }).next();
  leaving.abort(new Error('gone'));
  await expect(fourth).rejects.toThrow('gone');
  await Promise.all(readers.map((reader) => reader.return(undefined)));
  expect((await third).value).toEqual([{ n: 7 }]);
});

it('a stream that needs more than its part of the budget is refused as too large', async () => {
  const small = createStreamPool({
    spillFolder: folder,
    files: () => new Map(),
    budget: { megabytes: 256, spillMegabytes: 40 },
    makeFile: exportHere,
  });
  const sorted = plain(
    'SELECT repeat(i::VARCHAR, 60) AS text FROM range(1000000) AS r(i) ORDER BY text DESC',
  );
  const read = async (): Promise<void> => {
    for await (const _ of small.stream(sorted, noLimit));
  };
  await expect(read()).rejects.toMatchObject({ code: 'too_large' });
  await small.close();
});
