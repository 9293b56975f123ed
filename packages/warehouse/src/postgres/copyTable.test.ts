import { DuckDBInstance } from '@duckdb/node-api';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testEngines } from '../testing/warehouses.ts';
import { copyTable } from './copyTable.ts';

const postgres = testEngines.find(({ engine }) => engine === 'PostgreSQL');

/**
 * Copies `release_1.person`, which the statement makes, as a table of so many rows; then queries PostgreSQL for the
 * result.
 */
async function copied(make: string, rows: number): Promise<unknown> {
  const test = await postgres?.open();
  const client = new pg.Client({ connectionString: test?.url ?? '' });
  await client.connect();
  const instance = await DuckDBInstance.create(':memory:');
  const source = await instance.connect();
  onTestFinished(async () => {
    source.closeSync();
    instance.closeSync();
    await client.end();
    await test?.discard();
  });
  await source.run("ATTACH ':memory:' AS release_1");
  await source.run(make);
  const id = { name: 'id', type: 'INTEGER', isText: false, longest: 0, distinct: 0, isEscaped: false };
  await client.query('CREATE SCHEMA building');
  const table = { name: 'person', rows, columns: [id] };
  const request = {
    source,
    release: 'release_1',
    client,
    schema: 'building',
    signal: undefined,
    spread: null,
  };
  const outcome = await copyTable(table, request).catch((error: unknown) => error);
  await client.query('ROLLBACK').catch(() => undefined);
  const { rows: tables } = await client.query("SELECT relname FROM pg_class WHERE relname = 'person'");
  return { outcome, tables: tables.length };
}

describe.skipIf(postgres === undefined)('the copy of a table', () => {
  it('has every row of the table', async () => {
    const make = 'CREATE TABLE release_1.person AS SELECT range::INTEGER AS id FROM range(300000)';
    expect(await copied(make, 300_000)).toEqual({ outcome: undefined, tables: 1 });
  });

  it('is refused where fewer rows arrive than were counted', async () => {
    const make = 'CREATE TABLE release_1.person AS SELECT range::INTEGER AS id FROM range(2)';
    expect(await copied(make, 3)).toEqual({
      outcome: new Error('person has 3 rows, but 2 arrived at PostgreSQL.'),
      tables: 0,
    });
  });

  it('is refused where its rows break off', async () => {
    const make = `CREATE VIEW release_1.person AS SELECT CAST(CASE WHEN range = 290000 THEN error('gone') ELSE range END
      AS INTEGER) AS id FROM range(300000)`;
    expect(await copied(make, 300_000)).toEqual({
      outcome: new Error('The result of a statement broke off before its end.'),
      tables: 0,
    });
  });
});
