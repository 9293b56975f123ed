import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDuckDbWarehouse, type Warehouse } from '@atrium/warehouse';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildOnce } from '../../../../packages/warehouse/src/testing/buildOnce.ts';
import type { Database } from '../database/index.ts';
import { chosenEffort } from '../testing/chance.ts';
import { openInSmall, writeSmallPackage } from '../testing/smallPackage.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import { setDataset } from './datasetSettings.ts';
import { importDataset, requireFreeSegment } from './importDataset.ts';
import type { ImportOperation, Watcher } from './operation.ts';
import { findMissingData, recover } from './recover.ts';

let folder = '';
let smallPackage = '';
let database: Database;
let warehouse: Warehouse;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-import-'));
  smallPackage = await writeSmallPackage(folder);
  database = await openTestDatabase();
  warehouse = await openDuckDbWarehouse({ folder: path.join(folder, 'warehouse'), build: buildOnce });
});

afterEach(async () => {
  await warehouse.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (
  given: Partial<ImportOperation> = {},
  watcher: Partial<Watcher> = {},
  into: Warehouse = warehouse,
) =>
  importDataset(
    { db: database.db, ...into, appSegment: 'hub' },
    {
      kind: 'import',
      packagePath: smallPackage,
      dataset: null,
      dryRun: false,
      openIdentifiers: openInSmall,
      ...given,
    },
    { onProgress: () => {}, signal: new AbortController().signal, ...watcher },
  );

const releases = () => database.db.selectFrom('release').select(['id', 'state']).orderBy('id').execute();
const datasets = () => database.db.selectFrom('dataset').selectAll().orderBy('id').execute();
const releaseFiles = async () =>
  (await readdir(path.join(folder, 'warehouse'))).filter((name) => !name.startsWith('.')).sort();

it('a refused package leaves no dataset and no file; its reasons are in the release', async () => {
  const broken = await variant('broken', (descriptor) => {
    Object.assign(descriptor['atrium'] ?? {}, { root: 'nobody' });
  });
  await expect(run({ packagePath: broken })).rejects.toThrow('nobody');
  expect(await datasets()).toEqual([]);
  expect(await releaseFiles()).toEqual([]);
  const [release] = await database.db.selectFrom('release').selectAll().execute();
  expect(release).toMatchObject({
    state: 'failed',
    dataset_id: null,
    report: { problems: expect.arrayContaining(['package: the root "nobody" does not exist']) },
  });
});

it('a refused package does not change the live release', async () => {
  await run();
  const before = await datasets();
  await expect(run({ packagePath: path.join(folder, 'nowhere') })).rejects.toThrow('no such file');
  expect(await datasets()).toEqual(before);
  expect(await releaseFiles()).toEqual(['release_1.duckdb']);
});

it('refuses ids that cannot be in paths, and the segment of the installation, and changes nothing', async () => {
  const words = ['auth', 'Dataset', 'version', 'news', 'Login', 'invitation', 'ga4gh', 'Hub'];
  for (const id of [...words, 'a b', 'a/b', 'ä', '', 'x'.repeat(61)])
    await expect(run({ dataset: id }), id).rejects.toThrow('cannot be the id of a dataset');
  expect(await releases()).toEqual([]);
});

it('a portal does not start under a segment that is the id of a dataset (rule 14.60)', async () => {
  await run({ dataset: 'Hearts' });
  await expect(requireFreeSegment(database, 'hearts')).rejects.toThrow(
    'The dataset "Hearts" has the id that the site configuration names as "appSegment"',
  );
  await requireFreeSegment(database, 'hub');
});

it('a release that lacks a table does not go live (rule 9.18)', async () => {
  await run();
  const robbed: Warehouse = {
    ...warehouse,
    questions: {
      ...warehouse.questions,
      open: async (release) => {
        throw new Error(`Release ${release} lacks person.`);
      },
    },
  };
  await expect(run({}, {}, robbed)).rejects.toThrow('Release release_2 lacks person.');
  expect((await releases()).map(({ state }) => state)).toEqual(['live', 'failed']);
  expect(await releaseFiles()).toEqual(['release_1.duckdb']);
});

it('a package whose own name cannot be an id is refused too', { tags: 'long' }, async () => {
  const reserved = await variant('reserved', (descriptor) => {
    descriptor['name'] = 'version';
  });
  await expect(run({ packagePath: reserved })).rejects.toThrow('Choose one with --dataset');
  await expect(run({ packagePath: reserved, dryRun: true })).rejects.toThrow('Choose one with --dataset');
  expect(await datasets()).toEqual([]);
  expect(await releaseFiles()).toEqual([]);
});

it('a package whose own name cannot be an id is refused before anything else of it is read', async () => {
  const steps: string[] = [];
  const reserved = await variant('reserved', (descriptor) => {
    descriptor['name'] = 'no id';
  });
  const refused = run({ packagePath: reserved }, { onProgress: ({ step }) => steps.push(step) });
  await expect(refused).rejects.toThrow('Choose one with --dataset');
  expect(steps).toEqual([]);
});

it('a dry run reports and changes nothing', async () => {
  const report = await run({ dryRun: true });
  expect(report).toMatchObject({ datasetId: 'small', subjects: 6 });
  expect(await datasets()).toEqual([]);
  expect(await releases()).toEqual([]);
  expect(await releaseFiles()).toEqual([]);
});

it('the first import makes the dataset with the title and settings of the package', {
  tags: 'long',
}, async () => {
  const described = await variant('described', (descriptor) => {
    descriptor['description'] = 'Six people';
    Object.assign(descriptor['atrium'] ?? {}, { settings: { smallCountThreshold: 13 } });
  });
  await run({ packagePath: described, dataset: 'mine' });
  expect(await datasets()).toEqual([
    expect.objectContaining({
      unique_id: 'mine',
      name: 'A small dataset',
      description: 'Six people',
      settings: { smallCountThreshold: 13 },
      live_release_id: 1,
    }),
  ]);
  const [release] = await database.db.selectFrom('release').selectAll().execute();
  expect(release).toMatchObject({
    state: 'live',
    package_name: 'small',
    package_version: '1.0.0',
    subject_count: 6,
    finished_at: expect.any(Date),
    report: expect.objectContaining({ subjects: 6 }),
  });
});

it('the previous release stays readable until the import after the next', async () => {
  await run();
  await warehouse.questions.open('release_1');
  await run();
  expect(await releases()).toEqual([
    { id: 1, state: 'retired' },
    { id: 2, state: 'live' },
  ]);
  const query = { text: 'SELECT count(*) AS subjects FROM "release_1"."participant"', values: [] };
  expect(await warehouse.questions.run(query)).toEqual([{ subjects: 6 }]);
  await run();
  expect(await releaseFiles()).toEqual(['release_2.duckdb', 'release_3.duckdb']);
  expect((await datasets()).map((dataset) => dataset.live_release_id)).toEqual([3]);
});

const inARow = Math.max(3, Math.ceil(3 * chosenEffort()));

it(`${inARow} imports in a row leave the live release and the one before it, and no other file`, {
  tags: 'long',
}, async () => {
  for (let count = 1; count <= inARow; count++) await run();
  expect(await releaseFiles()).toEqual([inARow - 1, inARow].map((id) => `release_${id}.duckdb`).sort());
  const hidden = (await readdir(path.join(folder, 'warehouse'))).filter((name) => name.startsWith('.'));
  expect(hidden).toEqual(['.spill']);
  expect((await releases()).slice(-2)).toEqual([
    { id: inARow - 1, state: 'retired' },
    { id: inARow, state: 'live' },
  ]);
  expect((await datasets()).map((dataset) => dataset.live_release_id)).toEqual([inARow]);
});

it('after two imports of one dataset at once, exactly one release is live', async () => {
  await Promise.all([run(), run()]);
  expect((await releases()).map(({ state }) => state).sort()).toEqual(['live', 'retired']);
  expect(await datasets()).toHaveLength(1);
});

it('an import that is stopped leaves nothing', async () => {
  const stop = new AbortController();
  const stopped = run({}, { signal: stop.signal, onProgress: () => stop.abort(new Error('Enough.')) });
  await expect(stopped).rejects.toThrow('Enough.');
  expect((await releases()).map(({ state }) => state)).toEqual(['failed']);
  expect(await releaseFiles()).toEqual([]);
});

it('the next start removes what a killed import left, and keeps the live release', async () => {
  await run();
  await database.db.insertInto('release').values({ state: 'building' }).execute();
  await writeFile(path.join(folder, 'warehouse', 'release_2.duckdb'), 'half');
  await recover({ db: database.db, ...warehouse });
  expect(await releases()).toEqual([
    { id: 1, state: 'live' },
    { id: 2, state: 'failed' },
  ]);
  expect(await releaseFiles()).toEqual(['release_1.duckdb']);
  expect(await findMissingData({ db: database.db, ...warehouse })).toEqual([]);
});

it('a release that the state database does not know is kept and named, and no import gets its number', async () => {
  await run();
  const file = path.join(folder, 'warehouse', 'release_7.duckdb');
  await writeFile(file, 'of another portal');
  await database.db.insertInto('release').values({ state: 'failed' }).execute();
  const { removed, warnings } = await recover({ db: database.db, ...warehouse });
  expect(removed).toEqual([]);
  expect(warnings).toEqual([expect.stringContaining('does not know: release_7. They are not touched')]);
  expect(await readFile(file, 'utf8')).toBe('of another portal');
  await run();
  expect(await releases()).toEqual([
    { id: 1, state: 'retired' },
    { id: 2, state: 'failed' },
    { id: 8, state: 'live' },
  ]);
  const again = await recover({ db: database.db, ...warehouse });
  expect(again).toEqual({ removed: [], warnings });
  await run();
  expect((await releases()).map(({ id }) => id)).toEqual([1, 2, 8, 9]);
  expect(await releaseFiles()).toEqual(['release_7.duckdb', 'release_8.duckdb', 'release_9.duckdb']);
  expect(await readFile(file, 'utf8')).toBe('of another portal');
});

it('an import whose release name is taken does not change that release', async () => {
  const file = path.join(folder, 'warehouse', 'release_1.duckdb');
  await writeFile(file, 'put there by hand');
  await expect(run()).rejects.toThrow('exists already');
  expect(await readFile(file, 'utf8')).toBe('put there by hand');
});

it('a release that went live stays, also where an earlier one cannot be removed', {
  tags: 'long',
}, async () => {
  await run();
  await run();
  const stuck: Warehouse = {
    ...warehouse,
    releases: {
      ...warehouse.releases,
      remove: async (release) => {
        if (release === 'release_1') throw new Error('in use');
        await warehouse.releases.remove(release);
      },
    },
  };
  await expect(run({}, {}, stuck)).rejects.toThrow('in use');
  expect((await datasets()).map((dataset) => dataset.live_release_id)).toEqual([3]);
  expect(await releaseFiles()).toEqual(['release_1.duckdb', 'release_2.duckdb', 'release_3.duckdb']);
  expect(await findMissingData({ db: database.db, ...warehouse })).toEqual([]);
});

it('a dataset whose file is not in this data directory is named, also where it is open still', {
  tags: 'long',
}, async () => {
  await run();
  await warehouse.questions.open('release_1');
  await rm(path.join(folder, 'warehouse', 'release_1.duckdb'));
  expect(await findMissingData({ db: database.db, ...warehouse })).toEqual([
    { dataset: 'small', release: 'release_1', isLive: true },
  ]);
});

it('what a package would open waits for a steward, also after the next import, and a dry run says so', {
  tags: 'long',
}, async () => {
  const proposed = { autoMembership: { level: 'phi' }, smallCountThreshold: 0, siteTitle: 'Open' };
  const open = await variant('open', (descriptor) => {
    Object.assign(descriptor['atrium'] ?? {}, { settings: proposed });
  });
  const keys = ({ unconfirmed }: Awaited<ReturnType<typeof run>>) => unconfirmed.map(({ key }) => key);
  const waiting = ['autoMembership', 'smallCountThreshold'];
  expect(keys(await run({ packagePath: open, dryRun: true }))).toEqual(waiting);
  expect(keys(await run({ packagePath: open }))).toEqual(waiting);
  const set = (given: { settings?: string[]; reset?: string[]; confirm?: string[] }) =>
    setDataset(
      { db: database.db, clock: () => new Date() },
      { kind: 'setDataset', dataset: 'small', settings: [], reset: [], ...given },
      {},
    );
  const inForce = async () => (await datasets())[0]?.settings;
  expect(await inForce()).toEqual({ siteTitle: 'Open' });
  await set({ settings: ['contactEmail=a@example.org'] });
  expect(await inForce()).toEqual({ siteTitle: 'Open', contactEmail: 'a@example.org' });

  await expect(set({ confirm: ['listed'] })).rejects.toThrow('nothing of the package waits');
  const lines = await set({ confirm: ['smallCountThreshold'] });
  expect(lines[1]).toContain('autoMembership: {"level":"phi"}');
  const confirmed = { siteTitle: 'Open', contactEmail: 'a@example.org', smallCountThreshold: 0 };
  expect(await inForce()).toEqual(confirmed);
  expect(keys(await run({ packagePath: open }))).toEqual(['autoMembership']);
  expect(await inForce()).toEqual(confirmed);

  await set({ confirm: ['autoMembership'] });
  expect(keys(await run({ packagePath: open }))).toEqual([]);
  expect(await inForce()).toEqual({ ...confirmed, autoMembership: { level: 'phi' } });
  const closed = await variant('closed', () => {});
  expect(keys(await run({ packagePath: closed }))).toEqual([]);
  expect(await inForce()).toEqual({ contactEmail: 'a@example.org' });
  expect(keys(await run({ packagePath: open }))).toEqual(waiting);
  const lastLine = await database.db
    .selectFrom('audit_event')
    .select('detail')
    .where('action', '=', 'dataset_import')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(lastLine.detail).toMatchObject({ unconfirmed: waiting.join(' ') });
});

/** The small package with its descriptor changed. */
async function variant(name: string, change: (descriptor: Record<string, unknown>) => void): Promise<string> {
  const packageFolder = path.join(folder, name);
  await cp(smallPackage, packageFolder, { recursive: true });
  const file = path.join(packageFolder, 'datapackage.json');
  const descriptor: Record<string, unknown> = JSON.parse(await readFile(file, 'utf8'));
  change(descriptor);
  await writeFile(file, JSON.stringify(descriptor));
  return packageFolder;
}
