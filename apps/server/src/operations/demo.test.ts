import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDuckDbWarehouse, type Warehouse } from '@atrium/warehouse';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOnce } from '../../../../packages/warehouse/src/testing/buildOnce.ts';
import { addAccount, disableAccount, enableAccount, setPassword } from '../access/index.ts';
import type { Database } from '../database/index.ts';
import { openInSmall, writeSmallPackage } from '../testing/smallPackage.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import { type DemoDeps, type DemoState, makeDemo, refuseDemoAccounts } from './demo.ts';
import { importDataset } from './importDataset.ts';
import type { Watcher } from './operation.ts';

let folder = '';
let database: Database;
let warehouse: Warehouse;
const idle: Watcher = { onProgress: () => {}, signal: new AbortController().signal };

const demo = (given: Partial<DemoDeps> = {}, watcher = idle) =>
  makeDemo(
    {
      db: database.db,
      ...warehouse,
      packages: path.join(folder, 'import'),
      isForThisMachineOnly: true,
      subjects: 30,
      ...given,
    },
    watcher,
  );

const datasets = async () =>
  (await database.db.selectFrom('dataset').select('unique_id').orderBy('unique_id').execute()).map(
    (row) => row.unique_id,
  );
const usernames = async () =>
  (await database.db.selectFrom('account').select('username').orderBy('username').execute()).map(
    (row) => row.username,
  );

describe('a new data directory', () => {
  beforeEach(open);
  afterEach(close);

  it('a data directory with a dataset gets no demo', async () => {
    const packagePath = await writeSmallPackage(folder);
    await importDataset(
      { db: database.db, ...warehouse },
      { kind: 'import', packagePath, dataset: null, dryRun: false, openIdentifiers: openInSmall },
      idle,
    );
    expect(await demo()).toBeNull();
    expect(await datasets()).toEqual(['small']);
    expect(await usernames()).toEqual([]);
  });

  it('beyond loopback there are demo datasets and no demo accounts', { tags: 'long' }, async () => {
    expect(await demo({ isForThisMachineOnly: false })).toEqual({ accounts: false, isComplete: true });
    expect(await datasets()).toEqual(['default', 'registry']);
    expect(await usernames()).toEqual([]);
  });

  it('a data directory with an account gets no demo accounts', { tags: 'long' }, async () => {
    await addAccount(database.db, { username: 'ada', password: 'long enough' });
    expect(await demo()).toEqual({ accounts: false, isComplete: true });
    expect(await usernames()).toEqual(['ada']);
  });

  /** Makes the demo and is killed while its second dataset is made. */
  async function killedAtSecond(): Promise<void> {
    const stop = new AbortController();
    const atSecond: Watcher = {
      onProgress: ({ step }) => {
        if (step.includes('Registry')) stop.abort(new Error('Killed.'));
      },
      signal: stop.signal,
    };
    await expect(demo({}, atSecond)).rejects.toThrow('Killed.');
  }

  it('an interrupted demo is finished by the next start', { tags: 'long' }, async () => {
    await killedAtSecond();
    expect(await datasets()).toEqual(['default']);
    expect(await usernames()).toEqual([]);
    expect(await demo()).toEqual({ accounts: true, isComplete: true });
    expect(await datasets()).toEqual(['default', 'registry']);
    expect(await usernames()).toEqual(['analyst', 'curator', 'researcher']);
  });

  it('an interrupted demo that people elsewhere can reach is finished without its accounts', {
    tags: 'long',
  }, async () => {
    await killedAtSecond();
    expect(await demo({ isForThisMachineOnly: false })).toEqual({ accounts: false, isComplete: true });
    expect(await usernames()).toEqual([]);
  });

  it('an account of the same name with a password of its own is no demo account', async () => {
    await addAccount(database.db, { username: 'curator', password: 'quiet orchard gate 72' });
    await expect(refuseDemoAccounts(database.db)).resolves.toBeUndefined();
  });
});

describe('the whole demo, one step after the other', { tags: 'long' }, () => {
  let made: DemoState | null = null;
  beforeAll(async () => {
    await open();
    made = await demo();
  });
  afterAll(close);

  it('an empty data directory gets both datasets and three accounts with their levels, and its import folder is empty', async () => {
    expect(made).toEqual({ accounts: true, isComplete: true });
    const members = await database.db
      .selectFrom('membership')
      .innerJoin('account', 'account.id', 'membership.account_id')
      .innerJoin('dataset', 'dataset.id', 'membership.dataset_id')
      .select(['username', 'unique_id', 'access_level', 'is_staff'])
      .orderBy('username')
      .orderBy('unique_id')
      .execute();
    expect(members.map((row) => Object.values(row).join(' '))).toEqual([
      'analyst default agg false',
      'curator default phi true',
      'curator registry phi true',
      'researcher default deid false',
      'researcher registry deid false',
    ]);
    expect(await readdir(path.join(folder, 'import'))).toEqual([]);
    const lines = await database.db.selectFrom('audit_event').select('action').orderBy('id').execute();
    expect(lines.map(({ action }) => action).sort()).toEqual([
      ...Array(3).fill('account_add'),
      ...Array(2).fill('count'),
      ...Array(2).fill('dataset_import'),
      ...Array(5).fill('membership_grant'),
      ...Array(23).fill('news_create'),
      ...Array(8).fill('report_create'),
    ]);
  });

  it('the demo accounts have reports of every kind, and one that the release breaks', async () => {
    const rows = await database.db
      .selectFrom('report')
      .innerJoin('account', 'account.id', 'report.account_id')
      .innerJoin('report_version', 'report_version.report_id', 'report.id')
      .leftJoin('report_judgement', 'report_judgement.report_id', 'report.id')
      .select([
        'username',
        'report.name',
        'is_public',
        'project_id',
        'report_version.subject_count',
        'is_met',
      ])
      .select(({ selectFrom }) => [
        selectFrom('report_share')
          .whereRef('report_id', '=', 'report.id')
          .select(({ fn }) => fn.countAll<string>().as('n'))
          .as('shares'),
        selectFrom('report_flag')
          .whereRef('report_id', '=', 'report.id')
          .select(({ fn }) => fn.countAll<string>().as('n'))
          .as('flags'),
      ])
      .orderBy('report.id')
      .execute();
    for (const username of ['researcher', 'curator']) {
      const own = rows.filter((row) => row.username === username);
      expect(own.some(({ is_public, shares }) => !is_public && Number(shares) === 0)).toBe(true);
      expect(own.some(({ is_public }) => is_public)).toBe(true);
      expect(own.some(({ shares }) => Number(shares) > 0)).toBe(true);
      expect(own.some(({ flags }) => Number(flags) > 0)).toBe(true);
      expect(new Set(own.map(({ project_id }) => project_id === null))).toEqual(new Set([true, false]));
    }
    expect(rows.filter(({ subject_count }) => subject_count === null).map(({ name }) => name)).toEqual([]);
    const judged = rows.filter(({ is_met }) => is_met !== null).map(({ name }) => name);
    expect(judged).toEqual(['Light at birth, with a Glenn', 'Enrolled before consent was renewed']);
    const broken = rows.find(({ name }) => name === 'Enrolled before consent was renewed');
    expect(broken).toMatchObject({ is_met: false, subject_count: 231 });
  });

  it('a portal that people elsewhere can reach is refused while one demo account has the known password', async () => {
    const { db } = database;
    const password = 'quiet orchard gate 72';
    await expect(refuseDemoAccounts(db)).rejects.toThrow('researcher, analyst, curator have');
    await setPassword(db, { username: 'researcher', password });
    await disableAccount(db, 'analyst');
    await expect(refuseDemoAccounts(db)).rejects.toThrow('account curator has');
    await setPassword(db, { username: 'curator', password });
    await expect(refuseDemoAccounts(db)).resolves.toBeUndefined();
    await enableAccount(db, 'analyst');
    await expect(refuseDemoAccounts(db)).rejects.toThrow('account analyst has');
  });

  it('a demo dataset that somebody deleted does not come back', async () => {
    await database.db.deleteFrom('dataset').where('unique_id', '=', 'registry').execute();
    await demo();
    expect(await datasets()).toEqual(['default']);
  });
});

async function open(): Promise<void> {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-demo-'));
  await mkdir(path.join(folder, 'import'));
  database = await openTestDatabase();
  warehouse = await openDuckDbWarehouse({ folder: path.join(folder, 'warehouse'), build: buildOnce });
}

async function close(): Promise<void> {
  await warehouse.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
}
