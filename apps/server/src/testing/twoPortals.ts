import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '../database/migrate.ts';
import { createKysely, createPool, lendStatements, send } from '../database/pool.ts';
import { joinPortals, type Portals } from '../portals/index.ts';
import { startCluster } from './privateCluster.ts';
import { type TestApp, testApp } from './testApp.ts';
import { createOnServer, testServerUrl } from './testDatabase.ts';
import { openTestWarehouse } from './testWarehouse.ts';

/** The state database as one portal uses it: its statements, and a hook that runs before one of them. */
export interface Watched {
  readonly statements: string[];
  before: (statement: string) => Promise<void>;
}

export interface TwoPortals {
  readonly portal: TestApp;
  readonly other: TestApp;
  /** As each of them sees both. */
  readonly portals: readonly [Portals, Portals];
  /** The statements of `portal`. */
  readonly watched: Watched;
  close(): Promise<void>;
}

/** Two portals of one installation, as in two processes: nothing is shared but the databases, one of them on a server, and a folder. */
export async function openTwoPortals(given: Parameters<typeof testApp>[0] = {}): Promise<TwoPortals> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-two-'));
  const cluster = testServerUrl === null ? await startCluster() : null;
  const { url, drop } = await createOnServer(testServerUrl ?? cluster?.url ?? '');
  const research = await openTestWarehouse(path.join(folder, 'warehouse'));
  const shared = { ...research, close: async () => {} };
  const { watched, state } = openWatched(url);
  await migrate(state.db);
  const dataRooms = { uploadFolder: path.join(folder, 'uploads'), maxUpload: 10_000_000, packageFolders: [] };
  const join = () =>
    joinPortals({
      url,
      id: randomUUID(),
      version: 'test',
      onWait: () => {},
      onTaken: fail,
      onFault: (_, error) => fail(error),
    });
  const portals = [await join(), await join()] as const;
  const parts = { ...given, dataRooms, research: shared };
  const portal = await testApp({ ...parts, state, portals: portals[0] });
  const other = await testApp({ ...parts, state: openWatched(url).state, portals: portals[1] });
  return {
    portal,
    other,
    portals,
    watched,
    close: async () => {
      await portal.close();
      await other.close();
      for (const one of portals) await one.close();
      await research.close();
      await (cluster === null ? drop() : cluster.discard());
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function fail(error: unknown): never {
  throw error;
}

function openWatched(url: string) {
  const watched: Watched = { statements: [], before: async () => {} };
  const pool = createPool({ connectionString: url, max: 8 }, (error) => {
    throw error;
  });
  const db = createKysely({
    connect: async () => {
      const client = await pool.connect();
      return lendStatements(
        async (text, values) => {
          watched.statements.push(text);
          await watched.before(text);
          return send(client, text, values);
        },
        () => client.release(),
      );
    },
    end: () => pool.end(),
  });
  return { watched, state: { db, close: () => db.destroy() } };
}
