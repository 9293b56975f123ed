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
  readonly engine: 'DuckDB' | 'PostgreSQL' | 'Citus';
  readonly open: (options?: WarehouseOptions) => Promise<TestWarehouse>;
}

const serverUrl = process.env['ATRIUM_TEST_WAREHOUSE_URL'];
const citusUrl = process.env['ATRIUM_TEST_CITUS_URL'];
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
  ...(citusUrl === undefined
    ? []
    : [
        {
          engine: 'Citus',
          open: (options?: WarehouseOptions) => openOnPostgres(citusUrl, options, onEachServer),
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

/** How a database is made on a server and dropped. */
interface Databases {
  create(server: string, database: string): Promise<void>;
  drop(server: string, database: string): Promise<void>;
}

const onOneServer: Databases = {
  create: async (server, database) => {
    await onServer(
      server,
      `CREATE DATABASE ${database} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8' STRATEGY file_copy`,
    );
  },
  drop: async (server, database) => {
    if (!isScratchServer) await onServer(server, `DROP DATABASE ${database} WITH (FORCE)`);
  },
};

const addressOf = (server: string, database: string): string =>
  Object.assign(new URL(server), { pathname: database }).href;

/** On the coordinator, whose address is given, and on the workers that its database knows. */
const onEachServer: Databases = {
  create: async (server, database) => {
    const nodes = await nodesOf(server);
    for (const node of nodes) {
      await onOneServer.create(node.address, database);
      await onServer(addressOf(node.address, database), 'CREATE EXTENSION citus');
    }
    const added = nodes.map(({ name, port, isCoordinator }) =>
      isCoordinator
        ? `SELECT citus_set_coordinator_host('${name}', ${port})`
        : `SELECT citus_add_node('${name}', ${port})`,
    );
    const shards = `ALTER DATABASE ${database} SET citus.shard_count = 4`;
    for (const text of [...added, shards]) await onServer(addressOf(server, database), text);
  },
  drop: async (server, database) => {
    for (const { address } of await nodesOf(server)) await onOneServer.drop(address, database);
  },
};

async function nodesOf(server: string) {
  const nodes = await onServer(
    server,
    'SELECT nodename AS name, nodeport AS port, groupid FROM pg_dist_node ORDER BY groupid',
  );
  return nodes.map(({ name, port, groupid }) => ({
    name: String(name),
    port: Number(port),
    isCoordinator: groupid === 0,
    address:
      groupid === 0 ? server : Object.assign(new URL(server), { hostname: name, port: String(port) }).href,
  }));
}

async function openOnPostgres(
  server: string,
  given?: WarehouseOptions,
  { create, drop } = onOneServer,
): Promise<TestWarehouse> {
  const scratchFolder = await mkdtemp(join(tmpdir(), 'atrium-warehouse-'));
  const database = `atrium_test_${randomBytes(6).toString('hex')}`;
  const url = addressOf(server, database);
  await create(server, database);
  return await keep(
    (options) => openPostgresWarehouse({ url, scratchFolder, build: buildOnce, ...given, ...options }),
    {
      url,
      folder: scratchFolder,
      remove: async () => {
        await drop(server, database);
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
