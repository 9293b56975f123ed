import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServerUrl } from '../testing/testDatabase.ts';
import { testDatabases } from '../testing/testDatabases.ts';
import type { Database } from './index.ts';
import { migrate } from './migrate.ts';

if (testServerUrl === null) {
  process.stderr.write(
    '\n!!! ATRIUM_TEST_DATABASE_URL is not set: the state database was tested embedded only, NOT on a server.\n\n',
  );
}

describe.each(testDatabases)('on $engine', ({ open }) => {
  let database: Database;

  beforeAll(async () => {
    database = await open();
  });

  afterAll(() => database.close());

  const makeDataset = async (uniqueId: string) => {
    const dataset = await database.db
      .insertInto('dataset')
      .values({ unique_id: uniqueId, name: uniqueId, live_release_id: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const release = await database.db
      .insertInto('release')
      .values({ dataset_id: dataset.id, state: 'live' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await database.db
      .updateTable('dataset')
      .set({ live_release_id: release.id })
      .where('id', '=', dataset.id)
      .execute();
    return { datasetId: dataset.id, releaseId: release.id };
  };

  const makeAccount = (username: string) =>
    database.db
      .insertInto('account')
      .values({ username, password_hash: 'none' })
      .returning('id')
      .executeTakeFirstOrThrow();

  it('migrating a second time applies nothing', async () => {
    expect(await migrate(database.db)).toEqual([]);
  });

  it('ids and counts come back as numbers, instants as dates, JSON as its value', async () => {
    const { datasetId } = await makeDataset('types');
    await database.db
      .insertInto('audit_event')
      .values({ action: 'test', account_id: null, dataset_id: datasetId, detail: '{"rows":[1]}' })
      .execute();
    const row = await database.db.selectFrom('audit_event').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ id: expect.any(Number), at: expect.any(Date), detail: { rows: [1] } });
    const counted = await database.db
      .selectFrom('audit_event')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(counted.count).toBe(1);
  });

  it('a dataset has at most one live release', async () => {
    const { datasetId } = await makeDataset('one-live');
    const second = database.db.insertInto('release').values({ dataset_id: datasetId, state: 'live' });
    await expect(second.execute()).rejects.toThrow('release_one_live');
  });

  it('a dataset cannot point at the release of another', async () => {
    const { datasetId } = await makeDataset('own');
    const { releaseId } = await makeDataset('other');
    const theft = database.db
      .updateTable('dataset')
      .set({ live_release_id: releaseId })
      .where('id', '=', datasetId);
    await expect(theft.execute()).rejects.toThrow('dataset_live_release');
  });

  it('a user name is taken in upper and lower case', async () => {
    await makeAccount('Grace');
    await expect(makeAccount('grace')).rejects.toThrow('account_username');
  });

  it('an active snapshot belongs to its own history', async () => {
    const { datasetId } = await makeDataset('history');
    const owner = await makeAccount('owner');
    const stranger = await makeAccount('stranger');
    const key = { dataset_id: datasetId, kind: 'cohort' } as const;
    const snapshot = await database.db
      .insertInto('snapshot')
      .values({ ...key, account_id: owner.id, definition: '[]' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const activate = (accountId: number) =>
      database.db
        .insertInto('active_snapshot')
        .values({ ...key, account_id: accountId, snapshot_id: snapshot.id })
        .execute();
    await expect(activate(stranger.id)).rejects.toThrow('active_snapshot_of_history');
    await activate(owner.id);
    await database.db.deleteFrom('snapshot').where('id', '=', snapshot.id).execute();
    expect(await database.db.selectFrom('active_snapshot').selectAll().execute()).toEqual([]);
  });

  it('deleting a dataset deletes its releases, memberships and histories, and keeps the audit', async () => {
    const { datasetId } = await makeDataset('gone');
    const member = await makeAccount('member');
    await database.db
      .insertInto('membership')
      .values({ account_id: member.id, dataset_id: datasetId, access_level: 'deid' })
      .execute();
    await database.db
      .insertInto('audit_event')
      .values({ account_id: member.id, dataset_id: datasetId, action: 'gone' })
      .execute();
    await database.db.deleteFrom('dataset').where('id', '=', datasetId).execute();
    const left = await database.db
      .selectFrom('membership')
      .where('dataset_id', '=', datasetId)
      .selectAll()
      .execute();
    expect(left).toEqual([]);
    const event = database.db
      .selectFrom('audit_event')
      .where('action', '=', 'gone')
      .select(['account_id', 'dataset_id']);
    expect(await event.execute()).toEqual([{ account_id: member.id, dataset_id: datasetId }]);
  });
});
