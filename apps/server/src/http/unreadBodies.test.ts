import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { openPaperPortal } from '../testing/paperPortal.ts';
import { endUnreadBodies } from './unreadBodies.ts';

const portal = await openPaperPortal({ allowedHosts: ['portal'] });
const address = portal.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => portal.close());

const mebibyte = 1024 * 1024;
const next = 'GET /healthz HTTP/1.1\r\nHost: portal\r\nConnection: close\r\n\r\n';

/** Each is refused before its body was read. */
const refusals: readonly (readonly [string, string, Refused])[] = [
  ['a body above the limit', '413', { target: 'POST /api/v2/default/notes' }],
  ['a call that does not exist', '413', { target: 'POST /api/v2/nowhere' }],
  ['a call from another site', '403', { target: 'POST /api/v2/default/notes', headers: 'Origin: http://x' }],
  ['another host', '421', { target: 'POST /api/v2/default/notes', host: 'elsewhere' }],
  ['a path that cannot be read', '400', { target: 'POST /api/v2/%zz/notes' }],
  ['a reading call with a body', '200', { target: 'GET /api/v2/open' }],
  ['a page with a body', '404', { target: 'GET /nowhere.png' }],
];

describe('after an answer that came before the body was read (rule 9.11)', () => {
  it.each(refusals)('%s: the next request of the connection is answered', async (_what, status, refused) => {
    const { target, host = 'portal', headers = '' } = refused;
    const size = 3 * mebibyte;
    const head = [`${target} HTTP/1.1`, `Host: ${host}`, `Content-Length: ${size}`, headers];
    const socket = await open();
    const all = readAll(socket);
    socket.write(`${head.filter((line) => line !== '').join('\r\n')}\r\n\r\n`);
    await once(socket, 'data');
    socket.write(Buffer.alloc(size, 'a'));
    socket.write(next);
    expect(statuses(await all)).toEqual([status, '200']);
  });

  it('also one of unknown length', async () => {
    const socket = await open();
    const all = readAll(socket);
    socket.write('POST /api/v2/default/notes HTTP/1.1\r\nHost: portal\r\nTransfer-Encoding: chunked\r\n\r\n');
    for (let sent = 0; sent < 3; sent += 1)
      socket.write(`100000\r\n${Buffer.alloc(mebibyte, 'a').toString('latin1')}\r\n`);
    socket.write(`0\r\n\r\n${next}`);
    expect(statuses(await all)).toEqual(['413', '200']);
  });

  it('a body without end is taken up to a limit, and the connection closed', async () => {
    const socket = await open();
    const all = readAll(socket);
    socket.write(`POST /api/v2/default/notes HTTP/1.1\r\nHost: portal\r\nContent-Length: ${1e12}\r\n\r\n`);
    await once(socket, 'data');
    const piece = Buffer.alloc(mebibyte);
    while (!socket.destroyed && socket.bytesWritten < 100 * mebibyte)
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => all), all]);
    expect(statuses(await all)).toEqual(['413']);
    expect(socket.bytesWritten).toBeLessThan(100 * mebibyte);
  });

  it('a sender who stops is waited for up to a limit', async () => {
    const server = Fastify({ bodyLimit: 10 });
    endUnreadBodies(server, { bytes: mebibyte, ms: 20 });
    server.post('/', async () => ({}));
    const socket = connect(Number(new URL(await server.listen({ port: 0 })).port), '127.0.0.1');
    const all = readAll(socket);
    socket.write(
      'POST / HTTP/1.1\r\nHost: portal\r\nContent-Type: text/plain\r\nContent-Length: 50\r\n\r\nabc',
    );
    expect(statuses(await all)).toEqual(['413']);
    await server.close();
  });

  it('a reader that gave the body up has the connection closed', async () => {
    const server = Fastify();
    endUnreadBodies(server);
    server.addContentTypeParser('*', (_request, body, done) => done(null, body));
    server.post('/', ({ raw }) =>
      pipeline(raw, async () => {
        throw new Error('Not this.');
      }),
    );
    const socket = connect(Number(new URL(await server.listen({ port: 0 })).port), '127.0.0.1');
    const all = readAll(socket);
    socket.write('POST / HTTP/1.1\r\nHost: portal\r\nContent-Type: a/b\r\nContent-Length: 50\r\n\r\nabc');
    expect(statuses(await all)).toEqual(['500']);
    await server.close();
  });
});

/** All that comes back on a connection until it is closed, whoever closes it and how. */
function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (piece: Buffer) => {
    text += piece.toString('latin1');
  });
  socket.on('error', () => {});
  return new Promise((resolve) => socket.once('close', () => resolve(text)));
}

const open = async (): Promise<Socket> => connect(Number(new URL(await address).port), '127.0.0.1');

const statuses = (text: string): readonly string[] => text.match(/(?<=HTTP\/1\.1 )\d{3}/g) ?? [];

interface Refused {
  readonly target: string;
  readonly host?: string;
  readonly headers?: string;
}
