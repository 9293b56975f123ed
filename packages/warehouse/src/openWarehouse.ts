import { type DuckDbStoreOptions, openDuckDbStore } from './duckdb/duckDbStore.ts';
import { buildRelease } from './import/buildRelease.ts';
import type { UnpackLimits } from './package/unpackBudget.ts';
import { openPostgresStore, type PostgresStoreOptions } from './postgres/postgresStore.ts';
import { createWarehouse } from './release/createWarehouse.ts';
import type { Warehouse } from './release/warehouse.ts';

interface ImportOptions {
  /** What packages may unpack to, where an import does not say. */
  readonly unpackLimits?: UnpackLimits;
}

export type DuckDbWarehouseOptions = DuckDbStoreOptions & ImportOptions;
export type PostgresWarehouseOptions = PostgresStoreOptions & ImportOptions;

/** Opens a warehouse of DuckDB files. One process at a time may build or remove in a folder. */
export const openDuckDbWarehouse = async (options: DuckDbWarehouseOptions): Promise<Warehouse> =>
  createWarehouse(await openDuckDbStore(options), { buildRelease, unpackLimits: options.unpackLimits });

/**
 * Opens a warehouse of PostgreSQL schemas. One process at a time may build or remove in a database.
 * @throws an Error that says what the server lacks
 */
export const openPostgresWarehouse = async (options: PostgresWarehouseOptions): Promise<Warehouse> =>
  createWarehouse(await openPostgresStore(options), { buildRelease, unpackLimits: options.unpackLimits });
