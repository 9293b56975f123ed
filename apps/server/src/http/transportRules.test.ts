import { afterAll, describe, expect, it } from 'vitest';
import { openPaperPortal } from '../testing/paperPortal.ts';

const portal = await openPaperPortal();
afterAll(() => portal.close());

const ada = { 'x-person': 'ada' };
const json = { ...ada, 'content-type': 'application/json' };

describe('paths and bodies', () => {
  it.each(['/api/v2/open', '/api/v2/open/'])('answers %s, slash or not, without a redirect', async (url) => {
    const reply = await portal.inject({ url });
    expect(reply.statusCode).toBe(200);
  });

  it.each(['/api/v2/default/notes/7/refresh', '/api/v2/default/notes/7/refresh/'])(
    'takes a JSON POST of no bytes on %s',
    async (url) => {
      const reply = await portal.inject({ method: 'POST', url, headers: json, payload: '' });
      expect([reply.statusCode, reply.json()]).toEqual([200, { is_done: true }]);
    },
  );

  it.each(['text/csv', 'text/plain', 'application/x-www-form-urlencoded', 'nonsense', 'a/b/c; d'])(
    'reads JSON sent as %s and never answers 415',
    async (type) => {
      const reply = await portal.inject({
        method: 'POST',
        url: '/api/v2/default/notes/',
        headers: { ...ada, 'content-type': type },
        payload: JSON.stringify({ note: { note_text: 'hello' } }),
      });
      expect([reply.statusCode, reply.json()]).toEqual([200, { note_text: 'hello' }]);
    },
  );

  it('takes a GET that carries a JSON content type and no body', async () => {
    const reply = await portal.inject({ url: '/api/v2/open', headers: json });
    expect(reply.statusCode).toBe(200);
  });

  it('takes the last of a repeated query key and ignores unknown ones', async () => {
    const reply = await portal.inject({ url: '/api/v2/open/?some_word=a&other=1&some_word=b&some_word=c' });
    expect(reply.json()).toEqual({ some_word: 'c' });
  });

  it('answers JSON objects with no-store and a request id', async () => {
    const reply = await portal.inject({ url: '/api/v2/open' });
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it.each(['/%61pi/v2/open', '/a%70i/v2/%6Fpen/'])(
    'applies to %s the rules of the path that it spells',
    async (url) => {
      const reply = await portal.inject({ url });
      expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store']);
    },
  );

  it('compresses a long answer for a client that accepts it', async () => {
    const reply = await portal.inject({
      url: `/api/v2/open?some_word=${'long '.repeat(1000)}`,
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(reply.headers['content-encoding']).toBe('gzip');
  });
});

describe('security headers', () => {
  it('forbid an API answer to do anything in a browser', async () => {
    const { headers } = await portal.inject({ url: '/api/v2/open' });
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    });
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('are on every answer: no other site may embed it, and no feature of the device may be used', async () => {
    for (const url of ['/api/v2/open', '/api/v2/nowhere', '/healthz', '/nowhere']) {
      const { headers } = await portal.inject({ url });
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('geolocation=()'),
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('bind a browser to TLS only where it came over TLS', async () => {
    const proxied = await openPaperPortal({ trustProxy: true });
    const over = async (proto: string) =>
      (await proxied.inject({ url: '/healthz', headers: { 'x-forwarded-proto': proto } })).headers;
    const [tls, plain] = [await over('https'), await over('http')];
    await proxied.close();
    expect(tls['strict-transport-security']).toBe('max-age=31536000');
    expect(plain['strict-transport-security']).toBeUndefined();
  });

  it('bind it to TLS for names below that of the portal only where the site says so', async () => {
    const proxied = await openPaperPortal({ trustProxy: true, tlsForSubdomains: true });
    const over = async (proto: string) =>
      (await proxied.inject({ url: '/healthz', headers: { 'x-forwarded-proto': proto } })).headers;
    const [tls, plain] = [await over('https'), await over('http')];
    await proxied.close();
    expect(tls['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(plain['strict-transport-security']).toBeUndefined();
  });
});

describe('what is too slow', () => {
  it('has fifteen seconds for its headers and a minute for all of it', () => {
    expect([portal.server.headersTimeout, portal.server.requestTimeout]).toEqual([15_000, 60_000]);
  });
});

describe('what is too large', () => {
  it('is refused unread', async () => {
    const reply = await portal.inject({
      method: 'POST',
      url: '/api/v2/default/notes/',
      headers: json,
      payload: JSON.stringify({ note: { note_text: 'x'.repeat(1024 * 1024) } }),
    });
    expect([reply.statusCode, reply.json().code]).toEqual([413, 'too_large']);
  });
});

describe('health', () => {
  it('shows that the process runs and is ready', async () => {
    const [live, ready] = await Promise.all(['/healthz', '/readyz'].map((url) => portal.inject({ url })));
    expect([live?.statusCode, ready?.statusCode]).toEqual([200, 200]);
  });

  it('shows that the process runs but is not ready while a part is missing', async () => {
    const broken = await openPaperPortal({
      checkReady: () => Promise.reject(new Error('the database is away')),
    });
    const live = await broken.inject({ url: '/healthz' });
    const ready = await broken.inject({ url: '/readyz' });
    await broken.close();
    expect([live.statusCode, ready.statusCode]).toEqual([200, 503]);
    expect(ready.json()).toMatchObject({ code: 'not_ready', detail: 'The portal is not ready.' });
    expect(ready.body).not.toContain('database');
  });
});

describe('the path segment of the installation', () => {
  it('is where its own calls lie, and nowhere else', async () => {
    const heart = await openPaperPortal({ appSegment: 'heart' });
    const replies = [
      await heart.inject({ url: '/heart/notes/clear/', headers: ada }),
      await heart.inject({ url: '/heart/nowhere' }),
      await heart.inject({ url: '/pcgc/notes/clear/', headers: ada }),
    ];
    const document = await heart.inject({ url: '/api/v2/openapi.json' });
    await heart.close();
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 404, 404]);
    expect(replies.map(({ headers }) => headers['cache-control'])).toEqual([
      'no-store',
      'no-store',
      undefined,
    ]);
    expect(Object.keys(document.json().paths)).toContain('/heart/notes/clear');
  });
});
