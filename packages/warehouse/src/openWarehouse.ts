import { type DuckDbStoreOptions, openDuckDbStore } from './duckdb/duckDbStore.ts';
import { buildRelease } from './import/buildRelease.ts';
import { openPostgresStore, type PostgresStoreOptions } from './postgres/postgresStore.ts';
import { createWarehouse, type ImportLimits } from './release/createWarehouse.ts';
import type { Warehouse } from './release/warehouse.ts';

interface ImportOptions {
  /** Of imports that do not say them. */
  readonly importLimits?: ImportLimits;
}

export type DuckDbWarehouseOptions = DuckDbStoreOptions & ImportOptions;
export type PostgresWarehouseOptions = PostgresStoreOptions & ImportOptions;

/** Opens a warehouse of DuckDB files. One process at a time may build or remove in a folder. */
export const openDuckDbWarehouse = async (options: DuckDbWarehouseOptions): Promise<Warehouse> =>
  createWarehouse(await openDuckDbStore(options), { buildRelease, limits: options.importLimits ?? {} });

/**
 * Opens a warehouse of PostgreSQL schemas. One process at a time may build or remove in a database.
 * @throws an Error that says what the server lacks
 */
export const openPostgresWarehouse = async (options: PostgresWarehouseOptions): Promise<Warehouse> =>
  createWarehouse(await openPostgresStore(options), { buildRelease, limits: options.importLimits ?? {} });
