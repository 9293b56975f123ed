import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openPaperPortal } from '../testing/paperPortal.ts';

const portal = await openPaperPortal();
afterAll(() => portal.close());

const write = (person: string | null, dataset: string, payload: string, query = '') =>
  portal.inject({
    method: 'POST',
    url: `/api/v2/${dataset}/notes/${query}`,
    headers: { 'content-type': 'application/json', ...(person === null ? {} : { 'x-person': person }) },
    payload,
  });
const good = JSON.stringify({ note: { note_text: 'hello', line_count: 2 } });

describe('the order in which a request is judged', () => {
  it.each([
    ['no session, before the dataset is looked for', null, 'unknown', '{', 401, 'not_signed_in'],
    ['no session, however long the dataset id', null, 'x'.repeat(3000), '{', 401, 'not_signed_in'],
    ['an unknown dataset', 'stranger', 'unknown', '{', 404, 'not_found'],
    ['a dataset id longer than any', 'ada', 'x'.repeat(3000), '{', 404, 'not_found'],
    ['a dataset id that cannot be one', 'ada', 'no%20id', '{', 404, 'not_found'],
    ['not a member, before the body is read', 'stranger', 'default', '{', 403, 'not_a_member'],
    [
      'a member without the required permission, before the body is read',
      'reader',
      'default',
      '{',
      403,
      'not_permitted',
    ],
    ['a body that is not JSON', 'ada', 'default', '{', 400, 'bad_request'],
  ])('%s', async (_rule, person, dataset, payload, status, code) => {
    const reply = await write(person, dataset, payload);
    expect([reply.statusCode, reply.json().code]).toEqual([status, code]);
  });
});

describe('the refusal of a body', () => {
  it.each([
    ['{}', 'note: Required'],
    ['', 'body: Required'],
    ['null', 'body: must have fields of its own'],
    ['[]', 'body: must have fields of its own'],
    ['{"note":{}}', 'note.note_text: Required'],
    ['{"note":{"note_text":"a","color":"red"}}', 'note.color: not a value that is taken here'],
    ['{"note":{"note_text":7}}', 'note.note_text: must be a text'],
    ['{"note":{"line_count":"x"}}', 'note.note_text: Required; note.line_count: must be a number'],
    ['{"note":', 'The body is not valid JSON.'],
  ])('%s → %s', async (payload, detail) => {
    const reply = await write('ada', 'default', payload);
    expect([reply.statusCode, reply.json().detail]).toEqual([400, detail]);
  });
});

describe('the field that a refused request is about', () => {
  it.each([
    ['{"note":{}}', 'note.note_text'],
    ['{"note":{"line_count":"x"}}', 'note.note_text'],
    ['[]', 'body'],
    ['{"note":{"note_text":"\\u0000"}}', 'note.note_text'],
  ])('stands in the reply to %s as %s', async (payload, field) => {
    expect((await write('ada', 'default', payload)).json()).toMatchObject({ code: 'bad_request', field });
  });

  it('is left out where the refusal is not about one', async () => {
    expect((await write('stranger', 'default', good)).json()).not.toHaveProperty('field');
  });
});

describe('a reply', () => {
  it('is the wire side of what the handler returned, unknown keys dropped', async () => {
    const reply = await write('ada', 'default', good);
    expect([reply.statusCode, reply.json()]).toEqual([200, { note_text: 'hello', line_count: 2 }]);
  });

  it('that does not fit its schema is a fault, and is not sent', async () => {
    const lying = await openPaperPortal({
      reply: async () => JSON.parse('{"noteText":7,"secret":"s3cret"}'),
    });
    const reply = await lying.inject({
      method: 'POST',
      url: '/api/v2/default/notes',
      headers: { 'x-person': 'ada' },
      payload: good,
    });
    await lying.close();
    expect([reply.statusCode, reply.json().code]).toEqual([500, 'fault']);
    expect(reply.body).not.toContain('s3cret');
  });
});

it('the work of a client that has gone before the portal knows who it is ends at once', async () => {
  const leaving = new AbortController();
  const sockets: Socket[] = [];
  const wasAborted: boolean[] = [];
  const left = await openPaperPortal({
    beforeWhoIs: async () => {
      const gone = sockets.map((socket) => once(socket, 'close'));
      leaving.abort();
      await Promise.all(gone);
    },
    download: async function* ended(signal) {
      wasAborted.push(signal.aborted);
      yield '';
    },
  });
  left.server.on('connection', (socket) => sockets.push(socket));
  const address = await left.listen({ port: 0, host: '127.0.0.1' });
  const reply = fetch(`${address}/api/v2/default/stream`, {
    method: 'POST',
    headers: { 'x-person': 'ada' },
    signal: leaving.signal,
  });
  await expect(reply).rejects.toThrow();
  await vi.waitUntil(() => wasAborted.length > 0);
  expect(wasAborted).toEqual([true]);
  await left.close();
});
