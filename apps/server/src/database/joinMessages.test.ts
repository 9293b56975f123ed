import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { joinMessages } from './joinMessages.ts';

let pglite: PGlite;
let client: pg.Client;
beforeAll(async () => {
  pglite = await PGlite.create();
  client = new pg.Client(createPgConfig(joinMessages(pglite)));
  await client.connect();
});
afterAll(() => pglite.close());

const calls = () => vi.mocked(pglite.execProtocolStream).mock.calls.length;
beforeEach(() => void vi.spyOn(pglite, 'execProtocolStream'));

it('a prepared statement with values is one call of the embedded database', async () => {
  const statement = { name: 'sum', text: 'select $1::integer + $2::integer as sum' };
  for (const [index, values] of [
    [1, 2],
    [3, 4],
  ].entries()) {
    expect((await client.query({ ...statement, values })).rows).toEqual([{ sum: index === 0 ? 3 : 7 }]);
  }
  expect(calls()).toBe(2);
});

it('a statement that fails while it is parsed, bound or run leaves the connection to the next one', async () => {
  await expect(client.query('select $1::integer from nowhere', [1])).rejects.toThrow('nowhere');
  await expect(client.query('select $1::integer', ['one'])).rejects.toThrow('integer');
  await expect(client.query('select 1 / $1::integer', [0])).rejects.toThrow('zero');
  await client.query('begin');
  await expect(client.query('select 1 / $1::integer', [0])).rejects.toThrow('zero');
  await client.query('rollback');
  expect((await client.query('select $1::text as said', ['on'])).rows).toEqual([{ said: 'on' }]);
});
