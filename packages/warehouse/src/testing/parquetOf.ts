import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { literal } from '../sql/quoted.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** The rows of a SELECT as a Parquet file. */
export async function parquetOf(select: string, options = ''): Promise<Buffer> {
  const file = join(await temporaryFolder(), 'made.parquet');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (${select}) TO ${literal(file)} (FORMAT parquet ${options})`);
  connection.closeSync();
  instance.closeSync();
  return readFile(file);
}
