import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../warehouse.ts';
import { type ConnectionPool, createConnectionPool } from './connectionPool.ts';
import { createInstance } from './instance.ts';
import { openStreamDesk, type StreamDesk } from './streamDesk.ts';

let folder: string;
let questions: ConnectionPool;
let desk: StreamDesk;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-desk-'));
  questions = await createConnectionPool(await createInstance({ spillFolder: folder, megabytes: 1024 }), 1);
  desk = await openStreamDesk(folder, questions);
});
afterAll(async () => {
  await desk.close();
  await questions.close();
  await rm(folder, { recursive: true, force: true });
});

async function rowsOf(text: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const batch of desk.stream({ text, values: [] }, { timeoutMs: null })) rows.push(...batch);
  return rows;
}

const memoryLimit = "SELECT current_setting('memory_limit') AS memory";

test('results are streamed from an instance with little memory', async () => {
  expect(await rowsOf(memoryLimit)).toEqual([{ memory: expect.stringMatching(/^9\d\.\d MiB$/) }]);
});

test('what little memory cannot hold is asked again where memory is ample', async () => {
  const long = `SELECT len(array_agg(repeat(i::VARCHAR, 12))) AS length FROM range(2500000) AS r(i)`;
  await expect(desk.connection.run(long)).rejects.toThrow('Out of Memory');
  expect(await rowsOf(long)).toEqual([{ length: 2_500_000 }]);
});

test('any other fault is told at once', async () => {
  await expect(rowsOf('SELECT * FROM nothing')).rejects.toThrow('nothing');
});

test('slow readers keep nobody from asking questions', async () => {
  const readers = [1, 2].map(() =>
    desk.stream({ text: 'FROM range(1000000)', values: [] }, { timeoutMs: null }),
  );
  await Promise.all(readers.map((reader) => reader.next()));
  const connection = await questions.borrow();
  expect(await (await connection.run('SELECT 7')).getRows()).toEqual([[7]]);
  questions.giveBack(connection);
  await Promise.all(readers.map((reader) => reader.return(undefined)));
});
