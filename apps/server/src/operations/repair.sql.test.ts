import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import { openInSmall, writeSmallPackage } from '../testing/smallPackage.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import { openTestWarehouse } from '../testing/testWarehouse.ts';
import { examineStores } from './examineStores.ts';
import { checkReports, importDataset } from './importDataset.ts';
import type { ImportOperation } from './operation.ts';
import { perform } from './perform.ts';
import { presentReport } from './presentImport.ts';

const watcher = { onProgress: () => {}, signal: new AbortController().signal };

let folder = '';
let smallPackage = '';
let database: Awaited<ReturnType<typeof openTestDatabase>>;
const open: TestApp[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-repair-'));
  smallPackage = await writeSmallPackage(folder);
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const portal of open.splice(0)) await portal.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const operation = (given: Partial<ImportOperation> = {}): ImportOperation => ({
  kind: 'import',
  packagePath: smallPackage,
  dataset: 'default',
  dryRun: false,
  openIdentifiers: openInSmall,
  ...given,
});

const depsOf = ({ db, questions, releases, clock }: TestApp) => ({
  ...{ db, questions, releases, clock: clock.now },
  ...{ membershipDays: null, anchorFile: '', appSegment: 'hub' },
});

const ready = async ({ app }: TestApp) => {
  const { statusCode, payload } = await app.inject({ url: '/readyz' });
  return { statusCode, detail: JSON.parse(payload).detail };
};
const askAt = async (caller: Caller, path: string) => {
  const { statusCode, payload } = await caller.get(path);
  return { statusCode, ...JSON.parse(payload) };
};
const countOf = (caller: Caller) => askAt(caller, 'default/query_tools/count');
const releasesFound = async (portal: TestApp) =>
  (await examineStores(depsOf(portal))).find(({ check }) => check === 'releases');

/** The same statements of the state database; what differs on a server is shown by the test below. */
const longOnPostgres = { tags: process.env['ATRIUM_TEST_ENGINE'] === 'postgres' ? ['long'] : [] };

it(
  'an import repairs a dataset whose live release is on another warehouse, and says what it is not comparable with (rule 15.53)',
  longOnPostgres,
  async () => {
    const first = await portalAt('first');
    await importDataset(depsOf(first), operation(), watcher);
    const { id } = await database.db.selectFrom('dataset').select('id').executeTakeFirstOrThrow();
    const dataset = { id, uniqueId: 'default' };
    const { account } = await first.aMember({ dataset, level: 'deid' });
    const { account: outside } = await first.aMember({ dataset, level: 'agg' });
    const before = await countOf(await first.signedIn(account));
    expect([before.statusCode, (await ready(first)).statusCode]).toEqual([200, 200]);

    await mkdir(path.join(folder, 'second'));
    // A file of that name which is no database: unreadable, where a warehouse has files.
    await writeFile(path.join(folder, 'second', 'release_1.duckdb'), 'x'.repeat(20_000));
    const second = await portalAt('second');
    const [member, aggregates] = [await second.signedIn(account), await second.signedIn(outside)];
    expect(await ready(second)).toEqual({
      statusCode: 503,
      detail: expect.stringContaining('The data of 1 dataset are missing or cannot be read'),
    });
    expect(await releasesFound(second)).toMatchObject({
      state: 'bad',
      sentence: expect.stringContaining('The data of dataset default (release_1) are not in the warehouse'),
    });
    expect(await countOf(member)).toMatchObject({
      statusCode: 503,
      code: 'not_ready',
      detail: expect.stringContaining('an import of its package repairs it'),
    });
    expect((await second.anonymous.get('/pcgc/core/home-data/')).statusCode).toBe(200);

    await importDataset(depsOf(second), operation({ dryRun: true }), watcher);
    expect(await checkReports(depsOf(second), operation({ checkReports: true }), watcher)).toEqual([]);
    const outcome = await importDataset(depsOf(second), operation(), watcher);
    const lines = presentReport(outcome, { dryRun: false }).join('\n');
    expect(lines).toContain('is live: 6 subjects');
    expect(lines).toContain('The two are not comparable.');
    expect((await ready(second)).statusCode).toBe(200);
    expect(await countOf(member)).toMatchObject({ statusCode: 200, count: before.count });

    // Nobody knows what differs, so members of level agg follow when a steward says (rule 7.12).
    expect((await askAt(aggregates, 'default/collections')).statusCode).toBe(503);
    expect(await releasesFound(second)).toMatchObject({ sentence: expect.stringContaining('--advance') });
    await perform(depsOf(second), { kind: 'showReleases', dataset: 'default', advance: true }, watcher);
    expect((await askAt(aggregates, 'default/collections')).statusCode).toBe(200);
    expect((await releasesFound(second))?.state).not.toBe('bad');
  },
);

it('a release that is deleted under a running portal is told at once, and an import repairs it', async () => {
  const portal = await portalAt('one');
  await importDataset(depsOf(portal), operation(), watcher);
  expect((await ready(portal)).statusCode).toBe(200);
  await portal.releases.remove('release_1');
  expect((await ready(portal)).statusCode).toBe(503);
  await importDataset(depsOf(portal), operation(), watcher);
  expect((await ready(portal)).statusCode).toBe(200);
});

/** A portal on a warehouse of its own, and on the state that all portals of a test share. */
async function portalAt(name: string): Promise<TestApp> {
  const state = { db: database.db, close: async () => {} };
  const portal = await testApp({ state, research: await openTestWarehouse(path.join(folder, name)) });
  open.push(portal);
  return portal;
}
