import { siteConfiguration } from '@atrium/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../testing/caller.ts';
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

it.each([
  ['POST', 'cohort_def/'],
  ['POST', 'table_def/batch/'],
  ['POST', 'reports/create_form/'],
  ['POST', 'files/queue/add/'],
  ['GET', 'cohort_def/1/?set_to_active=true'],
  ['GET', '/pcgc/importedfiles/queue-type-list/clear'],
  ['POST', '/pcgc/api/support/send_aspera_ssh'],
  ['POST', '/pcgc/api/admin/data/uploads'],
  ['POST', '/pcgc/api/admin/news'],
  ['POST', '/pcgc/api/support/send_support_request'],
] as const)('a read-only portal refuses %s %s with its notice (rule 14.67)', async (method, call) => {
  const url = call.startsWith('/') ? call : `/api/v2/${dataset}/${call}`;
  const reply = await ada.send({ method, url, ...(method === 'POST' ? { payload: '{}' } : {}) });
  expect([reply.statusCode, reply.json()]).toMatchObject([
    423,
    { code: 'read_only', detail: readOnlyNotice },
  ]);
});

it.each([
  '/api/v2/auth/invitation',
  '/pcgc/importedfiles/file-type-list',
  '/pcgc/api/admin/news/preview',
  '/pcgc/api/admin/data/datasets/x/releases/1/check',
  '/ga4gh/drs/v1/objects',
])('a read-only portal lets POST %s through, which only asks (rule 14.67)', async (url) => {
  const reply = await ada.send({ method: 'POST', url, payload: '{}' });
  expect(reply.statusCode).not.toBe(423);
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
