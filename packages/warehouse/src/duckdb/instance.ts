import { availableParallelism, totalmem } from 'node:os';
import { DuckDBInstance } from '@duckdb/node-api';

const megabyte = 1024 * 1024;

export interface InstanceOptions {
  readonly spillFolder: string;
  readonly megabytes: number;
  /** What it may spill at the most. Default: nine tenths of the room on the disk. */
  readonly spillMegabytes?: number | undefined;
}

/**
 * An in-memory instance to which release files are attached. What does not fit into its memory, tables included,
 * spills into `spillFolder`; it never loads extensions from the network.
 */
export async function createInstance(options: InstanceOptions): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(availableParallelism()),
    memory_limit: `${options.megabytes}MB`,
    temp_directory: options.spillFolder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  if (options.spillMegabytes === undefined) return instance;
  // As an option of `create` this setting would be shown but have no effect.
  const connection = await instance.connect();
  await connection.run(`SET max_temp_directory_size = '${options.spillMegabytes}MB'`);
  connection.closeSync();
  return instance;
}

const shareOfMachine = (parts: number): number => Math.max(512, Math.floor(totalmem() / megabyte / parts));

/** Megabytes of an import, which spills what does not fit. */
export const memoryOfImports = shareOfMachine(8);

/** Megabytes that all questions and exports together may use, in memory and of the disk. */
export interface WorkBudget {
  readonly megabytes: number;
  readonly spillMegabytes: number;
}

/** A quarter of the memory of the machine, at least 512 MB, and 16 GB of its disk. */
export const defaultWorkBudget: WorkBudget = { megabytes: shareOfMachine(4), spillMegabytes: 16_384 };

/** A part of a budget for an instance. */
export const partOf = ({ megabytes, spillMegabytes }: WorkBudget, part: number): WorkBudget => ({
  megabytes: Math.floor(megabytes * part),
  spillMegabytes: Math.floor(spillMegabytes * part),
});

/** Whether the database says that a statement needs more memory than it may have. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Out of Memory Error');
