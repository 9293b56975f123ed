import { type DuckDbStoreOptions, openDuckDbStore } from './duckdb/duckDbStore.ts';
import { exportInThread } from './export/exportInThread.ts';
import { openRows, type RowSource } from './export/openRows.ts';
import type { MakeFile } from './formats/filePiece.ts';
import { writeFile } from './formats/writeFile.ts';
import { buildRelease } from './import/buildRelease.ts';
import type { MakeIndex } from './indexes/indexStore.ts';
import type { IndexOptions } from './indexes/indexWork.ts';
import { type IndexPlace, makeIndexHere } from './indexing/makeIndex.ts';
import { makeIndexInThread } from './indexing/makeIndexInThread.ts';
import { openPostgresStore, type PostgresStoreOptions } from './postgres/postgresStore.ts';
import type { BuildParts, BuildRelease, ImportLimits } from './releases/releases.ts';
import { createWarehouse, type Warehouse } from './releases/warehouse.ts';

/** Makes a file in the thread of the caller. */
export const exportHere: MakeFile<RowSource> = (task, signal) =>
  writeFile(task, openRows(task.source, signal));

interface SharedOptions extends Pick<BuildParts, 'storageRoot' | 'storageAreas'> {
  /** Of imports that do not say them. */
  readonly importLimits?: ImportLimits;
  /** How release files are built: `buildInThread` needs the build; default: `buildRelease`, in the thread of the caller. */
  readonly build?: BuildRelease;
  /** Whether answers are given again without the database; default: yes. */
  readonly remembers?: boolean;
  /** What the thread of its own loads in which each export runs; default: exports run in the thread of the caller. */
  readonly exportThread?: URL | undefined;
  /** Whether releases have indexes. Default: no. */
  readonly indexes?: (IndexOptions & IndexMaking) | null;
}

interface IndexMaking {
  /** What the thread of its own loads that makes an index; default: it is made in the thread of the caller. */
  readonly maker?: URL | undefined;
}

export type DuckDbWarehouseOptions = DuckDbStoreOptions & SharedOptions;
export type PostgresWarehouseOptions = PostgresStoreOptions & SharedOptions;

const partsOf = ({
  importLimits = {},
  storageRoot,
  storageAreas,
  build = buildRelease,
}: SharedOptions): BuildParts => ({ buildRelease: build, limits: importLimits, storageRoot, storageAreas });

const makeFileOf = ({ exportThread }: SharedOptions): MakeFile<RowSource> =>
  exportThread === undefined ? exportHere : exportInThread(exportThread);

const makeIndexOf = ({ indexes }: SharedOptions): MakeIndex<IndexPlace> =>
  indexes?.maker === undefined ? makeIndexHere : makeIndexInThread(indexes.maker);

/** What the store of a warehouse does not do itself. */
const makersOf = (options: SharedOptions) => ({
  makeFile: makeFileOf(options),
  makeIndex: makeIndexOf(options),
});

/** Opens a warehouse of DuckDB files. One process at a time may build or remove in a folder. */
export const openDuckDbWarehouse = async (options: DuckDbWarehouseOptions): Promise<Warehouse> =>
  createWarehouse(await openDuckDbStore(options, makersOf(options)), {
    ...partsOf(options),
    remembers: options.remembers ?? true,
    indexes: options.indexes ?? null,
  });

/**
 * Opens a warehouse of PostgreSQL schemas. Several processes may work in it that tell `cleanUp` what others build.
 * @throws an Error that says what the server lacks
 */
export const openPostgresWarehouse = async (options: PostgresWarehouseOptions): Promise<Warehouse> =>
  createWarehouse(await openPostgresStore(options, makersOf(options)), {
    ...partsOf(options),
    remembers: options.remembers ?? true,
    indexes: options.indexes ?? null,
  });
