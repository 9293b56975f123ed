import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect } from 'vitest';

/**
 * A database works with one thread in the gate: tables of tests are small, and to share a few rows among threads takes
 * a third of the processor time. Files with tables that several threads read keep all, and so does each long run.
 */
const largeTables = ['everyCell', 'exportInThread', 'streamPool', 'warehouse'];

const { create } = DuckDBInstance;

function createWithOneThread(file?: string, options?: Record<string, string>): Promise<DuckDBInstance> {
  const isLarge = largeTables.includes(path.basename(expect.getState().testPath ?? '', '.test.ts'));
  return create.call(DuckDBInstance, file, isLarge ? options : { ...options, threads: '1' });
}

// Test files share a worker, and this runs before each.
if (process.env['ATRIUM_LONG'] === undefined && create.name !== createWithOneThread.name)
  DuckDBInstance.create = createWithOneThread;
