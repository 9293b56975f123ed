import { siteConfiguration } from '@atrium/contract/documents/siteConfiguration';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readOperations } from '../testing/apiOperations.ts';
import { addressOfCall, type Caller } from '../testing/caller.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';

const readOnlyNotice = 'We move to another machine until 14:00.';
let portal: TestApp;
let ada: Caller;
let dataset = '';

beforeAll(async () => {
  portal = await testApp({ site: siteConfiguration.parse({ readOnlyNotice }) });
  const one = await portal.aDataset({ packagePath: portal.smallPackage });
  dataset = one.uniqueId;
  const account = await portal.anAccount({
    username: 'ada',
    isStaff: true,
    password: 'correct horse battery',
  });
  await portal.aMember({ account, dataset: one, level: 'phi' });
  ada = await portal.signedIn(account);
});
afterAll(() => portal.close());

it('a read-only portal refuses every call that is no GET but those that only ask, and those of an account (rule 14.67)', async () => {
  const answered: string[] = [];
  for (const { method, template, pathIn } of await readOperations(portal.anonymous)) {
    if (method === 'GET' || template.startsWith('auth/')) continue;
    if ((await statusOf(method, pathIn(dataset))) !== 423)
      answered.push(`${method} ${template.replace(/\?.*/, '')}`);
  }
  expect(answered.sort()).toEqual(onlyAsking);
});

it('a read-only portal refuses a GET that changes something, with its notice (rule 14.67)', async () => {
  const [activates, clears] = [
    `${dataset}/cohort_def/1/?set_to_active=true`,
    '/pcgc/importedfiles/queue-type-list/clear',
  ];
  const reply = await ada.get(activates);
  expect([reply.statusCode, reply.json()]).toMatchObject([
    423,
    { code: 'read_only', detail: readOnlyNotice },
  ]);
  expect(await statusOf('GET', clears)).toBe(423);
  expect(await statusOf('GET', '/pcgc/importedfiles/download-aspera')).not.toBe(423);
});

it('a read-only portal answers questions, gives files out and lets people in and out (rule 14.67)', async () => {
  const count = await ada.get(`${dataset}/query_tools/count/`);
  expect([count.statusCode, count.json().count]).toEqual([200, 6]);
  expect((await ada.post(`${dataset}/query_tools/count/`, {})).statusCode).toBe(200);
  expect((await ada.post(`${dataset}/query_tools/preview/`, {})).statusCode).not.toBe(423);
  expect((await ada.post(`${dataset}/query_tools/export_csv/`, {})).statusCode).not.toBe(423);
  const login = { username: 'ada', password: 'correct horse battery' };
  expect((await portal.anonymous.post('auth/login/', login)).statusCode).not.toBe(423);
  expect((await ada.post('auth/logout/')).statusCode).toBe(200);
});

const statusOf = async (method: 'GET' | 'POST' | 'OPTIONS', call: string) => {
  const payload = method === 'POST' ? { payload: '{}' } : {};
  return (await ada.send({ method, url: addressOfCall(call), ...payload })).statusCode;
};

/** What a read-only portal answers though it is no GET; a call that is new here must only ask. */
const onlyAsking = [
  'OPTIONS /ga4gh/drs/v1/objects',
  'OPTIONS /ga4gh/drs/v1/objects/{objectId}',
  'POST /api/beacon/individuals',
  'POST /api/mcp',
  'POST /ga4gh/drs/v1/objects',
  'POST /ga4gh/drs/v1/objects/access',
  'POST /ga4gh/drs/v1/objects/{objectId}',
  'POST /ga4gh/drs/v1/objects/{objectId}/access/{accessId}',
  'POST /pcgc/api/admin/data/datasets/{uniqueId}/releases/{release}/check',
  'POST /pcgc/api/admin/data/datasets/{uniqueId}/releases/{release}/dictionary/check',
  'POST /pcgc/api/admin/data/drafts/{draftId}/fit',
  'POST /pcgc/api/admin/news/preview',
  'POST /pcgc/api/admin/questions/{questionId}/explain',
  'POST /pcgc/importedfiles/download-aspera',
  'POST /pcgc/importedfiles/file-type-list',
  'POST {dataset}/analysis_tools/run_analysis',
  'POST {dataset}/comparison/curves',
  'POST {dataset}/comparison/overlaps',
  'POST {dataset}/comparison/pathway',
  'POST {dataset}/comparison/pathway/program',
  'POST {dataset}/comparison/program',
  'POST {dataset}/comparison/table',
  'POST {dataset}/concepts/{conceptId}/unchosen',
  'POST {dataset}/query_tools/count',
  'POST {dataset}/query_tools/count_after',
  'POST {dataset}/query_tools/count_after_each',
  'POST {dataset}/query_tools/count_edited',
  'POST {dataset}/query_tools/curve',
  'POST {dataset}/query_tools/explain',
  'POST {dataset}/query_tools/export_csv',
  'POST {dataset}/query_tools/export_ndjson',
  'POST {dataset}/query_tools/export_parquet',
  'POST {dataset}/query_tools/near_misses',
  'POST {dataset}/query_tools/preview',
  'POST {dataset}/query_tools/timelines',
  'POST {dataset}/transfers/start',
];
