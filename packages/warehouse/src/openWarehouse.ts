import { type DuckDbStoreOptions, openDuckDbStore } from './duckdb/duckDbStore.ts';
import { buildRelease } from './import/buildRelease.ts';
import { openPostgresStore, type PostgresStoreOptions } from './postgres/postgresStore.ts';
import { createWarehouse, type ImportLimits, type WarehouseParts } from './release/createWarehouse.ts';
import type { Warehouse } from './release/warehouse.ts';

interface SharedOptions extends Pick<WarehouseParts, 'asker' | 'storageRoot'> {
  /** Of imports that do not say them. */
  readonly importLimits?: ImportLimits;
}

export type DuckDbWarehouseOptions = DuckDbStoreOptions & SharedOptions;
export type PostgresWarehouseOptions = PostgresStoreOptions & SharedOptions;

const partsOf = ({ importLimits = {}, asker, storageRoot }: SharedOptions): WarehouseParts => ({
  buildRelease,
  limits: importLimits,
  storageRoot,
  ...(asker && { asker }),
});

/** Opens a warehouse of DuckDB files. One process at a time may build or remove in a folder. */
export const openDuckDbWarehouse = async (options: DuckDbWarehouseOptions): Promise<Warehouse> =>
  createWarehouse(await openDuckDbStore(options), partsOf(options));

/**
 * Opens a warehouse of PostgreSQL schemas. One process at a time may build or remove in a database.
 * @throws an Error that says what the server lacks
 */
export const openPostgresWarehouse = async (options: PostgresWarehouseOptions): Promise<Warehouse> =>
  createWarehouse(await openPostgresStore(options), partsOf(options));
