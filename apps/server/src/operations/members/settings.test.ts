import { expect, test } from 'vitest';
import { effectiveSettings, readSetting } from './settings.ts';

test.each([
  ['smallCountThreshold=12', ['smallCountThreshold', 12]],
  ['siteTitle=12', ['siteTitle', '12']],
  ['siteTitle=', ['siteTitle', null]],
  ['listed=false', ['listed', false]],
  ['headerLinks={"Help": "https://a.example/?b=c"}', ['headerLinks', { Help: 'https://a.example/?b=c' }]],
  [
    'autoMembership={"level": "deid", "groups": ["north"]}',
    ['autoMembership', { level: 'deid', groups: ['north'] }],
  ],
])('%s is read as what it says', (word, expected) => {
  expect(readSetting(word)).toEqual(expected);
});

test.each([
  'siteTitle',
  'color=red',
  '__proto__={}',
  'smallCountThreshold=-1',
  'autoMembership={"level":"all"}',
])('%s is refused', (word) => {
  expect(() => readSetting(word)).toThrow();
});

test('the steward stands over the package, and a null takes a setting away', () => {
  const proposed = { siteTitle: 'Theirs', contactEmail: 'a@example.org', smallCountThreshold: 5 };
  expect(effectiveSettings(proposed, { siteTitle: 'Ours', smallCountThreshold: null })).toEqual({
    siteTitle: 'Ours',
    contactEmail: 'a@example.org',
  });
});
