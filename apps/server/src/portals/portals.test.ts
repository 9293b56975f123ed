import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { shareGuessing } from '../access/guessing.ts';
import { describeLost, keepAnchors, loadAnchors, loadWritten, record, verifyChain } from '../audit/index.ts';
import { clockOfServer, type Database, openDatabase, requireServerTime } from '../database/index.ts';
import { createAlerts } from '../mail/index.ts';
import { createImportQueue, failLeft, type HasEnded } from '../operations/index.ts';
import { onServer } from '../testing/testDatabase.ts';
import { hasServer, openTestServer } from '../testing/testServer.ts';
import { firstToTake, isLiving, joinPortals, type Portals, sharedMemoryOn } from './index.ts';

const soon = { timeout: 240_000, interval: 50 };

describe.skipIf(!hasServer)('portals of one state database', () => {
  let server: Awaited<ReturnType<typeof openTestServer>>;
  const databases: Database[] = [];
  const ids = [randomUUID(), randomUUID()] as const;
  beforeAll(async () => {
    server = await openTestServer();
    for (const portalId of ids)
      databases.push(await openDatabase({ home: '', databaseUrl: server.url, portalId }));
  });
  const joined: Portals[] = [];
  afterEach(async () => {
    for (const one of joined.splice(0)) await one.close();
  });
  afterAll(async () => {
    for (const database of databases) await database.close();
    await server?.close();
  });

  const dbOf = (which: 0 | 1) => {
    const database = databases[which];
    if (database === undefined) throw new Error('It is not open.');
    return database.db;
  };
  const join = async (which: 0 | 1): Promise<Portals> => {
    const portals = await joinPortals({
      url: server.url,
      id: ids[which],
      version: `0.${which}`,
      onWait: () => {},
      onTaken: (refusal) => {
        throw refusal;
      },
      onFault: () => {},
    });
    joined.push(portals);
    return portals;
  };
  const both = async () => [await join(0), await join(1)] as const;
  /** Ends the connections of a portal on the server, as when its process is killed or its machine is cut off. */
  const cut = (which: 0 | 1) =>
    onServer(
      server.url,
      `select pg_terminate_backend(pid, 10000) from pg_locks join pg_stat_activity using (pid),
        hashtextextended('atrium portal ${ids[which]}', 0) as key
        where locktype = 'advisory' and classid::bigint = (key >> 32) & 4294967295
          and objid::bigint = key & 4294967295`,
    );

  it('one does what is done once, and another takes over when it is cut off', async () => {
    const [one, other] = await both();
    const doing: string[] = [];
    const duty = (name: string) => async () => {
      doing.push(`${name} begins`);
      return async () => void doing.push(`${name} ends`);
    };
    await one.duties.add('work', duty('one'));
    await other.duties.add('work', duty('other'));
    await one.serve('http://one');
    await other.serve('http://other');
    expect(doing).toEqual(['one begins']);
    await cut(0);
    await vi.waitFor(() => expect(doing).toHaveLength(3), soon);
    expect(doing).toContain('one ends');
    // Whoever is quicker.
    const begun = doing.slice(1).find((line) => line.endsWith('begins'));
    const [leader, next] = begun === 'one begins' ? [one, 'other'] : [other, 'one'];
    await leader.close();
    await vi.waitFor(() => expect(doing.slice(4)).toEqual([`${next} begins`]), soon);
  });

  it('a lock is of one caller at a time, and free when its portal is gone', async () => {
    const [one, other] = await both();
    const free = await one.take('imports');
    expect(await one.take('imports')).toBeNull();
    expect(await other.take('imports')).toBeNull();
    await free?.();
    expect(await other.take('imports')).not.toBeNull();
    await cut(1);
    await vi.waitFor(async () => expect(await one.take('imports')).not.toBeNull(), soon);
  });

  it('each knows how many serve', async () => {
    const [one, other] = await both();
    expect(one.count()).toBe(1);
    await one.serve('http://one');
    await other.serve('http://other');
    await vi.waitFor(() => expect(one.count()).toBe(2), soon);
    await other.close();
    await vi.waitFor(() => expect(one.count()).toBe(1), soon);
  });

  it('the import of a living portal goes on, that of one that is gone is marked', async () => {
    await both();
    await sql`update portal set seen_at = now() - interval '1 minute' where id = ${ids[1]}::uuid`.execute(
      dbOf(0),
    );
    const begin = (which: 0 | 1) =>
      dbOf(which)
        .insertInto('release')
        .values({ state: 'building' })
        .returning('id')
        .executeTakeFirstOrThrow();
    const begun = [await begin(0), await begin(1)].map(({ id }) => id);
    const states = async () =>
      (
        await dbOf(0).selectFrom('release').select('state').where('id', 'in', begun).orderBy('id').execute()
      ).map(({ state }) => state);
    const hasEnded: HasEnded = (id) => sql<boolean>`(${id} is null or not ${isLiving(id)})`;
    await failLeft(dbOf(0), hasEnded);
    // Its lock shows that it lives, however long ago it was seen.
    expect(await states()).toEqual(['building', 'building']);
    await joined.pop()?.close();
    await failLeft(dbOf(0), hasEnded);
    expect(await states()).toEqual(['building', 'failed']);
  });

  it('an import is watched and cancelled from another portal, and imports follow one another', async () => {
    const [one, other] = await both();
    const [here, there] = [createImportQueue(one), createImportQueue(other)];
    // What others say on the channel ends no portal.
    await onServer(server.url, "select pg_notify('atrium', 'none of ours')");
    const queued = here.begin(7);
    there.expect(7);
    const seen: string[] = [];
    there.watch(
      7,
      ({ step }) => seen.push(step),
      () => seen.push('the end'),
    );
    const order: string[] = [];
    let second: Promise<unknown> | undefined;
    await here.inTurn(async () => {
      second = there.inTurn(async () => void order.push('second'));
      queued.onProgress({ step: 'loading', detail: null });
      await vi.waitFor(() => expect(seen).toEqual(['loading']), soon);
      order.push('first');
    });
    await second;
    expect(order).toEqual(['first', 'second']);
    expect(there.cancel(7)).toBe(true);
    await vi.waitFor(() => expect(queued.signal.aborted).toBe(true), soon);
    queued.end();
    await vi.waitFor(() => expect(seen).toEqual(['loading', 'the end']), soon);
    expect(there.progressOf(7)).toBeNull();
  });

  it('a clock that jumps makes its portal not ready, and nothing due before its time (rule 15.67)', async () => {
    const due = await clockOfServer(dbOf(0));
    await requireServerTime(dbOf(0), () => new Date());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    try {
      await expect(requireServerTime(dbOf(0), () => new Date())).rejects.toMatchObject({ code: 'not_ready' });
      expect(Date.now() - due().getTime()).toBeGreaterThan(3_500_000);
    } finally {
      vi.useRealTimers();
    }
  });

  it('guesses count over all portals, so that two let through no more than one', async () => {
    const clock = () => new Date('2026-05-04T09:30:00Z');
    const doors = ([0, 1] as const).map((which) => shareGuessing(clock, sharedMemoryOn(dbOf(which))));
    const attempt = { name: 'ada', address: '198.18.0.1' };
    const guess = async (index: number) => (await doors[index % 2]?.take(attempt)) === 0;
    const passed = await Promise.all(Array.from({ length: 40 }, (_, index) => guess(index)));
    // Five are free, and the sixth begins the wait.
    expect(passed.filter(Boolean)).toHaveLength(5);
    expect(await doors[1]?.waitOf(attempt)).toBeGreaterThan(0);
    await doors[0]?.succeeded(attempt);
    expect(await doors[1]?.take(attempt)).toBe(0);
  });

  it('an alert that both raise is mailed once within the hour, and when the state database is away (rule 15.63)', async () => {
    const mails: unknown[] = [];
    const raise = async (claim: (key: string) => Promise<boolean>): Promise<void> => {
      const claiming = { last: Promise.resolve(true) };
      const alerts = createAlerts({
        log: { warn: () => {} },
        mailer: { send: (mail) => void mails.push(mail) },
        clock: () => new Date(),
        claim: (key) => {
          claiming.last = claim(key);
          return claiming.last;
        },
      });
      alerts.raise({ key: 'a', sentence: 'Something is wrong.' });
      await claiming.last.catch(() => {});
    };
    const claimIn = (which: 0 | 1) =>
      firstToTake(sharedMemoryOn(dbOf(which)), { name: 'alert', lastsMs: 3_540_000 });
    await Promise.all([raise(claimIn(0)), raise(claimIn(1))]);
    expect(mails).toHaveLength(1);
    await raise(() => Promise.reject(new Error('It is away.')));
    expect(mails).toHaveLength(2);
    await sql`update shared_value set ends_at = now()`.execute(dbOf(0));
    await raise(claimIn(1));
    expect(mails).toHaveLength(3);
  });

  it('the audit is one whole chain, and its heads are written down one after the other', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'atrium-heads-'));
    const file = path.join(folder, 'heads');
    const faults: unknown[] = [];
    const keepers = await Promise.all(
      ([0, 1] as const).map((which) =>
        keepAnchors({
          db: dbOf(which),
          file,
          clock: () => new Date(),
          everyMs: 3_600_000,
          onAnchor: () => {},
          onFault: (error) => faults.push(error),
        }),
      ),
    );
    for (let round = 0; round < 5; round += 1) {
      const lines = Array.from({ length: 20 }, (_, index) =>
        record(dbOf(index % 2 === 0 ? 0 : 1), { accountId: null, action: 'count' }),
      );
      await Promise.all([...lines, ...keepers.map((keeper) => keeper.keep())]);
    }
    for (const keeper of keepers) await keeper.close();
    const anchors = await loadAnchors(file);
    expect(await verifyChain(dbOf(0), { anchors })).toMatchObject({ kind: 'whole', head: anchors.at(-1) });
    expect(describeLost(await loadWritten(dbOf(0)), anchors)).toBeNull();
    expect(faults).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
