import { join } from 'node:path';
import { watchStatement } from '../asking/sessions.ts';
import { createInstance, memoryOfImports } from '../duckdb/instance.ts';
import { refusalOfSource } from '../import/refusalOfSource.ts';
import { openFolder } from '../package/folderSource.ts';
import { createUnpackBudget, defaultUnpackLimits, type UnpackLimits } from '../package/unpackBudget.ts';
import type { DescribeJob } from './stageTable.ts';
import type { TableFolder } from './tableFiles.ts';

export interface DescribeRequest {
  readonly tables: TableFolder;
  /** An empty, private folder for scratch files; the caller deletes it. */
  readonly scratchFolder: string;
  /** Default: 64 GiB in all, and 200 times its packed size for a file. */
  readonly unpackLimits?: UnpackLimits;
  /** What a person has decided of how files are read, by their names; the rest is guessed. */
  readonly given?: DescribeJob['given'];
  readonly onProgress?: DescribeJob['onProgress'];
  readonly signal?: AbortSignal;
}

/** Works on tables in a database of their own; throws the signal's reason when it is aborted. */
export async function inDescribeJob<Result>(
  request: DescribeRequest,
  work: (tables: TableFolder, job: DescribeJob) => Promise<Result>,
): Promise<Result> {
  const { tables, scratchFolder, signal, given = {}, onProgress = () => {} } = request;
  signal?.throwIfAborted();
  const source = await openFolder(
    tables.folder,
    createUnpackBudget(request.unpackLimits ?? defaultUnpackLimits),
  );
  const spillFolder = join(scratchFolder, 'spill');
  const instance = await createInstance({ spillFolder, megabytes: memoryOfImports });
  const connection = await instance.connect();
  const watch = watchStatement(connection, { signal, timeoutMs: null });
  try {
    const result = await work(tables, { connection, source, scratchFolder, signal, onProgress, given });
    watch.throwIfStopped();
    return result;
  } catch (error) {
    watch.throwIfStopped();
    throw refusalOfSource(error);
  } finally {
    watch.end();
    connection.closeSync();
    instance.closeSync();
    await source.close();
  }
}
