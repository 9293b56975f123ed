import { defineEndpoint } from '@atrium/contract/endpoints/endpoint';
import { wireObject } from '@atrium/contract/wire/wireObject';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { paperGate } from '../testing/paperPortal.ts';
import { createApi, createServer, disclosed, type OpenMeter, route, showsNothing } from './index.ts';

const meters = ['rows', 'bytes'] as const;
const count = defineEndpoint({
  declares: { scope: 'read', discloses: 'rows', cost: 'heavy', rateClass: 'query', meters },
  method: 'GET',
  path: '/api/v2/:dataset/rows',
  permission: 'member',
  summary: 'One row',
  params: wireObject({ dataset: z.string() }),
  query: wireObject({ how: z.string() }),
  body: z.unknown(),
  reply: wireObject({ row: z.string() }),
});

/** A handler that may say that its endpoint discloses nothing, as one that goes around the compiler. */
const careless = defineEndpoint({
  ...count,
  path: '/api/v2/:dataset/careless',
  declares: { ...count.declares, discloses: 'nothing', meters: [] },
});

it('what an answer takes is metered and its line stored before it leaves', async () => {
  const { get, seen } = await aPortal();
  expect((await get('rows?how=preview')).json()).toEqual({ row: 'a' });
  expect(seen).toEqual(['metered 1', 'preview']);
});

it('an answer whose line cannot be stored, or for which the day has no room, does not leave', async () => {
  const { get, seen } = await aPortal();
  expect((await get('rows?how=refused')).statusCode).toBe(500);
  expect((await get('rows?how=many')).statusCode).toBe(500);
  expect(seen).toEqual(['metered 1']);
});

it('an answer that shows nothing leaves no line', async () => {
  const { get, seen } = await aPortal();
  expect((await get('rows?how=nothing')).json()).toEqual({ row: 'none' });
  expect(seen).toEqual([]);
});

it('an answer that comes without a line is a fault, and does not leave', async () => {
  const { api, get } = await aPortal();
  route(api, careless, async () => ({ row: 'a secret' }));
  Reflect.set(careless.declares, 'discloses', 'rows');
  const reply = await get('careless?how=any');
  expect(reply.statusCode).toBe(500);
  expect(reply.body).not.toContain('a secret');
});

it('a call of the API that no declaration describes does not start', async () => {
  const { server } = await aPortal();
  expect(() => server.get('/api/v2/forgotten', async () => ({}))).toThrow('has no declaration');
  expect(() => server.post('/ga4gh/drs/v1/forgotten', async () => ({}))).toThrow('has no declaration');
});

async function aPortal() {
  const seen: string[] = [];
  const meter: OpenMeter = {
    isCounting: true,
    limitsRows: true,
    requireRoom: () => {},
    add: async ({ rows }) => {
      if (rows > 5) throw new Error('no room');
      seen.push(`metered ${rows}`);
    },
  };
  const server = await createServer({
    allowedOrigins: [],
    trustProxy: false,
    rateLimits: null,
    checkReady: async () => {},
  });
  const gate = {
    ...paperGate,
    openMeter: async () => meter,
    record: async (_caller: unknown, line: string) => {
      if (line === 'refused') throw new Error('the audit cannot be written');
      seen.push(line);
    },
  };
  const api = createApi(server, gate);
  route(api, count, async ({ query: { how } }) => {
    if (how === 'nothing') return showsNothing({ row: 'none' });
    return disclosed({ row: 'a' }, [how], { rows: how === 'many' ? 9 : 1, bytes: 1 });
  });
  const get = (path: string) =>
    server.inject({ url: `/api/v2/default/${path}`, headers: { 'x-person': 'ada' } });
  return { server, api, seen, get };
}
