import { availableParallelism, totalmem } from 'node:os';
import { DuckDBInstance } from '@duckdb/node-api';

const megabyte = 1024 * 1024;

/**
 * An in-memory instance to which release files are attached. What does not fit into its memory, tables included,
 * spills into `spillFolder`; it never loads extensions from the network.
 */
export function createInstance(options: { spillFolder: string; megabytes: number }): Promise<DuckDBInstance> {
  return DuckDBInstance.create(':memory:', {
    threads: String(availableParallelism()),
    memory_limit: `${options.megabytes}MB`,
    temp_directory: options.spillFolder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
}

/** In megabytes: half of the machine for questions, an eighth for an import, which spills what does not fit. */
export const memoryFor = {
  questions: Math.max(512, Math.floor(totalmem() / megabyte / 2)),
  imports: Math.max(512, Math.floor(totalmem() / megabyte / 8)),
} as const;

/** Whether the database says that a statement needs more memory than it may have. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Out of Memory Error');
