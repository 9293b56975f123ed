import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { installationFile, prepareHome } from '../home/index.ts';
import { isGate } from '../testing/chance.ts';
import { spawnProgram, untilEnd } from '../testing/childProcess.ts';
import { runAtrium } from '../testing/runAtrium.ts';
import { writeSmallPackage } from '../testing/smallPackage.ts';
import {
  createOnServer,
  createReadyOnServer,
  onServer,
  type ServerDatabase,
  testServerUrl,
} from '../testing/testDatabase.ts';
import {
  atHome,
  forgetInstallation,
  importAtHome,
  liveReleases,
  prepareState,
  releaseFiles,
  type TestHome,
} from '../testing/testHome.ts';

let folder = '';
let smallPackage = '';

beforeAll(async () => {
  const packages = await mkdtemp(path.join(tmpdir(), 'atrium-installation-package-'));
  smallPackage = await writeSmallPackage(packages);
  return () => rm(packages, { recursive: true, force: true });
});

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-installation-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const homeAt = (name: string): string => path.join(folder, name);
const idOf = async (home: string): Promise<string> =>
  JSON.parse(await readFile(installationFile(home), 'utf8')).id;
const storedId = (home: TestHome): Promise<string> =>
  atHome(
    home,
    async ({ db }) => (await db.selectFrom('installation_id').select('id').executeTakeFirstOrThrow()).id,
  );
const nothing = async (): Promise<void> => {};

let prepared = '';

beforeAll(async () => {
  prepared = await mkdtemp(path.join(tmpdir(), 'atrium-installation-prepared-'));
  return () => rm(prepared, { recursive: true, force: true });
});

describe('a data directory with its embedded state database', () => {
  it('shares a random id with it from the first start on', { tags: 'long' }, async () => {
    const [one, two] = [await embeddedHome('one'), await embeddedHome('two')];
    expect(await idOf(one.home)).toBe(await storedId(one));
    expect(await idOf(two.home)).not.toBe(await idOf(one.home));
  });

  it('gets its id when it is upgraded, and keeps its releases', { tags: 'long' }, async () => {
    const given = await embeddedHome('one');
    const before = await releaseFiles(given.home);
    await forgetInstallation(given);
    expect(await liveReleases(given)).toEqual([1]);
    expect(await releaseFiles(given.home)).toEqual(before);
    expect(await idOf(given.home)).toBe(await storedId(given));
  });

  it('is refused without the database, and none is made, whether it has an id or not', async () => {
    const given = await embeddedHome('one');
    const state = path.join(given.home, 'state');
    await rm(state, { recursive: true });
    expect(await refusalOf(given)).toContain(`Its folder ${state} is missing or holds another one`);
    await rm(installationFile(given.home));
    expect(await refusalOf(given)).toContain('holds releases (release_1), and DATABASE_URL is not set');
    expect(existsSync(state)).toBe(false);
  });

  it('is refused with the database of another data directory, whether it has an id or not', {
    tags: 'long',
  }, async () => {
    const [one, two] = [await embeddedHome('one'), await embeddedHome('two')];
    await rm(path.join(one.home, 'state'), { recursive: true });
    await rename(path.join(two.home, 'state'), path.join(one.home, 'state'));
    expect(await refusalOf(one)).toContain('holds another one');
    await rm(installationFile(one.home));
    expect(await refusalOf(one)).toContain('holds releases (release_1)');
  });

  it('is refused with a database that knows its releases only as failed ones', {
    tags: 'long',
  }, async () => {
    const given = await embeddedHome('one');
    await atHome(given, async ({ db }) => {
      await db.updateTable('dataset').set({ live_release_id: null, aggregate_release_id: null }).execute();
      await db.updateTable('release').set({ state: 'failed', dataset_id: null }).execute();
    });
    await rm(installationFile(given.home));
    expect(await refusalOf(given)).toContain('holds releases (release_1)');
  });

  it('is recognised when only its `installation.json` is lost', { tags: 'long' }, async () => {
    const given = await embeddedHome('one');
    const id = await idOf(given.home);
    await rm(installationFile(given.home));
    expect(await storedId(given)).toBe(id);
    expect(await idOf(given.home)).toBe(id);
  });

  it('is refused with an `installation.json` that cannot be read, and the file is named', async () => {
    const given = await embeddedHome('one');
    await writeFile(installationFile(given.home), '{"id":"mine"}');
    expect(await refusalOf(given)).toContain(`${installationFile(given.home)} must hold an id`);
  });

  it('warns of a release that its database does not know, and keeps it', { tags: 'long' }, async () => {
    const given = await embeddedHome('one');
    await writeFile(path.join(given.home, 'warehouse', 'release_9.duckdb'), 'of somebody else');
    const before = await releaseFiles(given.home);
    const env = { ATRIUM_HOME: given.home };
    const ended = await runAtrium(['audit', 'verify'], { env });
    expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining('does not know: release_9.') });
    expect(await releaseFiles(given.home)).toEqual(before);
  });
});

describe.skipIf(testServerUrl === null)('a data directory whose state database is on a server', () => {
  let databases: ServerDatabase[] = [];

  beforeEach(() => {
    databases = [];
  });

  afterEach(async () => {
    for (const { drop } of databases) await drop();
  });

  /** An address with a password, which the test server does not ask for. */
  async function aDatabase(make = createOnServer): Promise<string> {
    const database = await make(testServerUrl ?? '');
    databases.push(database);
    const url = new URL(database.url);
    url.password = 'hunter2';
    return url.href;
  }

  const aHome = async (name: string): Promise<TestHome & { readonly databaseUrl: string }> => ({
    home: homeAt(name),
    databaseUrl: await aDatabase(createReadyOnServer),
  });

  const tablesOf = (url: string): Promise<readonly unknown[]> =>
    onServer(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'");

  const writeId = async (home: string, id: string): Promise<void> =>
    await writeFile(installationFile(home), JSON.stringify({ id }));

  it('is refused by each command without DATABASE_URL, with exit code 1 and no password', {
    tags: 'long',
  }, async () => {
    const given = await aHome('home');
    await importAtHome(given, smallPackage, 'small');
    const before = await releaseFiles(given.home);
    const commands = [
      ['start', '--no-demo'],
      ['audit', 'verify'],
      ['import', smallPackage],
    ];
    for (const args of isGate ? commands.slice(1, 2) : commands) {
      const env = { ATRIUM_HOME: given.home, HOST: '', PORT: '0' };
      const isPortal = args[0] === 'start';
      const ended = await (isPortal
        ? untilEnd(spawnProgram('main', args, { env }))
        : runAtrium(args, { env }));
      expect(ended.code).toBe(1);
      expect(ended.stderr).toContain(`DATABASE_URL is not set. Set DATABASE_URL to the address of its own`);
      expect(ended.stderr).toContain(new URL(given.databaseUrl).pathname);
      expect(ended.stderr + ended.stdout).not.toContain('hunter2');
    }
    expect(await releaseFiles(given.home)).toEqual(before);
    expect((await readdir(given.home)).filter((name) => name.startsWith('state'))).toEqual([]);
    expect(await liveReleases(given)).toEqual([1]);
  });

  it('is refused without DATABASE_URL also before it has an id', { tags: 'long' }, async () => {
    const given = await aHome('home');
    await importAtHome(given, smallPackage, 'small');
    await forgetInstallation(given);
    expect(await refusalOf({ home: given.home })).toContain('holds releases (release_1)');
  });

  it('is refused with another database, which stays as it was', { tags: 'long' }, async () => {
    const given = await aHome('home');
    await importAtHome(given, smallPackage, 'small');
    const empty = await aDatabase();
    expect(await refusalOf({ ...given, databaseUrl: empty })).toContain(
      'is an earlier copy of the right one',
    );
    expect(await tablesOf(empty)).toEqual([]);
    const other = await aHome('other');
    await atHome(other, nothing);
    const refusal = await refusalOf({ ...given, databaseUrl: other.databaseUrl });
    expect(refusal).toContain(`DATABASE_URL names postgres://${new URL(other.databaseUrl).host}/`);
    expect(refusal).not.toContain('hunter2');
  });

  it('a data directory with an embedded database is refused with DATABASE_URL, and the database stays as it was', async () => {
    const given = await embeddedHome('one');
    const databaseUrl = await aDatabase();
    expect(await refusalOf({ ...given, databaseUrl })).toContain('Unset DATABASE_URL');
    expect(await tablesOf(databaseUrl)).toEqual([]);
  });

  it('a data directory with an embedded database is refused with DATABASE_URL also before it has an id', {
    tags: 'long',
  }, async () => {
    const given = await embeddedHome('one');
    const databaseUrl = await aDatabase();
    await forgetInstallation(given);
    expect(await refusalOf({ ...given, databaseUrl })).toContain('holds releases (release_1)');
    expect(await tablesOf(databaseUrl)).toEqual([]);
  });

  it('gets its id when it is upgraded, and keeps its releases', { tags: 'long' }, async () => {
    const given = await aHome('home');
    await importAtHome(given, smallPackage, 'small');
    const before = await releaseFiles(given.home);
    await forgetInstallation(given);
    expect(await liveReleases(given)).toEqual([1]);
    expect(await releaseFiles(given.home)).toEqual(before);
    expect(await idOf(given.home)).toBe(await storedId(given));
  });

  it('is recognised after a kill between the writes of its id', { tags: 'long' }, async () => {
    const given = await aHome('home');
    const id = await storedId(given);
    await rename(installationFile(given.home), path.join(given.home, '.installation.new'));
    expect(await storedId(given)).toBe(id);
    expect(await idOf(given.home)).toBe(id);
  });

  it('shares its database with no second data directory, unless an operator writes the id there', async () => {
    const first = await aHome('first');
    const second = { ...first, home: homeAt('second') };
    const id = await storedId(first);
    await prepareHome(second.home);
    const refusal = await refusalOf(second);
    expect(refusal).toContain(`write {"id":"${id}"} into ${installationFile(second.home)}`);
    expect(refusal).not.toContain('hunter2');
    await writeId(second.home, id);
    expect(await storedId(second)).toBe(id);
  });

  it('is recognised by its releases after a restore without `installation.json`', {
    tags: 'long',
  }, async () => {
    const given = await aHome('home');
    await importAtHome(given, smallPackage, 'small');
    await importAtHome(given, smallPackage, 'more');
    const restored = { ...given, home: homeAt('restored') };
    await cp(path.join(given.home, 'warehouse'), path.join(restored.home, 'warehouse'), {
      recursive: true,
    });
    expect(await liveReleases(restored)).toEqual([1, 2]);
    const partly = { ...given, home: homeAt('partly') };
    await cp(path.join(given.home, 'warehouse'), path.join(partly.home, 'warehouse'), { recursive: true });
    await rm(path.join(partly.home, 'warehouse', 'release_2.duckdb'));
    await prepareHome(partly.home);
    expect(await refusalOf(partly)).toContain('belongs to another data directory');
  });

  it('follows its database to another address', async () => {
    const given = await aHome('home');
    const id = await storedId(given);
    const moved = new URL(given.databaseUrl);
    moved.hostname = 'localhost';
    expect(await storedId({ ...given, databaseUrl: moved.href })).toBe(id);
    expect(await refusalOf({ home: given.home })).toContain('postgres://localhost');
  });

  it('a warehouse on a server belongs to one portal, and another cannot open it', async () => {
    const warehouseUrl = await aDatabase();
    await atHome({ ...(await aHome('first')), warehouseUrl }, nothing);
    const second = { home: homeAt('second'), databaseUrl: await aDatabase(), warehouseUrl };
    await prepareHome(second.home);
    expect(await refusalOf(second)).toContain('belongs to another portal');
    expect(await tablesOf(second.databaseUrl)).toEqual([]);
  });

  it('a warehouse with releases on a server belongs to one portal, and another cannot open it', {
    tags: 'long',
  }, async () => {
    const warehouseUrl = await aDatabase();
    const first = { ...(await aHome('first')), warehouseUrl };
    await importAtHome(first, smallPackage, 'small');
    await importAtHome(first, smallPackage, 'small');
    const second = { home: homeAt('second'), databaseUrl: await aDatabase(), warehouseUrl };
    await prepareHome(second.home);
    expect(await refusalOf(second)).toContain('belongs to another portal');
    await onServer(warehouseUrl, 'DROP SCHEMA atrium_owner');
    expect(await refusalOf(second)).toContain('holds releases (release_1, release_2)');
    expect(await tablesOf(second.databaseUrl)).toEqual([]);
    expect(await liveReleases(first)).toEqual([2]);
    const kept = await atHome(first, ({ releases }) => releases.list());
    expect(kept.toSorted()).toEqual(['release_1', 'release_2']);
  });
});

/** The refusal of a data directory, which must not change. */
async function refusalOf(given: TestHome): Promise<string> {
  const before = await releaseFiles(given.home);
  const entries = await readdir(given.home);
  const refusal = await atHome(given, nothing).then(
    () => 'not refused',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  expect(await releaseFiles(given.home)).toEqual(before);
  expect((await readdir(given.home)).sort()).toEqual(entries.sort());
  return refusal;
}

/** A data directory with one dataset, which has the name of the directory; it is made once. */
async function embeddedHome(name: 'one' | 'two'): Promise<TestHome> {
  const made = path.join(prepared, name);
  if (!existsSync(made)) {
    await prepareState(made);
    await importAtHome({ home: made }, smallPackage, name);
  }
  const home = homeAt(name);
  await cp(made, home, { recursive: true });
  return { home };
}
