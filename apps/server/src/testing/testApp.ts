import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Questions, Releases, Warehouse } from '@atrium/warehouse';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { type Account, createSessions, sessionCookie } from '../access/index.ts';
import { type AppDeps, createApp } from '../app.ts';
import type { Database, Schema } from '../database/index.ts';
import { aPerson, type TestPerson } from './aPerson.ts';
import { type Caller, createCaller } from './caller.ts';
import { createFactories, type Factories, type MemberGiven } from './factories.ts';
import { writeSmallPackage } from './smallPackage.ts';
import { createTestClock, type TestClock } from './testClock.ts';
import { openTestDatabase } from './testDatabase.ts';
import { openTestWarehouse, type TestWarehouse } from './testWarehouse.ts';

export interface TestApp extends Factories {
  readonly app: FastifyInstance;
  readonly db: Kysely<Schema>;
  readonly warehouse: Warehouse;
  /** Those of the warehouse. */
  readonly questions: Questions;
  readonly releases: Releases;
  /** Statements that run in the warehouse for downloads. */
  downloading(): Promise<number>;
  readonly clock: TestClock;
  readonly anonymous: Caller;
  /** A data package of six subjects, for `aDataset({ packagePath })`. */
  readonly smallPackage: string;
  /** A caller with a session of this account. */
  signedIn(account: Account): Promise<Caller>;
  /** A member who is signed in. */
  aPerson(given?: MemberGiven): Promise<TestPerson>;
  close(): Promise<void>;
}

/** The whole portal on a state database and a warehouse of its own; only the clock is not real. */
export async function testApp({
  state,
  research: givenResearch,
  exportThread,
  ...given
}: Partial<
  Pick<
    AppDeps,
    | 'acceptsDemoAccounts'
    | 'config'
    | 'dataRooms'
    | 'mails'
    | 'membershipDays'
    | 'portals'
    | 'questionLog'
    | 'requireRoom'
    | 'smallNumbers'
    | 'spool'
    | 'logger'
    | 'meter'
    | 'signIn'
    | 'site'
    | 'transfer'
    | 'siteContent'
    | 'sessionSeconds'
    | 'volumes'
    | 'webFolder'
  >
> & {
  readonly state?: Pick<Database, 'db' | 'close'>;
  readonly research?: TestWarehouse;
  /** What the thread of an export loads; default: exports run in the thread of the test. */
  readonly exportThread?: URL | undefined;
} = {}): Promise<TestApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-test-'));
  const database = state ?? (await openTestDatabase());
  const research =
    givenResearch ?? (await openTestWarehouse(path.join(folder, 'warehouse'), { exportThread }));
  const { warehouse } = research;
  const { questions, releases } = warehouse;
  const smallPackage = await writeSmallPackage(folder);
  const clock = createTestClock();
  const { db } = database;
  const config = { allowedOrigins: [], trustProxy: false };
  const sealKey = new Uint8Array(32).fill(7);
  const uploadFolder = path.join(folder, 'uploads');
  const dataRooms = { uploadFolder, maxUpload: 10_000_000, packageFolders: [] };
  const app = await createApp({
    config,
    db,
    questions,
    releases,
    clock: clock.now,
    sealKey,
    dataRooms,
    ...given,
  });
  const sessions = createSessions({ db, clock: clock.now });
  const factories = createFactories({ db, releases });
  const signedIn = async (account: Account) => {
    const token = await sessions.begin(account.id, undefined);
    return createCaller(app, `${sessionCookie}=${token}`);
  };

  return {
    ...factories,
    app,
    db,
    warehouse,
    questions,
    releases,
    downloading: research.downloading,
    clock,
    anonymous: createCaller(app),
    smallPackage,
    signedIn,
    aPerson: (given) => aPerson({ ...factories, signedIn }, given),
    close: async () => {
      await app.close();
      await research.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
