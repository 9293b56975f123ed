import { join } from 'node:path';
import { duckdb } from '@atrium/engine';
import { fairSemaphores } from '../asking/semaphore.ts';
import { needsTooMuchMemory, type StatementTimeouts } from '../asking/sessions.ts';
import type { MakeFile } from '../formats/filePiece.ts';
import type { MakeIndex } from '../indexes/indexStore.ts';
import { createReleaseFiles } from '../releases/releaseFiles.ts';
import { copyCounted } from '../releases/savedParts.ts';
import { outlineFile, releaseFile } from '../releases/savedTables.ts';
import type { WarehouseStore } from '../releases/warehouse.ts';
import { refusalOfDisk } from '../sql/fullDisk.ts';
import { attachFiles } from './attachedFiles.ts';
import { createConnectionPool } from './connectionPool.ts';
import type { DuckDbPlace } from './indexSource.ts';
import { createInstance, defaultWorkBudget, isOutOfMemory, partOf, type WorkBudget } from './instance.ts';
import { restoreTables } from './restoreTables.ts';
import { runQuery } from './runQuery.ts';
import { writeSharedRelease } from './shareRelease.ts';
import { createStreamPool } from './streamPool.ts';
import type { DuckDbSource } from './streamRows.ts';

export interface DuckDbStoreOptions {
  /** The folder of the release files; made when absent. */
  readonly folder: string;
  /** Where cleaned-up releases are kept for a week. Default: `.removed` in the folder. */
  readonly removedFolder?: string;
  readonly timeouts?: StatementTimeouts;
  /** Default: a quarter of the memory, at least 512 MB, and 16 GB of the disk. */
  readonly budget?: WorkBudget;
}

/** Statements that run at once: each holds one of the sixteen threads on which Node also reads files. */
const connectionCount = 3;

/** A store in which each release is one DuckDB file. */
export async function openDuckDbStore(
  options: DuckDbStoreOptions,
  {
    makeFile,
    makeIndex,
  }: { readonly makeFile: MakeFile<DuckDbSource>; readonly makeIndex: MakeIndex<DuckDbPlace> },
): Promise<WarehouseStore> {
  const files = createReleaseFiles(options);
  await files.prepare();
  const { spillFolder } = files;
  const budget = options.budget ?? defaultWorkBudget;
  const instance = await createInstance({ spillFolder, ...partOf(budget, 1 / 2) });
  const pool = await createConnectionPool(instance, connectionCount);
  const attached = attachFiles(pool, files.file);
  const streams = createStreamPool({
    spillFolder,
    files: attached.files,
    budget: partOf(budget, 1 / 2),
    makeFile,
  });
  const { questionMs = null, streamMs = null } = options.timeouts ?? {};
  return {
    dialect: duckdb,
    questionsAtOnce: connectionCount,
    questionsOfOne: fairSemaphores.share.each,
    load: attached.load,
    unload: attached.unload,
    run: async (query, { signal } = {}) => {
      try {
        return await runQuery(query, pool, { signal, timeoutMs: questionMs });
      } catch (error) {
        throw isOutOfMemory(error) ? needsTooMuchMemory(error) : refusalOfDisk(error);
      }
    },
    stream: (query, { signal } = {}) => streams.stream(query, { signal, timeoutMs: streamMs }),
    exportFile: ({ query, ...form }, { signal } = {}) =>
      streams.exportFile(query, form, { signal, timeoutMs: streamMs }),
    beginBuild: ({ release }) => files.makeBuildFolder(release),
    publish: ({ file, release }) => files.publish(file, release),
    share: async (request) =>
      files.publish(await writeSharedRelease(request, files.file(request.of)), request.release),
    save: async ({ release, folder, signal }) => {
      const sum = await copyCounted(files.file(release), join(folder, releaseFile), { signal });
      return [{ file: releaseFile, ...sum }];
    },
    restore: async (request, parts) => {
      const { release, folder, into, signal } = request;
      const [part] = parts;
      if (part?.file === outlineFile) {
        const { load } = attached;
        return files.publish(await restoreTables(request, { parts, load, fileOf: files.file }), release);
      }
      if (part?.file !== releaseFile || parts.length > 1)
        throw new Error(`${release} must be one file, ${releaseFile}.`);
      const copy = join(into, releaseFile);
      await copyCounted(join(folder, releaseFile), copy, { expected: part, signal });
      await files.publish(copy, release);
    },
    endBuild: files.removeBuildFolder,
    remove: files.remove,
    list: files.list,
    sizes: files.sizes,
    takeOut: files.setAside,
    discardLeftovers: files.discardLeftovers,
    indexFolder: options.folder,
    describe: async (release) => {
      const lookup = await attached.load(release);
      const source = attached.files().get(release)?.source ?? null;
      return { lookup, source, tables: await files.identify(release) };
    },
    makeIndex: (task, signal) => {
      const source = attached.files().get(task.release)?.source ?? null;
      const others = source === null ? [] : [[source, files.file(source)] as const];
      const place = { kind: 'duckdb', file: files.file(task.release), others, spillFolder } as const;
      return makeIndex({ ...task, place }, signal);
    },
    checkReady: async () => {},
    close: async () => {
      await streams.close();
      await pool.close();
      instance.closeSync();
    },
  };
}
