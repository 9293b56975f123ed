import path from 'node:path';
import { siteConfiguration } from '@atrium/contract';
import { defaultUnpackLimits } from '@atrium/warehouse';
import { expect, test } from 'vitest';
import { isLoopback, readConfig } from './config.ts';
import { defaultRateLimits } from './http/index.ts';

test('without settings the portal listens on loopback, at 3000, with its home in the working directory', () => {
  expect(readConfig({}, {})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    home: path.resolve('.atrium'),
    databaseUrl: null,
    warehouseUrl: null,
    logFormat: null,
    allowedOrigins: [],
    trustProxy: false,
    allowedHosts: ['localhost', '127.0.0.1', '[::1]'],
    rateLimits: defaultRateLimits,
    unpackLimits: defaultUnpackLimits,
    signIn: { local: true, providers: [], publicUrl: null, idleSeconds: 3600 },
    site: siteConfiguration.parse({}),
  });
});

test('a flag goes before the environment, and an empty variable counts as absent', () => {
  const config = readConfig({ port: '4000' }, { PORT: '5000', HOST: '', DATABASE_URL: ' ' });
  expect(config).toMatchObject({ port: 4000, host: '127.0.0.1', databaseUrl: null });
});

test.each([
  [{ port: 'http' }, {}, '--port must be a number from 0 to 65535.'],
  [{ port: '65536' }, {}, '--port must be'],
  [{}, { PORT: '-1' }, 'PORT must be'],
  [{}, { DATABASE_URL: 'mysql://localhost/atrium' }, 'DATABASE_URL must be an address like postgres://'],
  [{}, { ATRIUM_WAREHOUSE_URL: 'duckdb' }, 'ATRIUM_WAREHOUSE_URL must be an address like postgres://'],
  [{}, { ATRIUM_PUBLIC_URL: 'portal.example.org' }, 'ATRIUM_PUBLIC_URL must be an origin'],
  [{}, { ATRIUM_LOG_FORMAT: 'pretty' }, 'ATRIUM_LOG_FORMAT must be json or text.'],
  [{}, { ATRIUM_IDLE_SECONDS: '60' }, 'ATRIUM_IDLE_SECONDS must be a whole number from 180'],
  [{}, { ATRIUM_ALLOWED_ORIGINS: 'https://a.example/path' }, 'ATRIUM_ALLOWED_ORIGINS must be origins'],
])('refuses %o with %o by the name of the setting', (flags, environment, message) => {
  expect(() => readConfig(flags, environment)).toThrow(message);
});

test('ATRIUM_LOG_FORMAT chooses how log lines are written', () => {
  expect(readConfig({}, { ATRIUM_LOG_FORMAT: 'text' })).toMatchObject({ logFormat: 'text' });
});

test('a refused database address is not repeated, for it may hold a password', () => {
  expect(() => readConfig({}, { DATABASE_URL: 'mysql://root:hunter2@db' })).not.toThrow('hunter2');
});

test.each([
  ['127.0.0.1', true],
  ['127.8.0.1', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['127.0.0.1.example.org', false],
  ['192.168.1.2', false],
])('the address %s reaches this machine only: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
