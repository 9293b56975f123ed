import { duckdb, type Lookup } from '@atrium/engine';
import type { UnpackLimits } from '../package/unpackBudget.ts';
import { buildRelease } from '../release/buildRelease.ts';
import type { BuildRequest, Warehouse } from '../warehouse.ts';
import { type ConnectionPool, createConnectionPool } from './connectionPool.ts';
import { createInstance, memoryFor } from './instance.ts';
import { attachRelease, detachRelease } from './openRelease.ts';
import { createReleaseFiles, type ReleaseFiles } from './releaseFiles.ts';
import { runQuery } from './runQuery.ts';
import { openStreamDesk } from './streamDesk.ts';

export interface DuckDbWarehouseOptions {
  /** Where release files lie; made when absent. */
  readonly folder: string;
  /** Where releases that are cleaned up are kept for a week. Default: `.removed` in the folder. */
  readonly removedFolder?: string;
  /** Default: no limit. */
  readonly statementTimeoutMs?: number;
  /** What packages may unpack to, where an import does not say. */
  readonly unpackLimits?: UnpackLimits;
}

/** Statements that run at once: each holds one of the four threads on which Node also reads files. */
const connectionCount = 3;

/** A warehouse of DuckDB files. One process at a time may build or remove in a folder. */
export async function openDuckDbWarehouse(options: DuckDbWarehouseOptions): Promise<Warehouse> {
  const building = new Set<string>();
  const files = createReleaseFiles({ ...options, building });
  await files.prepare();
  const instance = await createInstance({ spillFolder: files.spillFolder, megabytes: memoryFor.questions });
  const pool = await createConnectionPool(instance, connectionCount);
  const releases = createReleaseShelf(files, pool);
  const desk = openStreamDesk({ spillFolder: files.spillFolder, files: releases.files });
  const timeoutMs = options.statementTimeoutMs ?? null;
  const unpackLimits = options.unpackLimits === undefined ? {} : { unpackLimits: options.unpackLimits };
  const remove = async (release: string): Promise<void> => {
    await releases.close(release);
    await files.remove(release);
  };
  return {
    dialect: duckdb,
    open: releases.open,
    run: (query, { signal } = {}) => runQuery(query, pool, { signal, timeoutMs }),
    stream: (query, { signal } = {}) => desk.stream(query, { signal, timeoutMs }),
    build: (request) => buildBeside({ ...unpackLimits, ...request }, files, building),
    remove,
    list: files.list,
    cleanUp: async (dead) => {
      const here = (await files.list()).filter((release) => dead.includes(release));
      for (const release of here) {
        await releases.close(release);
        await files.setAside(release);
      }
      return [...here, ...(await files.discardLeftovers())];
    },
    close: async () => {
      await desk.close();
      await pool.close();
      instance.closeSync();
    },
  };
}

async function buildBeside(request: BuildRequest, files: ReleaseFiles, building: Set<string>) {
  const { release } = request;
  if (building.has(release)) throw new Error(`Release ${release} is being built already.`);
  building.add(release);
  try {
    const folder = await files.makeBuildFolder(release);
    const { file, report } = await buildRelease({ ...request, folder });
    if (request.dryRun !== true) await files.publish(file, release);
    return report;
  } finally {
    await files.removeBuildFolder(release);
    building.delete(release);
  }
}

const settled = [() => true, () => false] as const;

/** Releases that are attached; two callers who open one at once share the work, and a failure is not remembered. */
function createReleaseShelf(files: ReleaseFiles, pool: ConnectionPool) {
  const opened = new Map<string, Promise<Lookup>>();
  const open = async (release: string): Promise<Lookup> => {
    const connection = await pool.borrow();
    try {
      return await attachRelease(connection, { file: files.file(release), release });
    } finally {
      pool.giveBack(connection);
    }
  };
  return {
    files: () => new Map([...opened.keys()].map((release) => [release, files.file(release)])),
    open: (release: string): Promise<Lookup> => {
      const known = opened.get(release);
      if (known !== undefined) return known;
      const opening = open(release);
      opened.set(release, opening);
      opening.catch(() => opened.delete(release));
      return opening;
    },
    close: async (release: string): Promise<void> => {
      const known = opened.get(release);
      if (known === undefined) return;
      opened.delete(release);
      if (!(await known.then(...settled))) return;
      const connection = await pool.borrow();
      try {
        await detachRelease(connection, release);
      } finally {
        pool.giveBack(connection);
      }
    },
  };
}
