import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { citus, type Lookup, postgres, type Query } from '@atrium/engine';
import type pg from 'pg';
import { fairSemaphores } from '../asking/semaphore.ts';
import type { StatementTimeouts } from '../asking/sessions.ts';
import { createStreams } from '../asking/streams.ts';
import { defaultWorkBudget, type WorkBudget } from '../duckdb/instance.ts';
import type { MakeFile } from '../formats/filePiece.ts';
import type { MakeIndex } from '../indexes/indexStore.ts';
import { createReleaseFiles } from '../releases/releaseFiles.ts';
import type { BuildsOfOthers } from '../releases/releases.ts';
import { releaseFile } from '../releases/savedTables.ts';
import type { WarehouseStore } from '../releases/warehouse.ts';
import { describeRelease } from './describeRelease.ts';
import type { PostgresPlace } from './indexSource.ts';
import { publishRelease } from './publishRelease.ts';
import { createReaders } from './readers.ts';
import {
  buildingName,
  checkIsNew,
  dropExpired,
  dropRemoved,
  dropSchema,
  holdReleases,
  isRelease,
  listReleases,
  listSchemas,
  removeRelease,
  setAside,
  sizesOfReleases,
} from './releaseSchemas.ts';
import { restoreFile } from './restoreFile.ts';
import { runQuery } from './runQuery.ts';
import { restoreRelease, saveRelease } from './savedRelease.ts';
import type { PostgresSessions } from './sessions.ts';
import { shareRelease } from './shareRelease.ts';
import { type PostgresSource, streamRows } from './streamRows.ts';
import { withClient } from './withClient.ts';

export interface PostgresStoreOptions {
  /** A database of PostgreSQL 15 or newer that holds the releases of this portal and of no other. */
  readonly url: string;
  /** Addresses where questions are answered in its place: of replicas, or of PgBouncer before a server. Default: none. */
  readonly readers?: readonly string[];
  /** Where packages are loaded and checked before they go to the server; made when absent. */
  readonly scratchFolder: string;
  readonly timeouts?: StatementTimeouts;
  /** Of the disk of the server only; its memory is set there. */
  readonly budget?: WorkBudget;
  /** Questions that run at once. Default: 6. */
  readonly questionsAtOnce?: number;
}

/** Results that are streamed at once, each over a connection of its own. */
const streamsAtOnce = 2;

/** A store in which each release is a schema of a PostgreSQL database. */
export async function openPostgresStore(
  options: PostgresStoreOptions,
  {
    makeFile,
    makeIndex,
  }: { readonly makeFile: MakeFile<PostgresSource>; readonly makeIndex: MakeIndex<PostgresPlace> },
): Promise<WarehouseStore> {
  const { url, scratchFolder } = options;
  const server = await withClient(url, checkServer);
  await mkdir(scratchFolder, { recursive: true, mode: 0o700 });
  const files = createReleaseFiles({ folder: scratchFolder });
  const { questionMs = null, streamMs = null } = options.timeouts ?? {};
  const questionsAtOnce = options.questionsAtOnce ?? 6;
  const budget = options.budget ?? defaultWorkBudget;
  const spillMegabytes = Math.floor(budget.spillMegabytes / (questionsAtOnce + streamsAtOnce));
  let position = '0/0';
  const readers = options.readers ?? [];
  const sessions = createReaders({
    ...{ url, readers, size: questionsAtOnce, timeoutMs: questionMs, spillMegabytes },
    notBefore: () => position,
  });
  const streams = createStreams(streamsAtOnce);
  const sourceOf = ({ text, values }: Query): PostgresSource => ({
    kind: 'postgres',
    query: { text, values },
    url,
    spillMegabytes,
    timeoutMs: streamMs,
  });
  const load = async (release: string): Promise<Lookup> => {
    const { lookup } = await describeRelease(release, sessions.first);
    if (readers.length > 0) position = await positionOf(sessions.first);
    return lookup;
  };
  const { isDistributed } = server;
  return {
    dialect: isDistributed ? citus : postgres,
    questionsAtOnce,
    questionsOfOne: questionsOfOne(server, availableParallelism()),
    load,
    unload: async () => {},
    run: (query, { signal } = {}) => runQuery(query, sessions, { signal, timeoutMs: questionMs }),
    stream: (query, { signal } = {}) => streams.run((stop) => streamRows(sourceOf(query), stop), signal),
    exportFile: ({ query, ...form }, { signal } = {}) =>
      streams.run((stop) => makeFile({ ...form, source: sourceOf(query) }, stop), signal),
    beginBuild: async ({ release, dryRun }) => {
      if (dryRun !== true) await withClient(url, (client) => checkIsNew(client, release));
      return await files.makeBuildFolder(release);
    },
    publish: ({ folder, ...built }) => publishRelease({ ...built, url, isDistributed, spillFolder: folder }),
    share: (request) => shareRelease(request, url),
    save: (request) => saveRelease(request, { url, isDistributed }),
    restore: async (request, parts) => {
      const [part] = parts;
      if (part?.file !== releaseFile) return restoreRelease(request, { url, isDistributed, parts });
      await restoreFile(request, { url, isDistributed, part, load });
    },
    endBuild: files.removeBuildFolder,
    remove: (release) => withClient(url, (client) => removeRelease(client, release)),
    list: () => withClient(url, listReleases),
    sizes: () => withClient(url, (client) => sizesOfReleases(client, isDistributed)),
    hold: () => holdOn(url),
    takeOut: (release) => withClient(url, (client) => setAside(client, release)),
    discardLeftovers: async (building, others) => {
      await files.discardLeftovers(building);
      return await withClient(url, async (client) => {
        await dropRemoved(client);
        await dropExpired(client);
        return await dropUnfinished(client, building, others);
      });
    },
    indexFolder: scratchFolder,
    describe: (release) => describeRelease(release, sessions.first),
    makeIndex: (task, signal) =>
      makeIndex({ ...task, place: { kind: 'postgres', url, spillMegabytes } }, signal),
    checkReady: () => sessions.checkReady(),
    close: async () => {
      await Promise.all([streams.close(), sessions.close()]);
    },
  };
}

/** Where the log of the server ends. */
async function positionOf(sessions: PostgresSessions): Promise<string> {
  const query = { text: 'SELECT pg_current_wal_insert_lsn()::text AS position', values: [] };
  const [row] = await runQuery(query, sessions, { timeoutMs: null });
  return String(row?.['position']);
}

/** Holds the releases by a connection, which the server ends with the process. */
async function holdOn(url: string): Promise<() => Promise<void>> {
  let end = (): void => {};
  const until = new Promise<void>((resolve) => {
    end = resolve;
  });
  let held = (): void => {};
  const isHeld = new Promise<void>((resolve) => {
    held = resolve;
  });
  const ended = withClient(url, async (client) => {
    await holdReleases(client);
    held();
    await until;
  });
  await Promise.race([isHeld, ended]);
  return async () => {
    end();
    await ended;
    await withClient(url, dropRemoved);
  };
}

const oldestVersion = 15;

interface Server {
  readonly version: number;
  readonly encoding: string;
  readonly foldsLetters: boolean;
  readonly mayCreate: boolean;
  readonly isOnThisMachine: boolean;
  /** Whether it spreads tables over several servers. */
  readonly isDistributed: boolean;
}

/**
 * Questions of one asker at once. On the machine of the portal each is a process of the server with the priority of the
 * portal itself, so two of them would take two processors, and the portal's main thread would wait (rule 8.17).
 */
export const questionsOfOne = (
  { isOnThisMachine }: Pick<Server, 'isOnThisMachine'>,
  processors: number,
): number =>
  isOnThisMachine
    ? Math.max(1, Math.min(fairSemaphores.share.each, processors - 1))
    : fairSemaphores.share.each;

/** Throws, with the reason in words, where the server cannot be a warehouse. */
async function checkServer(client: pg.ClientBase): Promise<Server> {
  const { rows } =
    await client.query<Server>(`SELECT current_setting('server_version_num')::int / 10000 AS version,
    current_setting('server_encoding') AS encoding, lower('É') = 'é' AS "foldsLetters",
    has_database_privilege(current_database(), 'CREATE') AS "mayCreate",
    EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS "isDistributed",
    inet_client_addr() IS NOT DISTINCT FROM inet_server_addr() AS "isOnThisMachine"`);
  const [server] = rows;
  if (server === undefined) throw new Error('The warehouse gave no answer about itself.');
  const { version, encoding, foldsLetters, mayCreate } = server;
  if (version < oldestVersion)
    throw new Error(`The warehouse needs PostgreSQL ${oldestVersion} or newer; this is ${version}.`);
  if (encoding !== 'UTF8') throw new Error(`The warehouse needs a database in UTF8; this is ${encoding}.`);
  if (!foldsLetters)
    throw new Error(
      'The warehouse needs a database with a Unicode locale such as C.UTF-8, to search in texts.',
    );
  if (!mayCreate) throw new Error('The warehouse needs the right to create schemas in its database.');
  return server;
}

async function dropUnfinished(
  client: pg.ClientBase,
  building: ReadonlySet<string>,
  others: BuildsOfOthers,
): Promise<readonly string[]> {
  // In this order: a build that begins later is in neither list.
  const found = (await listSchemas(client)).filter((schema) => !isRelease(schema));
  const inUse = new Set([...building, ...(await others())].map(buildingName));
  const unfinished = found.filter((schema) => !inUse.has(schema));
  for (const schema of unfinished) await dropSchema(client, schema);
  return unfinished;
}
