import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '../../access/index.ts';
import type { Caller } from '../../testing/caller.ts';
import { portalOfFile } from '../../testing/ofFile.ts';

const packagePath = path.resolve(import.meta.dirname, '../../../../../corpus/workedExample/package');

let account: Account;
let ada: Caller;

const portal = await portalOfFile();
const dataset = await portal.aDataset({ uniqueId: 'worked', name: 'Worked example', packagePath });
beforeEach(async () => {
  ({ account } = await portal.aMember({ dataset, level: 'phi' }));
  ada = await portal.signedIn(account);
});

describe('each export', () => {
  const audited = () =>
    portal.db
      .selectFrom('audit_event')
      .selectAll()
      .where('account_id', '=', account.id)
      .orderBy('id')
      .execute();

  const expectRecord = async (format: string): Promise<void> => {
    expect((await ada.get(`worked/query_tools/export_${format}/`)).statusCode).toBe(200);
    const events = (await audited()).filter(({ action }) => action === 'export_rows');
    expect((await audited()).map(({ action }) => action)).toEqual(['export_begin', 'export_rows']);
    expect(events).toMatchObject([
      { dataset_id: dataset.id, detail: { format, rows: 6, columns: 1, isComplete: true } },
    ]);
  };

  const records = 'of %s is recorded with its rows';
  it.each(['csv'])(records, expectRecord);
  it.each(['ndjson', 'parquet'])(records, { tags: 'long' }, expectRecord);

  const expectRefusal = async (format: string): Promise<void> => {
    await portal.db
      .insertInto('snapshot')
      .values({
        account_id: account.id,
        dataset_id: dataset.id,
        kind: 'cohort',
        definition: JSON.stringify(brokenCohort),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .then(({ id }) =>
        portal.db
          .insertInto('active_snapshot')
          .values({ account_id: account.id, dataset_id: dataset.id, kind: 'cohort', snapshot_id: id })
          .execute(),
      );
    const reply = await ada.post(`worked/query_tools/export_${format}/`);
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'cohort_not_exportable']);
    expect((await audited()).filter(({ action }) => action.startsWith('export'))).toEqual([]);
  };

  const refuses = 'of %s refuses a cohort with errors, and records nothing';
  it.each(['csv'])(refuses, expectRefusal);
  it.each(['ndjson', 'parquet'])(refuses, { tags: 'long' }, expectRefusal);
});

const brokenCohort = [
  {
    entry_type: 'criteria_set',
    entry_id: 'set',
    collection_id: 'subject',
    list: [{ entry_id: 'gone', concept_id: 'vanished', categories: ['x'], exclude_selected: false }],
  },
];
