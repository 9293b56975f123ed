import { expect, it } from 'vitest';
import { combineSettings, effectiveSettings, parseSetting } from './datasetSettings.ts';

it.each([
  ['smallCountThreshold=12', ['smallCountThreshold', 12]],
  ['siteTitle=12', ['siteTitle', '12']],
  ['siteTitle=', ['siteTitle', null]],
  ['listed=false', ['listed', false]],
  ['headerLinks={"Help": "https://a.example/?b=c"}', ['headerLinks', { Help: 'https://a.example/?b=c' }]],
  [
    'autoMembership={"level": "deid", "groups": ["north"]}',
    ['autoMembership', { level: 'deid', groups: ['north'] }],
  ],
])('%s is parsed to its value', (word, expected) => {
  expect(parseSetting(word)).toEqual(expected);
});

it.each([
  'siteTitle',
  'color=red',
  '__proto__={}',
  'smallCountThreshold=-1',
  'autoMembership={"level":"all"}',
])('%s is refused', (word) => {
  expect(() => parseSetting(word)).toThrow();
});

it.each([
  ['siteTitle', 'siteTitle'],
  ['color=red', 'color'],
  ['smallCountThreshold=-1', 'smallCountThreshold'],
  ['autoMembership={"level":"all"}', 'autoMembership'],
])('the refusal of %s names the setting as its field', (word, field) => {
  expect(() => parseSetting(word)).toThrow(expect.objectContaining({ field }));
});

it('a setting of the steward wins over the package, and a null removes one', () => {
  const proposed = { siteTitle: 'Theirs', contactEmail: 'a@example.org', smallCountThreshold: 5 };
  expect(effectiveSettings(proposed, { siteTitle: 'Ours', smallCountThreshold: null })).toEqual({
    siteTitle: 'Ours',
    contactEmail: 'a@example.org',
  });
});

it('settings in force that cannot be read are replaced, and listing the dataset again waits for a steward', () => {
  const proposed = { smallCountThreshold: 20, contactEmail: 'data@heart.example' };
  const { settings, unconfirmed } = combineSettings({
    proposed,
    chosen: {},
    inForce: { smallCountThreshold: 'twenty' },
  });
  expect(settings).toEqual({ ...proposed, listed: false });
  expect(unconfirmed).toEqual([{ key: 'listed', proposed: true, inForce: false }]);
});
