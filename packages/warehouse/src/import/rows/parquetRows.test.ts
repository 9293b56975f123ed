import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it, onTestFinished } from 'vitest';
import { UnreadableFile } from '../../package/packageErrors.ts';
import { parquetOf } from '../../testing/parquetOf.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';
import { openParquetRows } from './parquetRows.ts';

it('rows that break off are refused with the number that came and the number in the footer', async () => {
  const localPath = join(await temporaryFolder(), 'person.parquet');
  await writeFile(localPath, await parquetOf('FROM range(50000)'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  onTestFinished(() => {
    connection.closeSync();
    instance.closeSync();
  });
  const source = await openParquetRows({ connection, resource: 'person', file: 'p.parquet', localPath });
  const read = async (): Promise<void> => {
    for await (const batch of source.rows()) if (batch[0]?.line === 1) await connection.run('SELECT 1');
  };
  await expect(read()).rejects.toThrow(
    new UnreadableFile(
      'p.parquet',
      '2048 rows of resource person could be read, but the footer of the file counts 50000',
    ),
  );
});
