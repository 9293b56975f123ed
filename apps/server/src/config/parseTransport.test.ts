import { expect, it } from 'vitest';
import { defaultRateLimits } from '../http/index.ts';
import { openPaperPortal } from '../testing/paperPortal.ts';
import { parseHosts, parseRateLimits, parseTrustProxy } from './parseTransport.ts';

const loopback = { list: undefined, publicUrl: undefined, host: '127.0.0.1', isLoopback: true };
const beyond = { ...loopback, host: '0.0.0.0', isLoopback: false };

it.each([
  ['on loopback, those of this machine', loopback, ['localhost', '127.0.0.1', '[::1]']],
  ['beyond loopback without settings, any', beyond, null],
  [
    'beyond loopback, those that are given',
    { ...beyond, list: 'a.example, b.example:8443' },
    ['a.example', 'b.example:8443'],
  ],
  ['that of the public address', { ...beyond, publicUrl: 'https://portal.example' }, ['portal.example']],
  [
    'behind a proxy on the same machine, both',
    { ...loopback, list: 'a.example' },
    ['localhost', '127.0.0.1', '[::1]', 'a.example'],
  ],
])('the names under which the portal answers are %s', (_rule, given, hosts) => {
  expect(parseHosts(given)).toEqual(hosts);
});

it.each(['https://a.example', 'a.example/path', 'a b', ','])('refuses the host list %s', (list) => {
  expect(() => parseHosts({ ...loopback, list })).toThrow('ATRIUM_HOSTS must be names');
});

it('limits are the defaults, changed ones, or none', () => {
  expect(parseRateLimits(undefined)).toEqual(defaultRateLimits);
  expect(parseRateLimits('query=7, export=9')).toEqual({ ...defaultRateLimits, query: 7, export: 9 });
  expect(parseRateLimits('off')).toBeNull();
});

it.each(['concurrentExports=2', 'exportSlots=1', 'concurrentExports=5,exportSlots=5'])(
  'refuses limits by which one account could take all slots: %s',
  (text) => {
    expect(() => parseRateLimits(text)).toThrow('concurrentExports lower than exportSlots');
  },
);

it.each(['on', 'query', 'query=0', 'query=-1', 'querys=5', 'query=5;export=3'])(
  'refuses the limits %s',
  (text) => {
    expect(() => parseRateLimits(text)).toThrow('ATRIUM_RATE_LIMITS must be off, or like');
  },
);

it.each([
  [undefined, false],
  ['false', false],
  ['true', 1],
  ['2', 2],
  ['loopback, 10.0.0.0/8', 'loopback,10.0.0.0/8'],
])('the proxies of %s are %s', (text, proxies) => {
  expect(parseTrustProxy(text)).toBe(proxies);
});

it.each(['yes', '0', 'proxy.example', '10.0.0.0/8/9', '10.0.0/x'])('refuses the proxies %s', (text) => {
  expect(() => parseTrustProxy(text)).toThrow('ATRIUM_TRUST_PROXY must be true for one proxy');
});

it('a client behind one proxy cannot choose the address by which it is limited', async () => {
  const portal = await openPaperPortal({
    trustProxy: parseTrustProxy('true'),
    rateLimits: { ...defaultRateLimits, cheap: 1 },
  });
  const ask = (invented: string) =>
    portal.inject({ url: '/api/v2/open', headers: { 'x-forwarded-for': `${invented}, 203.0.113.7` } });
  const statuses = [];
  for (let one = 0; one < 6; one += 1) statuses.push((await ask(`198.51.100.${one}`)).statusCode);
  await portal.close();
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});
