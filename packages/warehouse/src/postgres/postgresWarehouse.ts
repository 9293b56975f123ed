import { mkdir } from 'node:fs/promises';
import { type Lookup, postgres } from '@atrium/engine';
import { createReleaseFiles, type ReleaseFiles } from '../duckdb/releaseFiles.ts';
import type { UnpackLimits } from '../package/unpackBudget.ts';
import { buildRelease } from '../release/buildRelease.ts';
import type { ImportProgress } from '../release/importProgress.ts';
import type { BuildRequest, Warehouse } from '../warehouse.ts';
import { checkServer } from './checkServer.ts';
import { openRelease } from './openRelease.ts';
import { publishRelease } from './publishRelease.ts';
import {
  buildingName,
  checkIsNew,
  dropSchema,
  isRelease,
  listReleases,
  listSchemas,
  removeRelease,
} from './releaseSchemas.ts';
import { runQuery, streamQuery } from './runQuery.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { withClient } from './withClient.ts';

export interface PostgresWarehouseOptions {
  /** A database of PostgreSQL 15 or newer that holds the releases of this portal and of no other. */
  readonly url: string;
  /** Where packages are loaded and checked before they go to the server; made when absent. */
  readonly scratchFolder: string;
  /** Default: no limit. */
  readonly statementTimeoutMs?: number;
  /** What packages may unpack to, where an import does not say. */
  readonly unpackLimits?: UnpackLimits;
  /** Statements that run at once. Default: 8. */
  readonly connections?: number;
}

/** A warehouse of PostgreSQL schemas. One process at a time may build or remove in a database. */
export async function openPostgresWarehouse(options: PostgresWarehouseOptions): Promise<Warehouse> {
  const { url, scratchFolder } = options;
  await withClient(url, checkServer);
  await mkdir(scratchFolder, { recursive: true, mode: 0o700 });
  const building = new Set<string>();
  const files = createReleaseFiles({ folder: scratchFolder, building });
  const timeoutMs = options.statementTimeoutMs ?? null;
  const unpackLimits = options.unpackLimits === undefined ? {} : { unpackLimits: options.unpackLimits };
  const sessions = createSessions({ url, size: options.connections ?? 8, timeoutMs });
  const shelf = createShelf(sessions);
  return {
    dialect: postgres,
    open: shelf.open,
    run: (query, { signal } = {}) => runQuery(query, sessions, { signal, timeoutMs }),
    stream: (query, { signal } = {}) => streamQuery(query, sessions, { signal, timeoutMs }),
    build: (request) => build({ ...unpackLimits, ...request }, { url, files, building }),
    remove: async (release) => {
      shelf.forget(release);
      await withClient(url, (client) => removeRelease(client, release));
    },
    list: () => withClient(url, listReleases),
    cleanUp: async (dead) => {
      await files.discardLeftovers();
      const inUse = new Set([...building].map(buildingName));
      return await withClient(url, async (client) => {
        const ours = await listSchemas(client);
        const leftovers = ours.filter((schema) =>
          isRelease(schema) ? dead.includes(schema) : !inUse.has(schema),
        );
        for (const schema of leftovers) {
          shelf.forget(schema);
          await dropSchema(client, schema);
        }
        return leftovers;
      });
    },
    close: () => sessions.close(),
  };
}

interface Building {
  readonly url: string;
  readonly files: ReleaseFiles;
  readonly building: Set<string>;
}

/** The package is loaded into a file as for DuckDB, so that there is one loader, and then copied to the server. */
async function build(request: BuildRequest, { url, files, building }: Building) {
  const { release, dryRun, onProgress, signal } = request;
  if (building.has(release)) throw new Error(`Release ${release} is being built already.`);
  const began = performance.now();
  building.add(release);
  try {
    if (dryRun !== true) await withClient(url, (client) => checkIsNew(client, release));
    const folder = await files.makeBuildFolder(release);
    let last: ImportProgress | undefined;
    const remember = (progress: ImportProgress): void => {
      last = progress;
      onProgress?.(progress);
    };
    const { file, report } = await buildRelease({ ...request, folder, onProgress: remember });
    if (dryRun === true) return report;
    const onTable = (): void => {
      if (last !== undefined) onProgress?.(last);
    };
    await publishRelease({ url, file, release, spillFolder: folder, signal, onTable });
    return { ...report, durationMs: Math.round(performance.now() - began) };
  } finally {
    await files.removeBuildFolder(release);
    building.delete(release);
  }
}

/** Dictionaries that were read; two callers who open a release at once share the work, and a failure is not remembered. */
function createShelf(sessions: Sessions) {
  const opened = new Map<string, Promise<Lookup>>();
  return {
    open: (release: string): Promise<Lookup> => {
      const known = opened.get(release);
      if (known !== undefined) return known;
      const opening = openRelease(release, sessions);
      opened.set(release, opening);
      opening.catch(() => opened.delete(release));
      return opening;
    },
    forget: (release: string): void => {
      opened.delete(release);
    },
  };
}
