import type { InjectOptions } from 'fastify';
import { expect, it } from 'vitest';
import type { Caller } from '../../testing/caller.ts';
import { ofFile } from '../../testing/ofFile.ts';
import { transferPortal } from '../../testing/transferPortal.ts';

const friend = 'https://pages.example.org';
let caller: Caller;

const portal = ofFile(
  await transferPortal({ app: { config: { allowedOrigins: [friend], trustProxy: false } } }),
);
const dataset = await portal.aFiledDataset([{ id: 'A', path: 'wgs/p1.cram', content: 'genome' }]);
({ caller } = await portal.aReader(dataset));
const started = await caller.post(`${dataset.uniqueId}/transfers/start`, {
  way: 'browser',
  file_ids: ['A'],
});
const transfer = `/api/v2/${dataset.uniqueId}/transfers/${started.json().transfer_id}`;
const { results } = (await caller.get(`${transfer}/files`)).json();
const { pathname, search } = new URL(results[0].url);
const link = pathname + search;

it('every call of a download is answered to the page of the portal, without a word about other origins', async () => {
  const answers = await askAll({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' });
  expect(answers).toEqual(every({ status: 200, origin: undefined }));
});

it('every call of a download is answered to a page of an allowed origin, which may read the answer', {
  tags: 'long',
}, async () => {
  for (const site of ['same-site', 'cross-site']) {
    const answers = await askAll({ origin: friend, 'sec-fetch-site': site, 'sec-fetch-mode': 'cors' });
    expect(answers).toEqual(every({ status: 200, origin: friend, credentials: 'true' }));
  }
});

it('a page of another origin changes nothing, is sent nothing for a cookie, and reads no answer', async () => {
  const origin = 'https://evil.example';
  const answers = await askAll({ origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' });
  const ofLink = answers.findIndex(({ call }) => call.includes('/importedfiles/file/'));
  // A signed link needs no session: any program follows it, and no page reads what it brings.
  expect(answers.map(({ status }, index) => [index === ofLink, status])).toEqual(
    calls.map((_, index) => (index === ofLink ? [true, 200] : [false, 403])),
  );
  expect(answers).toEqual(every({ origin: undefined, credentials: undefined }));
});

it('a browser that asks before a call (CORS) gets leave for an allowed origin, also for ranges', async () => {
  const preflight = (origin: string, url: string) =>
    portal.anonymous.send({
      method: 'OPTIONS',
      url,
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, range',
      },
    });
  for (const [, url] of calls) {
    const allowed = await preflight(friend, url());
    expect(allowed.statusCode).toBe(200);
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': friend,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': expect.stringMatching(/content-type.*\brange\b/),
    });
    const other = await preflight('https://evil.example', url());
    expect(other.headers['access-control-allow-origin']).toBe(undefined);
  }
});

it('refusals of a download are readable from an allowed origin, in the words of the portal', async () => {
  const headers = { origin: friend, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
  const script = await caller.send({
    url: `/pcgc/importedfiles/download-aspera-script?dataset=${dataset.uniqueId}`,
    headers,
  });
  expect([script.statusCode, script.json().detail, script.headers['access-control-allow-origin']]).toEqual([
    400,
    expect.stringContaining('queue is empty'),
    friend,
  ]);
  const nothing = await caller.send({
    url: `/pcgc/importedfiles/download-aspera?dataset=${dataset.uniqueId}`,
    headers,
  });
  expect([nothing.statusCode, nothing.json()]).toEqual([200, { transfer_specs: [] }]);
  const ended = await portal.anonymous.send({ url: `${link}x`, headers });
  expect([ended.statusCode, ended.headers['access-control-allow-origin']]).toEqual([401, friend]);
});

/** Every call of the download screen; the queue is filled when the script is asked for, and empty in the end. */
const calls: readonly (readonly [method: 'GET' | 'POST', url: () => string, body?: () => object])[] = [
  ['POST', () => '/pcgc/importedfiles/file-type-list/', () => ({ dataset: dataset.uniqueId })],
  [
    'POST',
    () => '/pcgc/importedfiles/add-type-to-queue/data/',
    () => ({ dataset: dataset.uniqueId, experiment_type: 'WGS', file_format: 'CRAM' }),
  ],
  ['GET', () => `/pcgc/importedfiles/queue-type-list/?dataset=${dataset.uniqueId}`],
  ['GET', () => `/pcgc/importedfiles/download-aspera?dataset=${dataset.uniqueId}`],
  ['GET', () => `/pcgc/importedfiles/download-aspera-script?dataset=${dataset.uniqueId}`],
  ['GET', () => `/api/v2/${dataset.uniqueId}/transfers/ways`],
  ['GET', () => `${transfer}/files`],
  ['GET', () => `${transfer}/script`],
  ['GET', () => `${transfer}/manifest`],
  ['GET', () => `${transfer}/zip`],
  ['GET', () => `/api/v2/${dataset.uniqueId}/transfers/content/A`],
  ['GET', () => link],
  [
    'POST',
    () => '/pcgc/importedfiles/remove-type-from-queue/',
    () => ({
      dataset: dataset.uniqueId,
      file_category: 'data',
      experiment_type: 'WGS',
      file_format: 'CRAM',
    }),
  ],
  ['GET', () => `/pcgc/importedfiles/queue-type-list/clear/?dataset=${dataset.uniqueId}`],
];

async function askAll(headers: Readonly<Record<string, string>>) {
  const answers = [];
  for (const [method, url, body] of calls) {
    const options: InjectOptions = { method, url: url() };
    if (body !== undefined) options.payload = body();
    const reply = await caller.send({ ...options, headers });
    answers.push({
      call: `${method} ${url().replace(/\?.*/, '')}`,
      status: reply.statusCode,
      origin: reply.headers['access-control-allow-origin'],
      credentials: reply.headers['access-control-allow-credentials'],
    });
  }
  return answers;
}

const every = (expected: object) => calls.map(() => expect.objectContaining(expected));
