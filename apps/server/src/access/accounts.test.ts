import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/index.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import { addAccount, grantMembership } from './index.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const password = 'long enough';

describe('an account', () => {
  it.each([
    ['a name with a space', 'ada byron', password],
    ['no name', '', password],
    ['a name with a control character', 'ada\u0000', password],
  ])('with %s is refused', async (_what, username, given) => {
    await expect(addAccount(database.db, { username, password: given })).rejects.toMatchObject({
      code: 'bad_request',
    });
  });

  it('is refused where its name exists in another case of letters, and the first one stays', async () => {
    const first = await addAccount(database.db, { username: 'Ada', password, fullName: 'Ada Byron' });
    await expect(addAccount(database.db, { username: 'aDA', password })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(first).toEqual({
      id: first.id,
      username: 'Ada',
      fullName: 'Ada Byron',
      email: '',
      isStaff: false,
    });
  });

  it('is stored without its password', async () => {
    await addAccount(database.db, { username: 'bo', password });
    const rows = await database.db.selectFrom('account').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(password);
  });
});

describe('a grant', () => {
  const grant = { username: 'carol', dataset: 'default', level: 'deid', canViewWorkspace: true } as const;

  it('needs an account and a dataset that exist', async () => {
    await expect(grantMembership(database.db, grant)).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no account carol.',
    });
    await addAccount(database.db, { username: 'carol', password });
    await expect(grantMembership(database.db, grant)).rejects.toMatchObject({
      message: 'There is no dataset default.',
    });
  });

  it('makes a membership, and a second grant changes that membership', async () => {
    await database.db
      .insertInto('dataset')
      .values({ unique_id: 'default', name: 'Default', live_release_id: null })
      .execute();
    const first = await grantMembership(database.db, grant);
    const second = await grantMembership(database.db, { ...grant, level: 'agg', canViewWorkspace: false });
    expect(second).toEqual(first);
    const rows = await database.db.selectFrom('membership').selectAll().execute();
    expect(rows).toMatchObject([
      { access_level: 'agg', can_view_workspace: false, can_view_subject_details: true },
    ]);
  });
});
