import { availableParallelism, totalmem } from 'node:os';
import { DuckDBInstance } from '@duckdb/node-api';

const megabyte = 1024 * 1024;

/**
 * An in-memory instance to which release files are attached. It takes at most the given share of the machine's
 * memory and spills what does not fit into `spillFolder`; it never loads extensions from the network.
 */
export function createInstance(options: {
  spillFolder: string;
  memoryShare: number;
}): Promise<DuckDBInstance> {
  const memory = Math.max(512, Math.floor((totalmem() / megabyte) * options.memoryShare));
  return DuckDBInstance.create(':memory:', {
    threads: String(availableParallelism()),
    memory_limit: `${memory}MB`,
    temp_directory: options.spillFolder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
}
