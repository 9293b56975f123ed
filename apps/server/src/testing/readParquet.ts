import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

/** A Parquet file as DuckDB reads it: the type of each column, each row as JSON, and the text of that JSON. */
export async function readParquet(bytes: Uint8Array) {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-parquet-'));
  const file = path.join(folder, 'table.parquet');
  await writeFile(file, bytes);
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const read = async (sql: string) => (await connection.runAndReadAll(sql, [file])).getRowObjectsJson();
  const types = await read('SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM read_parquet($1))');
  const rows = await read('SELECT CAST(to_json(t) AS VARCHAR) AS json FROM read_parquet($1) AS t');
  connection.closeSync();
  instance.closeSync();
  await rm(folder, { recursive: true, force: true });
  return {
    types: Object.fromEntries(types.map((row) => [row['column_name'], row['column_type']])),
    rows: rows.map((row): unknown => JSON.parse(String(row['json']))),
    lines: rows.map((row) => String(row['json'])),
  };
}
