import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDuckDbWarehouse } from '@atrium/warehouse';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyChain } from '../audit/index.ts';
import { lackOf } from '../database/diskRoom.ts';
import { type Database, openDatabase, requireRoomIn } from '../database/index.ts';
import type { Caller } from '../testing/caller.ts';
import { isGate } from '../testing/chance.ts';
import type { TestDataset } from '../testing/factories.ts';
import { mountSmallDisk, type SmallDisk } from '../testing/smallDisk.ts';
import { writeSmallPackage } from '../testing/smallPackage.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';
import { prepareState } from '../testing/testHome.ts';

const disk = mountSmallDisk(700);
const folder = disk?.folder ?? '';
afterAll(() => disk?.discard());

describe('a disk', () => {
  const enough = { isWritable: true, bytes: 64 * 1024 ** 2, files: 1000 };

  it.each([
    ['nothing', enough, null],
    ['nothing where it counts no files', { ...enough, files: null }, null],
    ['room', { ...enough, bytes: enough.bytes - 1 }, 'The disk of the portal has less than 64 MB of room'],
    ['files', { ...enough, files: 63 }, 'The disk of the portal has no room for more files'],
    ['writes', { ...enough, isWritable: false }, 'The disk of the portal takes no writes'],
  ])('that lacks %s gives the right reason', (_lack, state, words) => {
    expect(lackOf(state, 64)).toBe(words);
  });
});

const requireRoom = requireRoomIn(folder, 64);

describe.skipIf(disk === null)('an embedded portal on a disk that is full (rule 9.17)', () => {
  let portal: TestApp;
  let dataset: TestDataset;
  let ada: Caller;
  const acknowledged: string[] = [];
  beforeAll(async () => {
    await prepareState(folder);
    const state = await openDatabase({ home: folder, databaseUrl: null, requireRoom });
    portal = await testApp({ state, requireRoom });
    dataset = await portal.aDataset({ packagePath: portal.smallPackage });
  });
  beforeEach(async () => {
    const { account } = await portal.aMember({ dataset, level: 'phi' });
    ada = await portal.signedIn(account);
    acknowledged.length = 0;
  });
  afterAll(() => portal?.close());

  const add = async () => {
    const reply = await ada.post(`${dataset.uniqueId}/cohort_def/`, {
      transformation: {
        type: 'add_entry',
        concept_id: 'sex',
        selected_categories: ['Male'],
        ignore_warnings: true,
      },
    });
    if (reply.statusCode === 200) acknowledged.push(reply.json().entry_id);
    return reply;
  };
  const count = () => ada.get(`${dataset.uniqueId}/query_tools/count/`);
  const read = () => ada.get(`${dataset.uniqueId}/cohort_def/`);
  const file = () => ada.get(`${dataset.uniqueId}/query_tools/export_csv/`);
  const health = async () =>
    (await Promise.all(['/healthz', '/readyz'].map((url) => portal.app.inject({ url })))).map(
      ({ statusCode }) => statusCode,
    );

  /** Calls that write are refused in the same words, calls that only read are answered, and nothing hangs. */
  async function expectFull(): Promise<void> {
    for (const reply of await Promise.all([add(), count(), file()])) {
      expect([reply.statusCode, reply.json().code, reply.headers['retry-after']]).toEqual([
        507,
        'no_room',
        '60',
      ]);
    }
    expect([(await read()).statusCode, await health()]).toEqual([200, [200, 503]]);
  }

  /** Everything works again, everything that was acknowledged is stored exactly once, and the audit is whole. */
  async function expectBack(): Promise<void> {
    const replies = await Promise.all([add(), count(), file()]);
    expect([...replies.map(({ statusCode }) => statusCode), ...(await health())]).toEqual([
      200, 200, 200, 200, 200,
    ]);
    const stored = JSON.stringify((await read()).json().cohort_def);
    for (const id of acknowledged) expect(stored.split(`"${id}"`)).toHaveLength(2);
    const verdict = await verifyChain(portal.db, { from: 1, anchors: [] });
    expect(verdict).toMatchObject({ kind: 'whole' });
  }

  const refusesAndReturns = async (_state: string, left: number): Promise<void> => {
    await add();
    disk?.fill(left);
    await expectFull();
    disk?.makeRoom();
    await expectBack();
  };

  it.each([['has no room', 0]])(
    'refuses what it cannot record when it %s, and works again with room',
    refusesAndReturns,
  );

  it.each([['has less room than the state database may need', 63]])(
    'refuses what it cannot record when it %s, and works again with room',
    { tags: 'long' },
    refusesAndReturns,
  );

  it('refuses what it cannot record when it has no room for files, and works again with room', {
    tags: 'long',
  }, async () => {
    await add();
    disk?.useUpFiles();
    await expectFull();
    disk?.makeRoom();
    await expectBack();
  });

  it('loses nothing that it acknowledged while the disk is filled and emptied between edits', async () => {
    const statuses = new Set<number>();
    for (let turn = 0; turn < (isGate ? 8 : 16); turn += 1) {
      if (turn % 8 === 5) disk?.fill();
      if (turn % 8 === 0) disk?.makeRoom();
      const replies = await Promise.all([add(), add(), count()]);
      for (const { statusCode } of replies) statuses.add(statusCode);
    }
    disk?.makeRoom();
    expect([...statuses].sort()).toEqual([200, 507]);
    await expectBack();
  });
});

describe.skipIf(disk === null)('an embedded state database', () => {
  /** Writes into the log of the database and nowhere else, as much as one of its files takes. */
  const writeLog = (db: Database['db']) =>
    sql`select pg_logical_emit_message(true, 'x', repeat(md5(random()::text), 600000))`.execute(db);

  it('reports once that it ended for lack of room, lets no statement wait, and keeps what was stored', {
    tags: 'long',
  }, async () => {
    const home = path.join(folder, 'ending');
    await prepareState(home);
    const ends: string[] = [];
    const onEnd = ({ message }: Error) => void ends.push(message);
    const database = await openDatabase({ home, databaseUrl: null, onEnd });
    const { db } = database;
    await db.insertInto('account').values({ username: 'ada', password_hash: 'x' }).execute();
    disk?.fill();
    const refusals: unknown[] = [];
    for (let turn = 0; turn < 4 && refusals.length === 0; turn += 1)
      await writeLog(db).catch((error: unknown) => refusals.push(error));
    expect(refusals).toMatchObject([{ code: 'unavailable' }]);
    await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ code: 'unavailable' });
    await database.close();
    expect(ends).toEqual([expect.stringContaining('No space left on device')]);
    disk?.makeRoom();
    const again = await openDatabase({ home, databaseUrl: null });
    expect(await again.db.selectFrom('account').select('username').execute()).toEqual([{ username: 'ada' }]);
    await again.close();
  });

  it('is not opened on a full disk, and nothing is made of it', async () => {
    disk?.fill();
    await expect(openDatabase({ home: folder, databaseUrl: null, requireRoom })).rejects.toMatchObject({
      code: 'no_room',
    });
    disk?.makeRoom();
  });

  it('handles other events between statements that wait for it', { tags: 'long' }, async () => {
    const home = path.join(folder, 'turning');
    await prepareState(home);
    const { db, close } = await openDatabase({ home, databaseUrl: null });
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    const statements = Array.from({ length: 50 }, () => sql`select pg_sleep(0.002)`.execute(db));
    await Promise.all(statements);
    clearInterval(counting);
    await close();
    expect(turns).toBeGreaterThanOrEqual(45);
  });
});

describe('a warehouse on a disk that is full (rule 9.17)', () => {
  let own: SmallDisk | null = null;
  beforeAll(() => {
    own = mountSmallDisk(700);
  });
  afterAll(() => own?.discard());

  /** Sorts more than fits into the memory of all questions. */
  const text = `SELECT count(*) AS rows, sum(line) AS lines FROM (
    SELECT range, row_number() OVER (ORDER BY hash(range)) AS line FROM range(4000000))`;

  it('refuses what spills and what is imported, answers the rest, and takes all again when there is room', async ({
    skip,
  }) => {
    skip(own === null);
    const warehouse = await openDuckDbWarehouse({
      folder: path.join(own?.folder ?? '', 'warehouse'),
      budget: { megabytes: 128, spillMegabytes: 4096 },
    });
    const packages = await mkdtemp(path.join(tmpdir(), 'atrium-package-'));
    const packagePath = await writeSmallPackage(packages);
    try {
      const sort = () => warehouse.questions.run({ text, values: [] });
      const build = () => warehouse.releases.build({ packagePath, release: 'release_1' });
      const others = [() => own?.makeReadOnly(), () => own?.useUpFiles()];
      for (const lose of [() => own?.fill(1), ...(isGate ? [] : others)]) {
        lose();
        await expect(sort()).rejects.toMatchObject({ code: 'no_room', status: 507 });
        await expect(build()).rejects.toMatchObject({ code: 'no_room' });
        expect(await warehouse.questions.run({ text: 'SELECT 1 AS one', values: [] })).toEqual([{ one: 1 }]);
        own?.makeRoom();
      }
      expect(await sort()).toMatchObject([{ rows: 4_000_000 }]);
      expect(await build()).toMatchObject({ subjects: 6 });
    } finally {
      await warehouse.close();
      await rm(packages, { recursive: true });
    }
  });
});
