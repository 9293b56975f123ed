import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildKernel } from '../../../../tools/buildKernel.mjs';
import { ofIndexes } from '../admin/health/ofIndexes.ts';
import { kill, spawnProgram, untilLine } from '../testing/childProcess.ts';
import { signInAt } from '../testing/httpCaller.ts';
import { runAtrium } from '../testing/runAtrium.ts';
import { openInSmall, writeSmallPackage } from '../testing/smallPackage.ts';
import { onServer } from '../testing/testDatabase.ts';
import { atHome, importAtHome } from '../testing/testHome.ts';
import { hasServer, openTestServer } from '../testing/testServer.ts';
import type { OpenInstallation } from './openInstallation.ts';

const soon = { timeout: 240_000, interval: 50 };
const password = 'many portals share it';

describe.skipIf(!hasServer)('several portals of one installation (decision 98)', { tags: 'long' }, () => {
  let folder = '';
  let server: Awaited<ReturnType<typeof openTestServer>>;
  const running: ReturnType<typeof spawnProgram>[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'atrium-many-'));
    server = await openTestServer();
  });
  afterEach(async () => {
    for (const child of running.splice(0)) await kill(child);
  });
  afterAll(async () => {
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const homeOf = (name: string, shared = 'shared') => ({
    home: path.join(folder, name),
    databaseUrl: server.url,
    warehouseUrl: server.url,
    sharedFolder: path.join(folder, shared),
  });
  const environmentOf = (name: string) => ({
    ATRIUM_HOME: homeOf(name).home,
    DATABASE_URL: server.url,
    ATRIUM_WAREHOUSE_URL: server.url,
    ATRIUM_SHARED_FOLDER: homeOf(name).sharedFolder,
  });
  const states = async () =>
    (await onServer(server.url, 'select state from release order by id')).map(({ state }) => state);

  it('work beside each other with one key, and import into one warehouse', async () => {
    const packagePath = await writeSmallPackage(folder);
    await atHome(homeOf('one'), async () => {
      await importAtHome(homeOf('two'), packagePath, 'small');
      await importAtHome(homeOf('three'), packagePath, 'other');
      const keys = ['one', 'two', 'three'].map((name) => path.join(homeOf(name).home, 'seal.key'));
      const texts = await Promise.all(keys.map((file) => readFile(file, 'utf8')));
      expect(new Set(texts).size).toBe(1);
    });
    expect(await states()).toEqual(['live', 'live']);
    const rows = await onServer(
      server.url,
      'select count(distinct portal_id)::int as portals from import_log',
    );
    expect(rows).toEqual([{ portals: 2 }]);
  });

  it('share the index that one of them makes, and see which of them has it (rules 16.34, 16.35 and 15.69)', async () => {
    await buildKernel();
    const rows = () =>
      onServer(server.url, 'select name, is_whole, made_at::text from shared_index order by name');
    const shared = path.join(homeOf('one').sharedFolder, 'indexes');
    const stateIn = async ({ indexes }: OpenInstallation) => {
      indexes.find('release_1');
      await indexes.idle();
      return indexes.state()[0];
    };
    const fileIn = (name: string) => path.join(homeOf(name).home, 'warehouse', 'scratch', 'release_1.index');
    /** What one is told to make again, the other lets go and fetches. */
    const expectFetchedAgain = async (one: OpenInstallation, two: OpenInstallation) => {
      const { mtimeMs } = await stat(fileIn('two'));
      await one.indexes.rebuild('release_1');
      await vi.waitFor(
        async () => expect((await stat(fileIn('two'))).mtimeMs).toBeGreaterThan(mtimeMs),
        soon,
      );
      expect(await stateIn(two)).toMatchObject({ state: 'ready' });
    };
    const open = (name: string, work: (one: OpenInstallation) => Promise<void>, indexMemory = '100') =>
      atHome({ ...homeOf(name), indexMemory }, work);
    await open('one', async (one) => {
      expect(await stateIn(one)).toMatchObject({ state: 'ready' });
      const [made, ...others] = await rows();
      expect([made?.['is_whole'], others]).toEqual([true, []]);
      await open(
        'three',
        async (three) => {
          expect(await stateIn(three)).toMatchObject({ state: 'too_large' });
          const health = () => ofIndexes({ db: one.db, portals: one.portals, operations: one });
          await vi.waitFor(async () =>
            expect((await health()).sentence).toMatch(/memory for the index of small, release 1 \(portal /),
          );
        },
        '20',
      );
      const name = path.join(shared, String(made?.['name']));
      const whole = await readFile(name);
      for (const isDamaged of [false, true]) {
        if (isDamaged) await writeFile(name, whole.subarray(0, 99));
        await rm(fileIn('two'), { force: true });
        await open('two', async (two) => {
          expect(await stateIn(two)).toMatchObject({ state: 'ready' });
          const [now] = await rows();
          expect(now?.['made_at'] !== made?.['made_at']).toBe(isDamaged);
          for (const file of [name, fileIn('two')]) expect((await readFile(file)).equals(whole)).toBe(true);
          if (isDamaged) await expectFetchedAgain(one, two);
        });
      }
      // The server has the release still; another name is what a release that is gone leaves.
      await onServer(server.url, "update shared_index set release = 'release_8'");
      await one.releases.forgetRemoved();
      expect([await rows(), await readdir(shared)]).toEqual([[], []]);
    });
  });

  it('are refused with a folder that is not the shared one, and nothing is changed', async () => {
    const open = (name: string, shared: string) => atHome(homeOf(name, shared), async () => {});
    await expect(open('one', 'elsewhere')).rejects.toThrow('is not the one that the other portals share');
    await expect(open('four', 'elsewhere')).rejects.toThrow('belongs to another data directory');
    const { sharedFolder: _, ...lone } = homeOf('one');
    await expect(atHome(lone, async () => {})).rejects.toThrow('ATRIUM_SHARED_FOLDER is not set');
    const files = path.join(homeOf('three').home, 'files');
    await mkdir(path.join(files, 'heart'), { recursive: true });
    await expect(open('three', 'shared')).rejects.toThrow(`The downloadable files in ${files}`);
  });

  it('one that is killed during an import loses the import alone: another undoes it, and answers', {
    tags: 'long',
  }, async () => {
    const packagePath = await writeSmallPackage(folder);
    const start = async (name: string) => {
      const child = spawnProgram('main', ['start', '--port', '0'], { env: environmentOf(name) });
      running.push(child);
      const [, address = ''] = await untilLine(child, /ready at (http\S+)/);
      return { child, address };
    };
    const [first, second] = [await start('one'), await start('two')];
    const command = (args: readonly string[], input = '') =>
      runAtrium(args, { env: environmentOf('two'), input });
    expect(await command(['user', 'add', 'ada', '--password-stdin'], password)).toMatchObject({ code: 0 });
    expect(await command(['grant', 'ada', 'small', '--level', 'phi'])).toMatchObject({ code: 0 });
    // What the second portal granted is there in the first at once.
    const ada = await signInAt(first.address, 'ada', password);
    const edit = { transformation: { type: 'add_criteria_set', collection_id: 'diagnosis' } };
    expect(await ada.post('small/cohort_def/', edit)).toMatchObject({ transformation_successful: true });

    const doctor = await command(['doctor']);
    expect(doctor.stdout).toMatch(
      /portals .* sends mail, makes back-ups .*; .* answers, and is ready to do what is done once\./,
    );
    // As when a portal is killed between a switch and the removal of the release before.
    await onServer(
      server.url,
      "insert into release (id, dataset_id, state) overriding system value select 77, min(id), 'retired' from dataset",
    );
    await onServer(server.url, 'create schema release_77');
    await onServer(server.url, "comment on schema release_77 is 'atrium warehouse'");

    // The import stops before it goes live, until the lock is given back.
    const lock = new pg.Client({ connectionString: server.url });
    await lock.connect();
    await lock.query('BEGIN; LOCK TABLE dataset IN SHARE ROW EXCLUSIVE MODE');
    const env = environmentOf('one');
    const importing = runAtrium(
      [
        'import',
        packagePath,
        '--dataset',
        'small',
        ...openInSmall.flatMap((one) => ['--open-identifier', one]),
      ],
      { env },
    );
    const isBuilding = vi.waitFor(
      async () => expect(await states()).toEqual(['live', 'live', 'building', 'retired']),
      soon,
    );
    const ended = importing.then(({ stdout, stderr }) => Promise.reject(new Error(`${stdout}${stderr}`)));
    await Promise.race([isBuilding, ended]);
    await kill(first.child);
    await lock.query('ROLLBACK');
    await lock.end();
    expect(await importing).toMatchObject({ code: 1 });
    await vi.waitFor(async () => expect(await states()).toEqual(['live', 'live', 'failed', 'retired']), soon);
    await vi.waitFor(
      async () =>
        expect(
          await onServer(
            server.url,
            "select 1 from pg_namespace where nspname ~ '^(building_release|release)_(3|77)'",
          ),
        ).toEqual([]),
      soon,
    );
    const log = await onServer(server.url, 'select state from import_log order by id desc limit 1');
    expect(log).toEqual([{ state: 'interrupted' }]);
    const again = await signInAt(second.address, 'ada', password);
    expect(await again.get('small/cohort_def/')).toMatchObject({
      cohort_def: [expect.objectContaining({ collection_id: 'diagnosis' })],
    });
    expect(await command(['audit', 'verify'])).toMatchObject({ code: 0 });
  });

  it('one works alone again when the operator says so, and with others when it has the folder again (rule 15.64)', {
    tags: 'long',
  }, async () => {
    const { sharedFolder: _, ...lone } = homeOf('one');
    await atHome({ ...lone, sharedFolder: 'none' }, async () => {});
    await atHome(lone, async ({ portals }) => expect(portals.id).toBeNull());
    await atHome(homeOf('one'), async ({ portals }) => expect(portals.id).not.toBeNull());
  });
});
