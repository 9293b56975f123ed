import { pathOn } from '@atrium/contract/endpoints/endpoint';
import { expect, it } from 'vitest';
import { serverAddresses } from '../apps/web/devProxy.ts';
import { declaredEndpoints } from './declarations.ts';

const isOfServer = (address: string): boolean =>
  serverAddresses.some((pattern) => new RegExp(pattern).test(address));

it('while the page is developed, each call of the contract goes to the server', () => {
  const calls = declaredEndpoints().map(({ path }) => pathOn('heart', path));
  expect(calls.length).toBeGreaterThan(100);
  expect(calls.filter((call) => !isOfServer(call))).toEqual([]);
});

it.each([
  '/',
  '/heart/admin/accounts',
  '/src/api/client.ts',
  '/node_modules/.vite/deps/api/x.js',
  '/@fs/work/api/x',
])('and no page or module does: %s', (address) => {
  expect(isOfServer(address)).toBe(false);
});
