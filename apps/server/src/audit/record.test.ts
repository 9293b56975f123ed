import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/index.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import { record } from './index.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('the audit has who, where, what and how many, in the order of events, with instants of the database', async () => {
  await record(database.db, { accountId: null, action: 'sign_in_refused' });
  await record(database.db, { accountId: null, action: 'export_rows', detail: { releaseId: 3, rows: 800 } });
  const rows = await database.db.selectFrom('audit_event').selectAll().orderBy('id').execute();
  expect(rows).toMatchObject([
    { account_id: null, dataset_id: null, action: 'sign_in_refused', detail: {}, at: expect.any(Date) },
    { action: 'export_rows', detail: { releaseId: 3, rows: 800 } },
  ]);
});
