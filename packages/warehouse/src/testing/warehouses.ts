import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type DuckDbWarehouseOptions, openDuckDbWarehouse, openPostgresWarehouse } from '../openWarehouse.ts';
import type { Warehouse } from '../releases/warehouse.ts';
import { buildOnce } from './buildOnce.ts';

type WarehouseOptions = Pick<DuckDbWarehouseOptions, 'timeouts' | 'exportThread' | 'indexes'>;

export interface TestWarehouse {
  readonly warehouse: Warehouse;
  /** Opens the same store again, as a later process does; to be called after `warehouse.close()`. */
  reopen(options?: WarehouseOptions): Promise<Warehouse>;
  /** The address of its database on a server, else null. */
  readonly url: string | null;
  /** Where its files lie. */
  readonly folder: string;
  /** Closes what was opened and removes the store. */
  discard(): Promise<void>;
}

export interface TestEngine {
  readonly engine: 'DuckDB' | 'PostgreSQL';
  readonly open: (options?: WarehouseOptions) => Promise<TestWarehouse>;
}

const serverUrl = process.env['ATRIUM_TEST_WAREHOUSE_URL'];
if (serverUrl === undefined) {
  process.stderr.write(
    '!!! SKIPPED: ATRIUM_TEST_WAREHOUSE_URL names no PostgreSQL server; the warehouse is tested on DuckDB only.\n',
  );
}

/** The engines that are available; each `open` makes a store of its own. */
export const testEngines: readonly TestEngine[] = [
  { engine: 'DuckDB', open: openOnDuckDb },
  ...(serverUrl === undefined
    ? []
    : [
        {
          engine: 'PostgreSQL',
          open: (options?: WarehouseOptions) => openOnPostgres(serverUrl, options),
        } as const,
      ]),
];

async function openOnDuckDb(given?: WarehouseOptions): Promise<TestWarehouse> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-warehouse-'));
  return await keep((options) => openDuckDbWarehouse({ folder, build: buildOnce, ...given, ...options }), {
    url: null,
    folder,
    remove: () => rm(folder, { recursive: true, force: true }),
  });
}

/** Set where the server ends with the run: to drop a database is slow. */
const isScratchServer = process.env['ATRIUM_TEST_SCRATCH_SERVER'] !== undefined;

async function openOnPostgres(server: string, given?: WarehouseOptions): Promise<TestWarehouse> {
  const scratchFolder = await mkdtemp(join(tmpdir(), 'atrium-warehouse-'));
  const database = `atrium_test_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = database;
  await onServer(
    server,
    `CREATE DATABASE ${database} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8' STRATEGY file_copy`,
  );
  return await keep(
    (options) =>
      openPostgresWarehouse({ url: url.href, scratchFolder, build: buildOnce, ...given, ...options }),
    {
      url: url.href,
      folder: scratchFolder,
      remove: async () => {
        if (!isScratchServer) await onServer(server, `DROP DATABASE ${database} WITH (FORCE)`);
        await rm(scratchFolder, { recursive: true, force: true });
      },
    },
  );
}

type Open = (options?: WarehouseOptions) => Promise<Warehouse>;

async function keep(
  open: Open,
  { url, folder, remove }: { url: string | null; folder: string; remove: () => Promise<void> },
): Promise<TestWarehouse> {
  const warehouse = await open();
  const opened = [warehouse];
  return {
    warehouse,
    url,
    folder,
    reopen: async (options) => {
      const again = await open(options);
      opened.push(again);
      return again;
    },
    discard: async () => {
      for (const each of opened) await each.close();
      await remove();
    },
  };
}

/** Runs one statement on a connection of its own. */
export async function onServer(
  url: string,
  text: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
