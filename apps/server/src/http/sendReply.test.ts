import { gunzipSync } from 'node:zlib';
import { wireObject } from '@atrium/contract/wire/wireObject';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { sendReply } from './sendReply.ts';

const reply = wireObject({ someNumbers: z.custom<readonly number[]>(Array.isArray) });
const endpoint = { method: 'GET', path: '/api/v2/open', reply } as const;

const short = { someNumbers: [1, 2] };
const long = { someNumbers: Array.from({ length: 100_000 }, (_, number) => number) };
const written = (answer: typeof short): string => JSON.stringify({ some_numbers: answer.someNumbers });

it('a long answer gives way to others while it is written, a short one is written at once (rule 8.17)', async () => {
  const [one, other] = [serve(short), serve(long)];
  expect((await one.get()).body).toBe(written(short));
  expect(one.ways()).toBe(0);
  expect((await other.get()).body).toBe(written(long));
  expect(other.ways()).toBeGreaterThan(40);
});

it('a long answer that cannot change is encoded and packed once, however often it is sent', async () => {
  const server = serve(Object.freeze({ ...long }));
  const packed = await server.get({ 'accept-encoding': 'gzip, br' });
  const ways = server.ways();
  expect([packed.headers['content-encoding'], packed.headers['vary']]).toEqual(['gzip', 'accept-encoding']);
  expect(gunzipSync(packed.rawPayload).toString()).toBe(written(long));
  const plain = await server.get();
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, written(long)]);
  expect((await server.get({ 'accept-encoding': 'gzip;q=0' })).body).toBe(written(long));
  expect(server.ways()).toBe(ways);
});

/** A server that gives one answer, and counts how often it lets other requests run while it writes. */
function serve(answer: object) {
  const server = Fastify();
  let ways = 0;
  const slice = {
    isOver: () => false,
    giveWay: async () => {
      ways += 1;
    },
  };
  server.get('/', (_, sending) => sendReply(sending, answer, { endpoint, slice }));
  onTestFinished(() => server.close());
  const get = (headers: Record<string, string> = {}) => server.inject({ url: '/', headers });
  return { get, ways: () => ways };
}
