import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { respondsWith, server } from '../testing/server.ts';
import { type EndedCall, watchCalls, watched } from './callWatch.ts';

const count = '/api/v2/default/query_tools/count?secret=1';
let received: EndedCall[];
let stop: () => void;
beforeEach(() => {
  received = [];
  stop = watchCalls((call) => received.push(call));
});
afterEach(() => stop());

it.each([
  [200, '200'],
  [204, '<400'],
  [401, '401'],
  [404, '>400'],
  [503, '>400'],
] as const)(
  'a call answered %i is received of as %s, with its path and without its query',
  async (status, outcome) => {
    server.use(respondsWith(cohortEndpoints.count, () => new HttpResponse(null, { status })));
    await watched(count, {});
    expect(received).toEqual([
      { path: '/api/v2/default/query_tools/count', outcome, seconds: expect.any(Number) },
    ]);
  },
);

it('a call that the network loses has failed; one that was given up is not received of', async () => {
  server.use(respondsWith(cohortEndpoints.count, () => HttpResponse.error()));
  await expect(watched(count, {})).rejects.toThrow();
  await expect(watched(count, { signal: AbortSignal.abort() })).rejects.toThrow();
  expect(received.map(({ outcome }) => outcome)).toEqual(['failed']);
});

it('a listener that was removed is not called any more', async () => {
  server.use(respondsWith(cohortEndpoints.count, () => new HttpResponse()));
  stop();
  await watched(count, {});
  expect(received).toEqual([]);
});
