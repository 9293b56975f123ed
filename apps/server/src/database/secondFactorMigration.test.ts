import { PGlite } from '@electric-sql/pglite';
import { Migrator, sql } from 'kysely';
import { expect, it } from 'vitest';
import { createEmbeddedPool } from './embeddedConnection.ts';
import { migrate, migrationProvider } from './migrate.ts';
import { createKysely } from './pool.ts';

it('accounts, sessions and tokens from before second factors stay as they are, with none', {
  tags: 'long',
}, async () => {
  const pglite = await PGlite.create();
  const db = createKysely(
    createEmbeddedPool(pglite, (error) => {
      throw error;
    }),
  );
  const migrator = new Migrator({ db, provider: migrationProvider });
  await migrator.migrateTo('0010_installation_id');
  await sql`insert into account (username, password_hash, is_staff) values ('ada', 'hash', true)`.execute(db);
  await sql`insert into session (token_hash, account_id, expires_at) values ('s', 1, now())`.execute(db);
  await sql`insert into api_token (account_id, name, token_hash, scopes, expires_at) values (1, 'mine', 't', '{read}', now())`.execute(
    db,
  );

  await migrate(db);
  const account = db.selectFrom('account').select(['username', 'password_hash', 'is_staff', 'disabled_at']);
  expect(await account.execute()).toEqual([
    { username: 'ada', password_hash: 'hash', is_staff: true, disabled_at: null },
  ]);
  const none = [{ second_factor: null }];
  expect(await db.selectFrom('session').select('second_factor').execute()).toEqual(none);
  expect(await db.selectFrom('api_token').select('second_factor').execute()).toEqual(none);
  expect(await db.selectFrom('account_totp').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('passkey').selectAll().execute()).toEqual([]);
  await db.destroy();
  await pglite.close();
});
