import { expect, test } from 'vitest';
import { defaultRateLimits } from './http/index.ts';
import { readHosts, readRateLimits } from './transportConfig.ts';

const loopback = { list: undefined, publicUrl: undefined, host: '127.0.0.1', isLoopback: true };
const beyond = { ...loopback, host: '0.0.0.0', isLoopback: false };

test.each([
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
  expect(readHosts(given)).toEqual(hosts);
});

test.each(['https://a.example', 'a.example/path', 'a b', ','])('refuses the host list %s', (list) => {
  expect(() => readHosts({ ...loopback, list })).toThrow('ATRIUM_HOSTS must be names');
});

test('limits are the defaults, others, or none', () => {
  expect(readRateLimits(undefined)).toEqual(defaultRateLimits);
  expect(readRateLimits('query=7, export=9')).toEqual({ ...defaultRateLimits, query: 7, export: 9 });
  expect(readRateLimits('off')).toBeNull();
});

test.each(['on', 'query', 'query=0', 'query=-1', 'querys=5', 'query=5;export=3'])(
  'refuses the limits %s',
  (text) => {
    expect(() => readRateLimits(text)).toThrow('ATRIUM_RATE_LIMITS must be off, or like');
  },
);
