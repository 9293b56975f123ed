import { expect } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import { onWorkedExample } from '../testing/onPortal.ts';

const it = onWorkedExample;
let ada: Caller;

/** A member whose cohort asks for a concept that is gone, and who has a table and a cross-tab. */
it.beforeAll(async ({ portal, dataset }) => {
  const { account } = await portal.aMember({ dataset, level: 'phi' });
  ada = await portal.signedIn(account);
  await ada.post('worked/table_def/', { transformation: { type: 'add_entry', concept_id: 'sex' } });
  await ada.post('worked/analysis_def/', { transformation: { type: 'add_entry', concept_id: 'sex' } });
  const history = { account_id: account.id, dataset_id: dataset.id, kind: 'cohort' } as const;
  const { id } = await portal.db
    .insertInto('snapshot')
    .values({ ...history, definition: JSON.stringify(broken) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await portal.db
    .insertInto('active_snapshot')
    .values({ ...history, snapshot_id: id })
    .execute();
});

it('a cohort with an error has no count', async () => {
  const reply = await ada.get('worked/query_tools/count/');
  expect([reply.statusCode, Object.keys(reply.json()).sort()]).toEqual([
    400,
    ['code', 'detail', 'requestId'],
  ]);
});

it('its results have no row and no number, but a paginator', async () => {
  const reply = await ada.get('worked/query_tools/preview/');
  expect([reply.statusCode, reply.json()]).toMatchObject([
    200,
    {
      preview_failed: true,
      errors: [expect.stringMatching(/./)],
      data: [],
      record_count: 0,
      subject_count: 0,
      paginator: { first_index: 0, last_index: 0, current_page: 1, next_page: null, total_records: 0 },
    },
  ]);
});

it('its cross-tab is empty, but that of everyone is not', async () => {
  const run = await ada.get('worked/analysis_tools/run_analysis/');
  expect([run.statusCode, run.json()]).toMatchObject([200, { dataset: null, errors: [expect.any(String)] }]);
  const all = await ada.get('worked/analysis_tools/run_analysis/?data_view_mode=all');
  expect(
    all
      .json()
      .dataset.data.flat()
      .reduce((sum: number, count: number) => sum + count, 0),
  ).toBe(6);
});

it.each([
  'query_tools/export_csv',
  'query_tools/export_ndjson',
  'query_tools/export_parquet',
  'analysis_tools/export_csv',
])('it is exported in no file: %s', async (file) => {
  const reply = await ada.get(`worked/${file}/`);
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'cohort_not_exportable']);
});

it('an edit keeps all other entries, and removing the error gives numbers again', async () => {
  const taken = await ada.post('worked/cohort_def/', {
    transformation: { type: 'delete_entry', entry_id: 'gone' },
  });
  expect(taken.json()).toMatchObject({ transformation_successful: true, errors: [] });
  expect((await ada.get('worked/query_tools/count/')).json().count).toBe(2);
});

const broken = [
  {
    entry_type: 'criteria_set',
    entry_id: 'set',
    collection_id: 'subject',
    list: [
      { entry_id: 'gone', concept_id: 'vanished', categories: ['x'], exclude_selected: false },
      { entry_id: 'kept', concept_id: 'sex', categories: ['F'], exclude_selected: false },
    ],
  },
];
