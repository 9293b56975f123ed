import { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createEmbeddedPool } from './embeddedConnection.ts';
import { loadInitialState } from './initialState.ts';

let pglite: PGlite;
let pool: pg.Pool;
const raise = (error: Error) => {
  throw error;
};
beforeAll(async () => {
  pglite = await PGlite.create({ loadDataDir: await loadInitialState() });
  pool = createEmbeddedPool(pglite, raise);
  await pool.query('select 1');
});
afterAll(async () => {
  await pool.end();
  await pglite.close();
});

const calls = () => vi.mocked(pglite.execProtocolRawStream).mock.calls.length;
beforeEach(() => void vi.spyOn(pglite, 'execProtocolRawStream').mockClear());

const sum = { name: 'sum', text: 'select $1::integer + $2::integer as sum' };

it('a prepared statement with values is one call of the embedded database', async () => {
  for (const [index, values] of [
    [1, 2],
    [3, 4],
  ].entries()) {
    expect((await pool.query({ ...sum, values })).rows).toEqual([{ sum: index === 0 ? 3 : 7 }]);
  }
  expect(calls()).toBe(2);
});

it('a statement that fails while it is parsed, bound or run leaves the connection to the next one', async () => {
  await expect(pool.query('select $1::integer from nowhere', [1])).rejects.toThrow('nowhere');
  await expect(pool.query('select $1::integer', ['one'])).rejects.toThrow('integer');
  await expect(pool.query('select 1 / $1::integer', [0])).rejects.toThrow('zero');
  await pool.query('begin');
  await expect(pool.query('select 1 / $1::integer', [0])).rejects.toThrow('zero');
  await pool.query('rollback');
  expect((await pool.query('select $1::text as word', ['on'])).rows).toEqual([{ word: 'on' }]);
  expect(pool.totalCount).toBe(1);
});

it('statements that are asked together are answered each with its own rows, in order', async () => {
  const replies = Array.from({ length: 50 }, (_, index) => pool.query({ ...sum, values: [index, 1] }));
  const answers = await Promise.all(replies);
  expect(answers.map(({ rows }) => rows[0].sum)).toEqual(replies.map((_, index) => index + 1));
  expect(calls()).toBe(50);
});

it('texts and answers of many megabytes and of many rows arrive whole', async () => {
  const long = 'ä'.repeat(4_000_000);
  expect((await pool.query('select $1::text as word', [long])).rows).toEqual([{ word: long }]);
  const { rows } = await pool.query('select n from generate_series(1, $1::integer) as n', [100_000]);
  expect(rows.length).toBe(100_000);
  expect(rows.at(-1)).toEqual({ n: 100_000 });
});

it('a client that follows another one on the same database prepares its statements anew', async () => {
  const client = await pool.connect();
  await client.query({ ...sum, values: [1, 2] });
  client.release(true);
  expect((await pool.query({ ...sum, values: [5, 6] })).rows).toEqual([{ sum: 11 }]);
  expect(pool.totalCount).toBe(1);
});

it('the abort of the embedded database is the error of the statement that it happened in, and of nothing else', async () => {
  const own = createEmbeddedPool(pglite, raise);
  const client = await own.connect();
  const abort = new WebAssembly.RuntimeError('unreachable');
  vi.mocked(pglite.execProtocolRawStream).mockRejectedValueOnce(abort);
  // An error event without a listener would be an uncaught exception, which fails the run.
  await expect(client.query('select 2')).rejects.toBe(abort);
  client.release(true);
  await own.end();
});
