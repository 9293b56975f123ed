export { type DuckDbWarehouseOptions, openDuckDbWarehouse } from './duckdb/duckDbWarehouse.ts';
export type { FileColumn } from './export/parquetColumn.ts';
export { parquetFile } from './export/parquetFile.ts';
export { PackageRefused } from './package/packageRefused.ts';
export { openPostgresWarehouse, type PostgresWarehouseOptions } from './postgres/postgresWarehouse.ts';
export type * from './release/importProgress.ts';
export type * from './release/importReport.ts';
export { type ProblemKind, problemMessages } from './release/problemKind.ts';
export type * from './warehouse.ts';
