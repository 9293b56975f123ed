import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it, onTestFinished } from 'vitest';
import { openPackage, parsePackage } from '../../package/openPackage.ts';
import { persons, writeTinyPackage } from '../../testing/tinyPackage.ts';
import { countStored } from './loadPackage.ts';

/** Counts a table of persons of which so many rows were staged, have a subject and are in the release. */
async function counted(rows: { read: number; staged: number; kept: number; stored: number }) {
  const source = await openPackage(await writeTinyPackage({ tables: [persons()] }));
  const { plan } = await parsePackage(source, undefined);
  const [table] = plan.tables;
  if (table === undefined) throw new Error('There is no table.');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  onTestFinished(() => {
    connection.closeSync();
    instance.closeSync();
  });
  await connection.run("ATTACH ':memory:' AS target");
  await connection.run(`CREATE TABLE s1 AS FROM range(${rows.staged})`);
  await connection.run(`CREATE TABLE kept1 AS FROM range(${rows.kept})`);
  await connection.run(`CREATE TABLE target.person AS FROM range(${rows.stored})`);
  return await countStored(table, rows.read, connection);
}

it('every row that was read is staged, and every row with a subject is in the release', async () => {
  expect(await counted({ read: 5, staged: 5, kept: 3, stored: 3 })).toBe(3);
  await expect(counted({ read: 5, staged: 4, kept: 3, stored: 3 })).rejects.toThrow(
    '5 rows of person were read, but 4 were staged.',
  );
  await expect(counted({ read: 5, staged: 5, kept: 3, stored: 2 })).rejects.toThrow(
    '3 rows of person have a subject, but 2 are in the release.',
  );
});
