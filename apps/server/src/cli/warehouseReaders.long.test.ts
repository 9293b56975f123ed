import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPostgresWarehouse, type Row, type Warehouse } from '@atrium/warehouse';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../testing/freePort.ts';
import { endProcess, hasFront, startPgBouncer } from '../testing/frontedPortals.ts';
import { type PrivateCluster, startCluster } from '../testing/privateCluster.ts';
import { writeSmallPackage } from '../testing/smallPackage.ts';
import { onServer } from '../testing/testDatabase.ts';

const asked = (text: string) => ({ text, values: [] });
const soon = { timeout: 240_000, interval: 50 };

describe.skipIf(!hasFront)('questions go to other addresses of the warehouse', () => {
  let first: PrivateCluster;
  let folder: string;
  let packagePath: string;
  beforeAll(async () => {
    first = await startCluster();
    folder = await mkdtemp(path.join(tmpdir(), 'atrium-readers-'));
    packagePath = await writeSmallPackage(folder);
  });
  afterAll(async () => {
    await first?.discard();
    await rm(folder, { recursive: true, force: true });
  });

  async function openWith(readers: readonly string[]): Promise<Warehouse> {
    const scratchFolder = path.join(folder, 'scratch');
    const warehouse = await openPostgresWarehouse({
      url: first.url,
      readers,
      scratchFolder,
      remembers: false,
    });
    onTestFinished(() => warehouse.close());
    return warehouse;
  }

  const build = async ({ releases, questions }: Warehouse, release: string): Promise<void> => {
    await releases.build({ release, packagePath });
    await questions.open(release);
  };
  const where = async ({ questions }: Warehouse): Promise<unknown> =>
    (await questions.run(asked('SELECT pg_is_in_recovery() AS of_replica')))[0]?.['of_replica'];
  const subjects = ({ questions }: Warehouse, release: string): Promise<readonly Row[]> =>
    questions.run(asked(`SELECT count(*) AS count FROM "${release}"."participant"`));

  it('a replica answers unless it lags behind the release or is away (rule 16.26)', async () => {
    const replica = await first.startReplica({ isWaitedFor: false });
    onTestFinished(() => replica.discard());
    const warehouse = await openWith([replica.url]);
    await build(warehouse, 'release_1');
    await expect.poll(() => where(warehouse), soon).toBe(true);

    await onServer(replica.url, 'SELECT pg_wal_replay_pause()');
    await build(warehouse, 'release_2');
    expect(await subjects(warehouse, 'release_2')).toEqual(await subjects(warehouse, 'release_1'));
    expect(await where(warehouse)).toBe(false);

    await onServer(replica.url, 'SELECT pg_wal_replay_resume()');
    await expect.poll(() => where(warehouse), soon).toBe(true);
    await replica.stop();
    await expect.poll(() => where(warehouse).catch(() => null), soon).toBe(false);
  });

  it('the first server answers what a replica lacks that was made a server of its own (rule 16.26)', async () => {
    const replica = await first.startReplica({ isWaitedFor: false });
    onTestFinished(() => replica.discard());
    const warehouse = await openWith([replica.url]);
    await build(warehouse, 'release_3');
    await expect.poll(() => where(warehouse), soon).toBe(true);
    await onServer(replica.url, 'SELECT pg_promote()');
    const { length } = await subjects(warehouse, 'release_3');
    await build(warehouse, 'release_4');
    const answered = [await subjects(warehouse, 'release_4'), await subjects(warehouse, 'release_4')];
    expect(answered.map((rows) => rows.length)).toEqual([length, length]);
  });

  it('PgBouncer in transaction mode lends a connection to one question after the other, also of other portals, with nothing of the one before (rule 16.25)', async () => {
    const port = await freePort();
    const bouncer = await startPgBouncer(folder, {
      port,
      server: first.port,
      warehouse: 'postgres',
      connections: 2,
    });
    onTestFinished(() => endProcess(bouncer.child, 'SIGTERM'));
    const url = `postgres://atrium@127.0.0.1:${port}/questions`;
    const { questions } = await openWith([url]);
    const setting = "current_setting('jit') AS jit, current_setting('transaction_read_only') AS read_only";
    const stop = new AbortController();
    const slow = questions.run(asked('SELECT pg_sleep(600)'), { signal: stop.signal });
    await expect
      .poll(
        () => onServer(first.url, "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(6%'"),
        soon,
      )
      .toHaveLength(1);
    const other = await openWith([url]);
    const others = [1, 2, 3].map(() =>
      other.questions.run(asked(`SELECT pg_backend_pid() AS pid, ${setting}`)),
    );
    const answers = (await Promise.all(others)).flat();
    stop.abort(new Error('enough'));
    await expect(slow).rejects.toThrow('enough');
    expect(new Set(answers.map(({ pid }) => pid)).size).toBe(1);
    expect(answers.map(({ jit, read_only }) => [jit, read_only])).toEqual(answers.map(() => ['off', 'on']));
    expect(await onServer(url, `SELECT ${setting}`)).toEqual([{ jit: 'on', read_only: 'off' }]);
  });
});
