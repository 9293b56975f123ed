import type { DuckDBConnection } from '@duckdb/node-api';
import type { PackagePlan } from '../package/packagePlan.ts';
import type { PackageSource } from '../package/packageSource.ts';
import type { ImportPhase } from './importProgress.ts';
import type { ProblemLog } from './problemLog.ts';

/** The name under which the file of the new release is attached while it is built. */
export const target = 'target';

/** What the steps of an import share. */
export interface ImportJob {
  readonly plan: PackagePlan;
  readonly source: PackageSource;
  /** Holds the staging tables, and the new release as `target`. */
  readonly connection: DuckDBConnection;
  /** Queries files of the package while rows are written on the other: a write would break off the stream of a file. */
  readonly fileConnection: DuckDBConnection;
  /** For files that must lie on disk to be read; gone after the import. */
  readonly scratchFolder: string;
  readonly problems: ProblemLog;
  readonly progress: ProgressMeter;
  readonly signal: AbortSignal | undefined;
}

/** Keeps count and tells who asked. */
export interface ProgressMeter {
  enter(phase: ImportPhase, collection: string | null): void;
  addRows(rows: number): void;
  addBytes(bytes: number): void;
}
