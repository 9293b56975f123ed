import { isServerAway } from '@atrium/warehouse';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyChain } from '../audit/index.ts';
import { type Database, openDatabase } from '../database/index.ts';
import { requestPatience } from '../database/serverPool.ts';
import type { Caller } from '../testing/caller.ts';
import { isGate } from '../testing/chance.ts';
import type { TestDataset } from '../testing/factories.ts';
import { hasPostgres, type PrivateCluster, startCluster } from '../testing/privateCluster.ts';
import { expectAway, expectBack } from '../testing/serverAway.ts';
import { openProxy, type TcpProxy } from '../testing/tcpProxy.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';
import { onServer } from '../testing/testDatabase.ts';

it('a request is refused within five seconds, whether it waits for a connection or for a statement', () => {
  expect(requestPatience.connectMs).toBeLessThan(5_000);
  expect(requestPatience.statementMs + 1_250).toBeLessThan(5_000);
});

describe.skipIf(!hasPostgres)('a state database on a server', () => {
  let cluster: PrivateCluster;
  let proxy: TcpProxy;
  let database: Database;
  let portal: TestApp;
  let dataset: TestDataset;
  let ada: Caller;
  beforeAll(async () => {
    cluster = await startCluster();
    proxy = await openProxy(cluster.port);
    const url = new URL(cluster.url);
    url.port = String(proxy.port);
    database = await openDatabase({ home: '', databaseUrl: url.href, isAway: isServerAway });
    portal = await testApp({ state: { db: database.forRequests, close: database.close } });
    dataset = await portal.aDataset({ packagePath: portal.smallPackage });
  });
  beforeEach(async () => {
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
  });

  const add = (sex: string) =>
    ada.post(`${dataset.uniqueId}/cohort_def/`, {
      transformation: {
        type: 'add_entry',
        concept_id: 'sex',
        selected_categories: [sex],
        ignore_warnings: true,
      },
    });
  const count = () => ada.get(`${dataset.uniqueId}/query_tools/count/`);
  const read = () => ada.get(`${dataset.uniqueId}/cohort_def/`);
  const isAway = () => expectAway(portal, [count(), read(), add('Male'), ada.get('dataset/')]);
  const isBack = () => expectBack(portal, count);

  it('loses any connection at any moment: the process goes on, and what was acknowledged is there once', async () => {
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    let isOver = false;
    const killer = (async () => {
      while (!isOver)
        await onServer(
          cluster.url,
          `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and query like '%snapshot%'`,
        );
    })();
    // Until a connection was lost in the middle of an edit, however seldom that is.
    for (let turn = 0; turn < (isGate ? 8 : 60) || !statuses.has(503); turn += 1) {
      const reply = await add('Male');
      statuses.add(reply.statusCode);
      if (reply.statusCode === 200) acknowledged.push(reply.json().entry_id);
    }
    isOver = true;
    await killer;
    await isBack();
    const stored = (await read()).json().cohort_def;
    const ids = JSON.stringify(stored);
    for (const id of acknowledged) expect(ids.split(`"${id}"`)).toHaveLength(2);
    expect([...statuses].filter((status) => status !== 200)).toEqual([503]);
  });

  it('that is stopped is reported as away, and is used again when it is back', async () => {
    await cluster.stop();
    await isAway();
    await cluster.start();
    await isBack();
  });

  it('whose processes are frozen is reported as away, and is used again when they go on', {
    tags: 'long',
  }, async () => {
    await cluster.freeze();
    await isAway();
    await cluster.thaw();
    await isBack();
  });

  it('whose network swallows everything is left, and new connections are used when they pass', {
    tags: 'long',
  }, async () => {
    proxy.swallow();
    await isAway();
    proxy.letPass();
    await isBack();
  });

  it('without a free connection is reported as away until there is one', { tags: 'long' }, async () => {
    await onServer(
      cluster.url,
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
    );
    const takers: pg.Client[] = [];
    for (;;) {
      const taker = new pg.Client({ connectionString: cluster.url });
      taker.on('error', () => undefined);
      const isTaken = await taker.connect().then(
        () => true,
        () => false,
      );
      if (!isTaken) break;
      takers.push(taker);
    }
    await isAway();
    for (const taker of takers) await taker.end();
    await isBack();
  });

  it('whose table is locked refuses who needs the table, and answers the others', {
    tags: 'long',
  }, async () => {
    const holder = new pg.Client({ connectionString: cluster.url });
    await holder.connect();
    await holder.query('begin; lock table snapshot in access exclusive mode');
    const [edit, list] = await Promise.all([add('Male'), ada.get('dataset/')]);
    expect([edit.statusCode, edit.json().code, list.statusCode]).toEqual([503, 'unavailable', 200]);
    await holder.end();
    await isBack();
  });

  it('an edit whose answer was lost is made once by who repeats it (rule 9.16)', async () => {
    const send = () =>
      ada.send({
        method: 'POST',
        url: `/api/v2/${dataset.uniqueId}/cohort_def/`,
        headers: { 'content-type': 'application/json', 'idempotency-key': 'one', 'if-match': '"0"' },
        payload: JSON.stringify({
          transformation: {
            type: 'add_entry',
            concept_id: 'sex',
            selected_categories: ['Male'],
            ignore_warnings: true,
          },
        }),
      });
    const lost = proxy.loseNextAnswer((bytes) => bytes.includes('COMMIT'));
    expect((await send()).json()).toMatchObject({ code: 'unavailable' });
    await lost;
    const { entry_id: entryId, ...repeated } = (await send()).json();
    expect(repeated).toMatchObject({
      transformation_successful: true,
      cohort_def: [{ entry_id: expect.anything() }],
    });
    expect(JSON.stringify((await read()).json().cohort_def).split(`"${entryId}"`)).toHaveLength(2);
  });

  it('an operation waits for a slow statement, a request does not', { tags: 'long' }, async () => {
    const sleep = sql`select pg_sleep(4)`;
    await expect(sleep.execute(database.forRequests)).rejects.toMatchObject({ code: 'unavailable' });
    expect((await sleep.execute(database.db)).rows).toHaveLength(1);
  });
});
