import { afterAll, describe, expect, it } from 'vitest';
import { openPaperPortal } from '../testing/paperPortal.ts';

const friend = 'https://friend.example';
const portal = await openPaperPortal({ allowedOrigins: [friend] });
afterAll(() => portal.close());

const refresh = (headers: Record<string, string>, method: 'POST' | 'DELETE' = 'POST') =>
  portal.inject({
    method,
    url: '/api/v2/default/notes/7/refresh/',
    headers: { 'x-person': 'ada', host: 'portal.example:3000', ...headers },
  });

describe('a request that writes must come from the portal', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port of the same host', { origin: 'http://portal.example:4000' }],
    ['an allowed host under another scheme', { origin: 'http://friend.example' }],
    ['our host under another scheme, without Sec-Fetch', { origin: 'https://portal.example:3000' }],
    [
      'our host under another scheme, by a person',
      { origin: 'https://portal.example:3000', 'sec-fetch-site': 'none' },
    ],
    ['an origin that only begins like an allowed one', { origin: 'https://friend.example.evil.example' }],
    ['an origin that only ends like our host', { origin: 'http://evil.portal.example:3000' }],
    ['our host inside a longer origin', { origin: 'http://evil.example/portal.example:3000' }],
    ['a sandboxed page', { origin: 'null' }],
    ['a cross-site fetch without an origin', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
    [
      'our origin under another scheme, as the browser sees it',
      {
        origin: 'https://portal.example:3000',
        'sec-fetch-site': 'cross-site',
      },
    ],
  ])('refuses %s', async (_from, headers) => {
    const reply = await refresh(headers);
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'cross_site']);
  });

  it.each([
    ['a program, which sends neither header', {}],
    ['our own page', { origin: 'http://portal.example:3000', 'sec-fetch-site': 'same-origin' }],
    ['our own page behind TLS', { origin: 'https://portal.example:3000', 'sec-fetch-site': 'same-origin' }],
    ['our own page in a browser without Sec-Fetch', { origin: 'http://portal.example:3000' }],
    ['an allowed origin', { origin: friend, 'sec-fetch-site': 'cross-site' }],
  ])('accepts a request of %s', async (_from, headers) => {
    expect((await refresh(headers)).statusCode).toBe(200);
  });

  it('checks methods without a route too', async () => {
    expect((await refresh({ origin: 'https://evil.example' }, 'DELETE')).statusCode).toBe(403);
  });

  it('lets scripts of the portal make a GET that changes something, and never a link', async () => {
    const clear = (headers: Record<string, string>) =>
      portal.inject({ url: '/pcgc/notes/clear', headers: { 'x-person': 'ada', ...headers } });
    const answers = [
      await clear({}),
      await clear({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }),
      await clear({ origin: friend, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }),
      await clear({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }),
      await clear({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }),
      await clear({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' }),
      await clear({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 403, 403, 403, 403]);
  });

  it('checks a read that activates a snapshot, which a link on another page could do', async () => {
    const follow = (headers: Record<string, string>) =>
      portal.inject({ url: '/api/v2/open?set%5Fto_active=true', headers });
    const [stranger, ours] = [
      await follow({ 'sec-fetch-site': 'cross-site' }),
      await follow({ 'sec-fetch-site': 'same-origin' }),
    ];
    expect([stranger.statusCode, ours.statusCode]).toEqual([403, 200]);
  });

  it('checks a read of a signed-in person, which the audit would record under their name', async () => {
    const follow = (headers: Record<string, string>) =>
      portal.inject({ url: '/api/v2/default/note', headers: { 'x-person': 'ada', ...headers } });
    const statuses = [];
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: friend },
      { 'sec-fetch-site': 'cross-site', authorization: 'Bearer atrium_x' },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      {},
    ])
      statuses.push((await follow(headers)).statusCode);
    expect(statuses).toEqual([403, 403, 200, 200, 200, 200, 200]);
  });

  it('accepts open reads from everywhere, and lets no other site read the reply', async () => {
    const reply = await portal.inject({ url: '/api/v2/open', headers: { origin: 'https://evil.example' } });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('the host behind a proxy', () => {
  const forwarded = {
    host: '10.0.0.7:3000',
    'x-forwarded-host': 'portal.example',
    origin: 'https://portal.example',
    'x-forwarded-proto': 'https',
  };

  it('counts with its scheme, and without the usual port of the scheme', async () => {
    const trusting = await openPaperPortal({ trustProxy: true });
    const statusOf = async (headers: Record<string, string>) =>
      (
        await trusting.inject({
          method: 'POST',
          url: '/api/v2/default/notes/7/refresh',
          headers: { 'x-person': 'ada', ...forwarded, ...headers },
        })
      ).statusCode;
    const statuses = [
      await statusOf({}),
      await statusOf({ 'x-forwarded-host': 'portal.example:443' }),
      await statusOf({ 'x-forwarded-host': 'Portal.Example' }),
      await statusOf({ origin: 'http://portal.example' }),
      await statusOf({ origin: 'http://portal.example:443' }),
      await statusOf({ 'x-forwarded-proto': 'http' }),
      await statusOf({ 'x-forwarded-proto': 'http', origin: 'http://portal.example' }),
    ];
    await trusting.close();
    expect(statuses).toEqual([200, 200, 200, 403, 403, 403, 200]);
  });

  it('is taken from a trusted proxy only', async () => {
    const trusting = await openPaperPortal({ trustProxy: true });
    const send = {
      method: 'POST',
      url: '/api/v2/default/notes/7/refresh',
      headers: { 'x-person': 'ada', ...forwarded },
    } as const;
    const trusted = await trusting.inject(send);
    await trusting.close();
    expect([trusted.statusCode, (await portal.inject(send)).statusCode]).toEqual([200, 403]);
  });
});

describe('cross-origin pages that are allowed', () => {
  const preflight = (origin: string) =>
    portal.inject({
      method: 'OPTIONS',
      url: '/api/v2/default/notes',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });

  it('get their own exact origin, with credentials', async () => {
    const reply = await preflight(friend);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': friend,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'content-type, idempotency-key, if-match, if-range, range',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      vary: expect.stringContaining('origin'),
    });
  });

  it('can read refusals too', async () => {
    const reply = await portal.inject({ url: '/api/v2/nowhere', headers: { origin: friend } });
    expect([reply.statusCode, reply.headers['access-control-allow-origin']]).toEqual([404, friend]);
  });

  it.each(['https://evil.example', 'null', 'https://friend.example.evil.example'])(
    'do not include another origin: %s',
    async (origin) => {
      const { headers } = await preflight(origin);
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    },
  );
});
