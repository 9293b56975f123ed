import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openPostgresWarehouse, type Warehouse } from '@atrium/warehouse';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { verifyChain } from './audit/index.ts';
import type { Caller } from './testing/caller.ts';
import type { TestDataset } from './testing/factories.ts';
import { hasPostgres, type PrivateCluster, startCluster } from './testing/privateCluster.ts';
import { expectAway, expectBack } from './testing/serverAway.ts';
import { openProxy, type TcpProxy } from './testing/tcpProxy.ts';
import { type TestApp, testApp } from './testing/testApp.ts';
import { onServer } from './testing/testDatabase.ts';

describe.skipIf(!hasPostgres)('a warehouse on a server', () => {
  let cluster: PrivateCluster;
  let proxy: TcpProxy;
  let folder: string;
  let warehouse: Warehouse;
  let portal: TestApp;
  let dataset: TestDataset;
  let ada: Caller;
  beforeAll(async () => {
    cluster = await startCluster();
    proxy = await openProxy(cluster.port);
    folder = await mkdtemp(path.join(tmpdir(), 'atrium-scratch-'));
    const url = new URL(cluster.url);
    url.port = String(proxy.port);
    warehouse = await openPostgresWarehouse({
      url: url.href,
      scratchFolder: folder,
      remembers: false,
      exportThread: pathToFileURL(path.join(inject('programs'), 'exportThread.mjs')),
    });
    portal = await testApp({ research: { warehouse, downloading: async () => 0, close: warehouse.close } });
    dataset = await portal.aDataset({ packagePath: portal.smallPackage });
    const { account } = await portal.aMember({ dataset, level: 'phi' });
    ada = await portal.signedIn(account);
  });
  afterEach(async () => {
    expect(await verifyChain(portal.db)).toMatchObject({ kind: 'whole' });
  });
  afterAll(async () => {
    await portal?.close();
    await proxy?.close();
    await cluster?.discard();
    await rm(folder, { recursive: true, force: true });
  });

  const count = () => ada.get(`${dataset.uniqueId}/query_tools/count/`);
  const page = () => ada.get(`${dataset.uniqueId}/query_tools/preview/`);
  const isAway = async () => {
    await expectAway(portal, [count(), page()]);
    expect((await ada.get(`${dataset.uniqueId}/cohort_def/`)).statusCode).toBe(200);
  };
  const isBack = () => expectBack(portal, count);
  /** The server may work on a question long after nobody waits for it, so each has its own words. */
  let calls = 0;
  const slow = () => {
    calls += 1;
    return warehouse.questions.run({ text: `SELECT pg_sleep(60), ${calls} AS asked`, values: [] });
  };
  /** The same as an export, in a thread of its own. */
  const slowExport = async () => {
    calls += 1;
    const query = { text: `SELECT pg_sleep(60), ${calls} AS asked`, values: [] };
    for await (const _ of warehouse.questions.exportFile({ query, columns: [], format: 'ndjson' }));
  };
  const sameQuestion = () =>
    `state = 'active' and query like '%pg_sleep(60), ${calls} %' and pid <> pg_backend_pid()`;
  /** Waits until the slow question works on the server. */
  const untilWorking = () =>
    vi.waitFor(
      async () => {
        const active = await onServer(cluster.url, `select 1 from pg_stat_activity where ${sameQuestion()}`);
        expect(active).toHaveLength(1);
      },
      { timeout: 240_000 },
    );

  it('that is stopped is reported as away, and is used again when it is back', async () => {
    await isBack();
    await cluster.stop();
    await isAway();
    await cluster.start();
    await isBack();
  });

  it('whose processes are frozen is reported as away, also to questions that run, and is used again', {
    tags: 'long',
  }, async () => {
    const before = slow().catch((error: unknown) => error);
    await untilWorking();
    await cluster.freeze();
    expect(await before).toMatchObject({ code: 'unavailable' });
    await isAway();
    await cluster.thaw();
    await isBack();
  });

  it('whose network swallows everything is left, and new connections are used when they pass', {
    tags: 'long',
  }, async () => {
    const before = slow().catch((error: unknown) => error);
    await untilWorking();
    proxy.swallow();
    expect(await before).toMatchObject({ code: 'unavailable' });
    await isAway();
    proxy.letPass();
    await isBack();
  });

  it.each([
    ['stands still', () => cluster.freeze(), () => cluster.thaw()],
    ['is behind a network that swallows everything', () => proxy.swallow(), () => proxy.letPass()],
  ])('that %s is reported as away to running exports', { tags: 'long' }, async (_what, begin, end) => {
    const before = slowExport().catch((error: unknown) => error);
    await untilWorking();
    await begin();
    expect(await before).toMatchObject({ code: 'unavailable' });
    await end();
    await isBack();
  });

  it('that ends the connection of a question gives the caller an error, and answers the next question', async () => {
    const before = slow().catch((error: unknown) => error);
    await untilWorking();
    await onServer(
      cluster.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where ${sameQuestion()}`,
    );
    expect(await before).toMatchObject({ code: 'unavailable' });
    await isBack();
  });
});
