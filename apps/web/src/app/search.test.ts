import { expect, it } from 'vitest';
import { accountSearch, signInSearch } from './search.ts';

it.each(['/', '/default/query?concept=sex&tab=date_range', '/dataset/default#top'])(
  'a visitor may return to %s',
  (returnTo) => expect(signInSearch.parse({ returnTo }).returnTo).toBe(returnTo),
);

it.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
])('a visitor is never led to %s', (returnTo) =>
  expect(signInSearch.parse({ returnTo }).returnTo).toBeUndefined(),
);

it('a value that an address may not have is ignored', () => {
  expect(signInSearch.parse({ error: 'made_up', ended: 7 })).toEqual({});
  expect(accountSearch.parse({ tab: 'nowhere', action: 'x', since: 'soon' })).toEqual({});
});
