import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { openPaperPortal } from '../testing/paperPortal.ts';

const log = openLog();
let failure: unknown = null;
const portal = await openPaperPortal({ logger: log.logger, reply: () => Promise.reject(failure) });
afterAll(() => portal.close());

describe('an error', () => {
  it('of the portal keeps its status, sentence and code, and has the request id', async () => {
    const reply = await failWith(new PortalError('conflict', 'Somebody was first.'));
    expect([reply.statusCode, reply.json()]).toEqual([
      409,
      { detail: 'Somebody was first.', code: 'conflict', requestId: reply.headers['x-request-id'] },
    ]);
  });

  it('that is unexpected does not show its cause, which is in the log under the same id', async () => {
    const reply = await failWith(new Error('relation "account" has no column "secret"'));
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toEqual({
      detail: 'Something went wrong. The fault has been recorded.',
      code: 'fault',
      requestId: reply.headers['x-request-id'],
    });
    const line = log
      .text()
      .split('\n')
      .find((text) => text.includes('has no column'));
    expect(line).toContain(reply.json().requestId);
  });

  it.each(['unavailable', 'not_ready', 'too_many_requests'] as const)(
    'that passes says when to try again: %s (rule 9.15)',
    async (code) => {
      const reply = await failWith(new PortalError(code, 'Later.'));
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    },
  );

  it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE'])(
    'of a disk that takes nothing says so: %s (rule 9.17)',
    async (code) => {
      const reply = await failWith(Object.assign(new Error('write'), { code, syscall: 'write' }));
      expect([reply.statusCode, reply.json().code, reply.headers['retry-after']]).toEqual([
        507,
        'no_room',
        '60',
      ]);
    },
  );

  it.each([
    ['a string', 'boom'],
    ['nothing', undefined],
    ['a lying status', Object.assign(new Error('x'), { statusCode: 502 })],
  ])('thrown as %s is a fault', async (_what, cause) => {
    expect((await failWith(cause)).statusCode).toBe(500);
  });

  it('is logged without cookies, queries and bodies', async () => {
    await failWith(new Error('another fault'));
    expect(log.text()).toContain('"path":"/api/v2/default/notes/"');
    expect(log.text()).not.toMatch(/hidden-(query|cookie|body)/);
  });
});

describe('a request without a route', () => {
  it.each([
    ['GET', '/api/v2/nowhere', 404, 'not_found'],
    ['POST', '/api/v2/nowhere', 404, 'not_found'],
    ['GET', '/api/', 404, 'not_found'],
    ['GET', '/api/v1/open', 404, 'not_found'],
    ['GET', '/pcgc/nowhere', 404, 'not_found'],
    ['GET', '/pcgc', 404, 'not_found'],
    ['GET', '/ga4gh/drs/v1/nowhere', 404, 'not_found'],
    ['PUT', '/pcgc/notes/clear', 405, 'method_not_allowed'],
    ['POST', '/api/v2/open/', 405, 'method_not_allowed'],
    ['DELETE', '/api/v2/default/notes', 405, 'method_not_allowed'],
    ['PUT', '/api/v2/default/notes/', 405, 'method_not_allowed'],
    ['GET', '/api/v2/default/notes/', 405, 'method_not_allowed'],
    ['PATCH', '/api/v2/default/notes/3/refresh', 405, 'method_not_allowed'],
  ] as const)('%s %s → %i as JSON', async (method, url, status, code) => {
    const reply = await portal.inject({ method, url, payload: method === 'GET' ? '' : '{' });
    expect([reply.statusCode, reply.json().code, typeof reply.json().detail]).toEqual([
      status,
      code,
      'string',
    ]);
  });

  it('is answered with the methods of its path', async () => {
    const reply = await portal.inject({ method: 'DELETE', url: '/api/v2/default/notes' });
    expect(reply.headers.allow).toBe('POST');
  });
});

describe('over a socket', () => {
  const address = portal.listen({ port: 0, host: '127.0.0.1' });
  const send = async (bytes: string): Promise<string> => {
    const socket = connect(Number(new URL(await address).port), '127.0.0.1');
    socket.end(bytes);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks).toString('utf8');
  };

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`],
  ])('%s is refused as JSON', async (_what, bytes) => {
    expect(await send(bytes)).toMatch(/^HTTP\/1\.1 4\d\d [\s\S]*\{"detail":"/);
  });

  it('a path that does not decode is refused as JSON', async () => {
    const answer = await send('GET /api/v2/%zz/notes HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('{"detail":"path: its % escapes are broken","code":"bad_request"');
  });
});

const failWith = (cause: unknown) => {
  failure = cause;
  return portal.inject({
    method: 'POST',
    url: '/api/v2/default/notes/?word=hidden-query',
    headers: {
      'x-person': 'ada',
      cookie: 'atrium_session=hidden-cookie',
      'content-type': 'application/json',
    },
    payload: { note: { note_text: 'hidden-body' } },
  });
};

function openLog() {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  return { text: () => lines.join(''), logger: pino({ level: 'trace' }, stream) };
}
