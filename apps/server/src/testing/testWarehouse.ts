import { readdir } from 'node:fs/promises';
import path from 'node:path';
import {
  openDuckDbWarehouse,
  openPostgresWarehouse,
  type Questions,
  type Warehouse,
} from '@atrium/warehouse';
import { buildOnce } from '../../../../packages/warehouse/src/testing/buildOnce.ts';
import { createOnServer, onServer } from './testDatabase.ts';

export interface TestWarehouse {
  readonly warehouse: Warehouse;
  downloading(): Promise<number>;
  close(): Promise<void>;
}

interface TestOptions {
  /** What the thread of an export loads; default: exports run in the thread of the test. */
  readonly exportThread?: URL | undefined;
}

/** An empty warehouse: DuckDB in the folder, or PostgreSQL where the tests run for that engine. */
export function openTestWarehouse(folder: string, options: TestOptions = {}): Promise<TestWarehouse> {
  const server = process.env['ATRIUM_TEST_WAREHOUSE_URL'];
  return process.env['ATRIUM_TEST_ENGINE'] === 'postgres' && server !== undefined
    ? openOnServer({ ...options, scratchFolder: folder }, server)
    : openInFolder({ ...options, folder });
}

/** Where the variable is set, every question that an index can answer is answered by it. */
const isOnIndexes = process.env['ATRIUM_TEST_INDEXES'] !== undefined;
const withIndexes = isOnIndexes ? { indexes: {} } : {};

/** The same warehouse, which waits for the index of a release before it answers about it. */
function onIndexes(warehouse: Warehouse): Warehouse {
  if (!isOnIndexes) return warehouse;
  const { questions, indexes } = warehouse;
  const ask: Questions['ask'] = async (question, release, options) => {
    indexes.find(release.release);
    await indexes.idle();
    return await questions.ask(question, release, options);
  };
  return { ...warehouse, questions: { ...questions, ask } };
}

async function openInFolder(options: TestOptions & { readonly folder: string }): Promise<TestWarehouse> {
  const { folder } = options;
  const warehouse = await openDuckDbWarehouse({ ...options, ...withIndexes, build: buildOnce });
  return {
    warehouse: onIndexes(warehouse),
    downloading: async () => (await readdir(path.join(folder, '.spill'))).length,
    close: () => warehouse.close(),
  };
}

async function openOnServer(
  options: TestOptions & { readonly scratchFolder: string },
  server: string,
): Promise<TestWarehouse> {
  const { url, drop } = await createOnServer(server);
  const warehouse = await openPostgresWarehouse({ ...options, url, build: buildOnce });
  const running = `select count(*)::int as running from pg_stat_activity
    where datname = '${new URL(url).pathname.slice(1)}' and application_name = 'atrium' and state = 'active'`;
  return {
    warehouse,
    downloading: async () => Number((await onServer(server, running))[0]?.['running']),
    close: async () => {
      await warehouse.close();
      await drop();
    },
  };
}
