import type { Lookup } from '@atrium/engine';
import type { DuckDBConnection } from '@duckdb/node-api';
import { createMemory } from '../asking/memory.ts';
import { attachRelease, detachRelease } from './attachRelease.ts';
import type { ConnectionPool } from './connectionPool.ts';
import type { AttachedFile } from './streamPool.ts';

/** The release files that the connections of a pool may read, by the name of the release. */
export interface AttachedFiles {
  load(release: string): Promise<Lookup>;
  unload(release: string): Promise<void>;
  files(): ReadonlyMap<string, AttachedFile>;
}

/** More than any installation has. */
const maxFiles = 1_000_000;

/**
 * A release whose tables another one reads is attached with it, once for all of them. The caller keeps it as long as
 * one of them is there.
 */
export function attachFiles(pool: ConnectionPool, fileOf: (release: string) => string): AttachedFiles {
  const attached = createMemory<Lookup>({ name: 'attached files', max: maxFiles });
  const files = new Map<string, AttachedFile>();

  const within = async <Result>(work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> => {
    const session = await pool.borrow();
    try {
      return await work(session.connection);
    } finally {
      await session.end();
    }
  };
  const attach = async (release: string): Promise<Lookup> => {
    const file = fileOf(release);
    const { lookup, source } = await within((connection) => attachRelease(connection, { file, release }));
    try {
      // No connection is kept while the source is attached, since that needs one too.
      if (source !== null) await once(source);
    } catch (error) {
      await within((connection) => detachRelease(connection, release));
      throw error;
    }
    files.set(release, { file, source });
    return lookup;
  };
  const once = (release: string): Promise<Lookup> => attached.find(release, () => attach(release));
  return {
    load: once,
    unload: async (release) => {
      await attached.forget(release);
      if (!files.delete(release)) return;
      await within((connection) => detachRelease(connection, release));
    },
    files: () => files,
  };
}
