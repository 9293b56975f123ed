import { afterAll, describe, expect, it } from 'vitest';
import { openPaperPortal } from '../testing/paperPortal.ts';

const portal = await openPaperPortal({ allowedHosts: ['localhost', '[::1]', 'Portal.example:8443'] });
afterAll(() => portal.close());

const ask = (host: string, url = '/api/v2/open') => portal.inject({ url, headers: { host } });

describe('a portal that knows its names', () => {
  it.each(['localhost', 'localhost:3000', 'LOCALHOST:1', '[::1]:3000', 'portal.example:8443'])(
    'answers under %s',
    async (host) => {
      expect((await ask(host)).statusCode).toBe(200);
    },
  );

  it.each([
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    'evil.localhost',
    'portal.example',
    'portal.example:443',
    '127.0.0.1',
  ])('refuses %s, a name of somebody else that leads here', async (host) => {
    const reply = await ask(host);
    expect([reply.statusCode, reply.json().code]).toEqual([421, 'wrong_host']);
  });

  it('refuses it for pages and writes too, before any other check', async () => {
    const headers = { host: 'evil.example', origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' };
    const write = await portal.inject({ method: 'POST', url: '/api/v2/default/notes', headers });
    expect([write.statusCode, (await ask('evil.example', '/')).statusCode]).toEqual([421, 421]);
  });

  it('answers a health probe that uses the address', async () => {
    expect((await ask('10.1.2.3:3000', '/healthz')).statusCode).toBe(200);
  });
});
