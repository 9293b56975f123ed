import type { DuckDBConnection } from '@duckdb/node-api';
import type { PackagePlan, TablePlan } from '../../package/packagePlan.ts';
import type { ImportPhase, ImportProgress } from '../../releases/importReport.ts';
import type { StorageArea } from '../../releases/storageAreas.ts';
import type { FileAccess } from '../rows/openRows.ts';
import type { ProblemLog } from './problemLog.ts';

/** The name under which the file of the new release is attached while it is built. */
export const target = 'target';

/** What the steps of an import share. */
export interface ImportJob extends FileAccess {
  readonly plan: PackagePlan;
  /** Holds the staging tables, and the new release as `target`. */
  readonly connection: DuckDBConnection;
  readonly problems: ProblemLog;
  readonly progress: ProgressMeter;
  /** Where downloadable files lie and are copied to; null where the caller has no storage. */
  readonly storage: ImportStorage | null;
}

export interface ImportStorage {
  /** The folder below which paths of files are looked for, too. */
  readonly root: string;
  readonly release: string;
  /** What belongs to which dataset, beside the folders that have a dataset's id as their name. */
  readonly areas: readonly StorageArea[];
  /** The folder of a package that is not packed. */
  readonly packageFolder: string | null;
  /** Nothing is copied. */
  readonly isDryRun: boolean;
  /** So many bytes are read at most to compare checksums. */
  readonly verifiedBytes: number;
}

/** The plan of a table; throws where no table has the name. */
export type TablesByName = (name: string) => TablePlan;

/** Counts what an import has done so far and tells the caller. */
export interface ProgressMeter {
  enter(phase: ImportPhase, collection: string | null): void;
  addRows(rows: number): void;
  /** The caller hears of it with the next phase or rows. */
  addBytes(bytes: number): void;
  /** How many downloadable files were looked for, and how many of their bytes were read. */
  setFiles(files: NonNullable<ImportProgress['files']>): void;
  /** The table at work, null for none. */
  table(): string | null;
}

/** Starts at phase `check`; `bytesTotal` is the size of all files of the package. */
export function createProgressMeter(
  onProgress: ((progress: ImportProgress) => void) | undefined,
  bytesTotal: number,
): ProgressMeter {
  let progress: ImportProgress = { phase: 'check', collection: null, rows: 0, bytesRead: 0, bytesTotal };
  return {
    enter: (phase, collection) => {
      progress = { ...progress, phase, collection };
      onProgress?.(progress);
    },
    addRows: (rows) => {
      progress = { ...progress, rows: progress.rows + rows };
      onProgress?.(progress);
    },
    addBytes: (bytes) => {
      progress = { ...progress, bytesRead: progress.bytesRead + bytes };
    },
    setFiles: (files) => {
      progress = { ...progress, files };
      onProgress?.(progress);
    },
    table: () => progress.collection,
  };
}
