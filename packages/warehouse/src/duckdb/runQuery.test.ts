import type { Query } from '@atrium/engine';
import { describe, expect, it } from 'vitest';
import { tinyWarehouse } from '../testing/tinyWarehouse.ts';

const query = (text: string, ...values: Query['values']): Query => ({ text, values });
/** Counts for longer than any test waits. */
const endless = query(
  'SELECT count(*) AS n FROM range(1000000000) a, range(1000000000) b WHERE a.range % 7 = b.range % 11',
);

describe('a query', () => {
  it('gives plain values: days as text, numbers of any width, lists as arrays', async () => {
    const { warehouse } = await tinyWarehouse();
    const rows = await warehouse.questions.run(
      query(`SELECT DATE '2020-02-29' AS day, 5::HUGEINT AS huge, 7::BIGINT AS big, 1.25::DECIMAL(9,2) AS money,
        0.5::DOUBLE AS half, true AS yes, NULL AS nothing, ['b', NULL] AS words, [DATE '2020-01-01'] AS days,
        TIMESTAMP '2020-01-01 10:00:00' AS instant, 'x' AS word`),
    );
    expect(rows).toEqual([
      {
        day: '2020-02-29',
        huge: 5,
        big: 7,
        money: 1.25,
        half: 0.5,
        yes: true,
        nothing: null,
        words: ['b', null],
        days: ['2020-01-01'],
        instant: '2020-01-01 10:00:00',
        word: 'x',
      },
    ]);
  });

  it('takes values of every kind as parameters', { tags: 'long' }, async () => {
    const { warehouse } = await tinyWarehouse();
    const sql = `SELECT typeof($1) AS a, typeof($2) AS b, typeof($3) AS c, typeof($4) AS d, typeof($5) AS e,
      typeof($6) AS f, typeof($7) AS g, $8::VARCHAR AS h, DATE '2020-01-31' + $2 AS later, len($9::VARCHAR[]) AS i`;
    const [row] = await warehouse.questions.run(
      query(sql, "it's", 1, 2.5, 2 ** 40, true, ['a', 'b'], [1, 2.5], null, []),
    );
    expect(row).toEqual({
      a: 'VARCHAR',
      b: 'INTEGER',
      c: 'DOUBLE',
      d: 'BIGINT',
      e: 'BOOLEAN',
      f: 'VARCHAR[]',
      g: 'DOUBLE[]',
      h: null,
      later: '2020-02-01',
      i: 0,
    });
  });

  it('takes a list of 25,000 values as one parameter', { tags: 'long' }, async () => {
    const { warehouse } = await tinyWarehouse();
    const words = Array.from({ length: 25_000 }, (_, index) => `w${index}`);
    const sql =
      'SELECT count(*) AS n FROM range(30000) r WHERE ($2 || r.range) IN (SELECT unnest($1::VARCHAR[]))';
    expect(await warehouse.questions.run(query(sql, words, 'w'))).toEqual([{ n: 25_000 }]);
  });

  it('streams in portions and computes only those that are fetched', async () => {
    const { warehouse } = await tinyWarehouse();
    const sizes: number[] = [];
    for await (const portion of warehouse.questions.stream(
      query('SELECT range AS n FROM range(1000000000)'),
    )) {
      sizes.push(portion.length);
      if (sizes.length === 3) break;
    }
    // On a busy machine a portion ends with its slice of time, after one row at least.
    expect(sizes).toHaveLength(3);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(128);
    const total = [];
    for await (const portion of warehouse.questions.stream(query('SELECT range AS n FROM range(5000)')))
      total.push(portion.length);
    expect(total.reduce((sum, size) => sum + size, 0)).toBe(5000);
  });

  it('waits for a connection when all are lent', async () => {
    const { warehouse } = await tinyWarehouse();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => warehouse.questions.run(query('SELECT $1 AS n', index))),
    );
    expect(answers.flat().map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  it('is rejected with what is wrong, and the connection can be used again', async () => {
    const { warehouse } = await tinyWarehouse();
    for (let time = 0; time < 5; time++) {
      await expect(warehouse.questions.run(query('SELECT nonsense'))).rejects.toThrow('nonsense');
    }
    expect(await warehouse.questions.run(query('SELECT 1 AS n'))).toEqual([{ n: 1 }]);
  });

  it('ends when its signal is aborted, running or waiting, with the reason of the signal', async () => {
    const { warehouse } = await tinyWarehouse();
    const cancel = new AbortController();
    const { signal } = cancel;
    const running = Array.from({ length: 5 }, () => warehouse.questions.run(endless, { signal }));
    const streaming = (async () => {
      for await (const _ of warehouse.questions.stream(endless, { signal }));
    })();
    const settled = Promise.allSettled([...running, streaming]);
    setTimeout(() => cancel.abort(new Error('the tab was closed')), 50);
    for (const outcome of await settled) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'the tab was closed' } });
    }
    await expect(warehouse.questions.run(endless, { signal })).rejects.toThrow('the tab was closed');
    expect(await warehouse.questions.run(query('SELECT 1 AS n'))).toEqual([{ n: 1 }]);
  });

  it('ends after the statement time-out', { tags: 'long' }, async () => {
    const { warehouse } = await tinyWarehouse({ timeouts: { questionMs: 1000 } });
    await expect(warehouse.questions.run(endless)).rejects.toMatchObject({ code: 'timed_out' });
    expect(await warehouse.questions.run(query('SELECT 1 AS n'))).toEqual([{ n: 1 }]);
  });

  it('ends when the warehouse is closed', async () => {
    const { warehouse } = await tinyWarehouse();
    const running = Array.from({ length: 5 }, () => warehouse.questions.run(endless));
    const settled = Promise.allSettled(running);
    await warehouse.questions
      .run(query('SELECT 1 AS n'), { signal: AbortSignal.timeout(20) })
      .catch(() => {});
    await warehouse.close();
    expect((await settled).map(({ status }) => status)).toEqual(running.map(() => 'rejected'));
    await expect(warehouse.questions.run(query('SELECT 1'))).rejects.toThrow('closed');
  });
});
