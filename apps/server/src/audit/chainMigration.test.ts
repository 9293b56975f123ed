import { PGlite } from '@electric-sql/pglite';
import { Migrator, sql } from 'kysely';
import { expect, it } from 'vitest';
import { createEmbeddedPool } from '../database/embeddedConnection.ts';
import { migrate, migrationProvider } from '../database/migrate.ts';
import { createKysely } from '../database/pool.ts';
import { record, verifyChain } from './index.ts';

it('lines from before the chain are numbered without gaps, get the names that are known, and are part of it', {
  tags: 'long',
}, async () => {
  const pglite = await PGlite.create();
  const db = createKysely(
    createEmbeddedPool(pglite, (error) => {
      throw error;
    }),
  );
  const migrator = new Migrator({ db, provider: migrationProvider });
  await migrator.migrateTo('0004_audit');
  await sql`insert into account (username, password_hash) values ('ada', 'none')`.execute(db);
  for (const action of ['sign_in', 'lost', 'export_rows', 'sign_out'])
    await sql`insert into audit_event (account_id, action, detail) values (1, ${action}, '{"b": 1, "a": "x"}')`.execute(
      db,
    );
  await sql`delete from audit_event where action = 'lost'`.execute(db);

  await migrate(db);
  await record(db, { accountId: 1, action: 'count' });
  expect(await verifyChain(db)).toMatchObject({ kind: 'whole', lines: 4 });
  const lines = await db
    .selectFrom('audit_event')
    .select(['id', 'username', 'action', 'detail'])
    .orderBy('id')
    .execute();
  const detail = { a: 'x', b: 1 };
  expect(lines).toEqual([
    { id: 1, username: 'ada', action: 'sign_in', detail },
    { id: 2, username: 'ada', action: 'export_rows', detail },
    { id: 3, username: 'ada', action: 'sign_out', detail },
    { id: 4, username: 'ada', action: 'count', detail: {} },
  ]);
  await db.destroy();
  await pglite.close();
});
