import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasPostgres, type PrivateCluster, startCluster } from '../testing/privateCluster.ts';
import { onServer } from '../testing/testDatabase.ts';
import { type HoldOptions, holdServer } from './holdServer.ts';

describe.skipIf(!hasPostgres)('a database on a server (rule 9.18)', () => {
  let cluster: PrivateCluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster?.discard());

  const taken: string[] = [];
  const hold = (more: Partial<HoldOptions> = {}) =>
    holdServer({
      url: cluster.url,
      what: 'warehouse',
      waitMs: 0,
      onTaken: ({ message }) => void taken.push(message),
      ...more,
    });
  const endHolders = () =>
    onServer(
      cluster.url,
      "select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name like 'atrium holds%'",
    );

  it('is held by one process at a time, and the refusal names it', async () => {
    const first = await hold();
    await expect(hold()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(` ${process.pid} `),
    });
    await first.release();
    await (await hold()).release();
  });

  it('is held by several that share it, and by none that does not', async () => {
    const shared = [await hold({ isShared: true }), await hold({ isShared: true })];
    await expect(hold()).rejects.toMatchObject({ code: 'conflict' });
    for (const one of shared) await one.release();
    const alone = await hold();
    await expect(hold({ isShared: true })).rejects.toMatchObject({ code: 'conflict' });
    await alone.release();
  });

  it('may be a state database and a warehouse in one', async () => {
    const [state, warehouse] = await Promise.all([hold({ what: 'state database' }), hold()]);
    await Promise.all([state.release(), warehouse.release()]);
  });

  it('is waited for while a process ends that holds it', async () => {
    const first = await hold();
    const holders: string[] = [];
    const second = hold({ waitMs: 60_000, onWait: (holder) => void holders.push(holder) });
    await vi.waitFor(() => expect(holders).not.toEqual([]), { timeout: 240_000 });
    await first.release();
    await (await second).release();
  });

  it('is held again by itself when the connection was lost', { tags: 'long' }, async () => {
    const first = await hold();
    await endHolders();
    const locks = () =>
      onServer(cluster.url, "select 1 from pg_locks where locktype = 'advisory' and granted");
    await vi.waitFor(async () => expect(await locks()).toHaveLength(1), { timeout: 240_000 });
    await expect(hold()).rejects.toMatchObject({ code: 'conflict' });
    await first.release();
    expect(taken).toEqual([]);
  });

  it('that another process has taken after the connection was lost is reported', async () => {
    const first = await hold();
    const other = new pg.Client({ connectionString: cluster.url, application_name: 'atrium holds other 7' });
    await other.connect();
    const waiting = other.query("select pg_advisory_lock(hashtextextended('atrium holds warehouse', 0))");
    await onServer(
      cluster.url,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like '% ' || " +
        `${process.pid} || ' %'`,
    );
    await waiting;
    await vi.waitFor(() => expect(taken).toEqual([expect.stringContaining('other 7')]), { timeout: 240_000 });
    await first.release();
    await other.end();
  });
});
