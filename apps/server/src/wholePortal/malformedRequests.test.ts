import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { type ApiOperation, readOperations } from '../testing/apiOperations.ts';
import { addressOfCall } from '../testing/caller.ts';
import { isGate } from '../testing/chance.ts';
import { oddBodies, oddIds, oddQueries } from '../testing/oddRequests.ts';
import { portalOfFile } from '../testing/ofFile.ts';
import { refusalIn } from '../testing/refusalIn.ts';

const json = { 'content-type': 'application/json' };

const portal = await portalOfFile();
const dataset = await portal.aDataset({ packagePath: portal.smallPackage });
const { account } = await portal.aMember({ dataset, level: 'phi' });
const caller = await portal.signedIn(account);
const operations: readonly ApiOperation[] = await readOperations(portal.anonymous);

describe('malformed requests are refused with a sentence, never a fault', () => {
  it('odd bodies on every POST', async () => {
    const posts = operations.filter(
      ({ method, template }) => method === 'POST' && !template.startsWith('auth'),
    );
    for (const [call, operation] of posts.entries())
      for (const payload of oddFor(oddBodies, call)) {
        const url = `${addressOfCall(operation.pathIn(dataset.uniqueId))}/`;
        const reply = await caller.send({ method: 'POST', url, headers: json, payload });
        expectAnswered(`${nameOf(operation)} ${payload.slice(0, 100)}`, reply);
      }
  });

  it('odd sign-ins', async () => {
    const odd = [
      '',
      '{',
      'null',
      '{}',
      '{"username":"a"}',
      '{"username":"a","password":7}',
      '{"username":"","password":""}',
    ];
    const stuffed = [
      { username: 'a\u0000', password: 'x' },
      { username: 'x'.repeat(201), password: 'x' },
      { username: 'x', password: 'x'.repeat(1001) },
    ];
    for (const payload of [...odd, ...stuffed.map((body) => JSON.stringify(body))]) {
      const reply = await portal.anonymous.send({
        method: 'POST',
        url: '/api/v2/auth/login/',
        headers: json,
        payload,
      });
      expect([payload.slice(0, 60), reply.statusCode]).toEqual([payload.slice(0, 60), 400]);
      expectAnswered(payload, reply);
    }
  });

  it('odd queries on every GET', async () => {
    const gets = operations.filter(({ method }) => method === 'GET');
    for (const [call, operation] of gets.entries())
      for (const query of oddFor(oddQueries, call)) {
        const reply = await caller.send({
          url: `${addressOfCall(operation.pathIn(dataset.uniqueId))}?${query}`,
        });
        expectAnswered(`${nameOf(operation)} ${query.slice(0, 100)}`, reply);
      }
  });

  it('odd ids in every path', async () => {
    const withIds = operations.filter(({ template }) => template.includes('{'));
    for (const [call, operation] of withIds.entries())
      for (const id of oddFor(oddIds, call)) {
        const path = operation.template.replace(/\{(\w+)\}/g, (_, name) =>
          name === 'dataset' ? dataset.uniqueId : id,
        );
        const replies = await Promise.all(
          [path, operation.template.replace(/\{\w+\}/g, id)].map((one) =>
            caller.send({ method: operation.method, url: addressOfCall(one) }),
          ),
        );
        for (const reply of replies) expectAnswered(`${nameOf(operation)} ${id}`, reply);
      }
  });
});

/** In the gate each call gets a part of what is odd, at least one, and the next call another part; else all of it. */
const oddFor = (odd: readonly string[], call: number): readonly string[] => {
  const parts = isGate ? Math.min(40, odd.length) : 1;
  return odd.filter((_, index) => (index + call) % parts === 0);
};

const nameOf = ({ method, template }: ApiOperation): string => `${method} ${template}`;

/** Expects 200, 303 where the call redirects, or a refusal below 500 as JSON with a sentence, which begins with the field where there is one. */
function expectAnswered(what: string, reply: LightMyRequestResponse): void {
  expect([what, reply.statusCode < 500 ? 'answered' : reply.body]).toEqual([what, 'answered']);
  const success = reply.headers.location === undefined ? 200 : 303;
  if (reply.statusCode < 400) expect([what, reply.statusCode]).toEqual([what, success]);
  else {
    const { field, ...refusal } = refusalIn(reply);
    expect([what, refusal]).toEqual([
      what,
      { detail: expect.stringMatching(/./), code: expect.stringMatching(/./), requestId: expect.any(String) },
    ]);
    if (field !== undefined) expect([what, refusal.detail.startsWith(`${field}: `)]).toEqual([what, true]);
  }
}
