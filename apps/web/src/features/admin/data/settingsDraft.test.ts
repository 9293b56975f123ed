import { expect, it } from 'vitest';
import { changedSettings, draftOfSettings } from './settingsDraft.ts';

const inForce = {
  siteTitle: 'Heart',
  headerLinks: { Guide: 'https://a.example/guide' },
  smallCountThreshold: 11,
  autoMembership: { level: 'agg', groups: ['x'] },
};

it('unchanged settings are not sent', () => {
  expect(changedSettings(inForce, draftOfSettings(inForce))).toEqual({ settings: {}, fault: null });
});

it('a changed setting is sent in its form, and an empty one removes the setting of the package', () => {
  const draft = {
    ...draftOfSettings(inForce),
    siteTitle: '',
    smallCountThreshold: '5',
    headerLinks: 'Guide = https://a.example/guide\nHelp=https://b.example',
    listed: 'false',
    autoMembership: 'deid',
  };
  expect(changedSettings(inForce, draft).settings).toEqual({
    siteTitle: null,
    smallCountThreshold: 5,
    headerLinks: { Guide: 'https://a.example/guide', Help: 'https://b.example' },
    listed: false,
    autoMembership: { level: 'deid' },
  });
});

it('what is not of the form is a fault of its field', () => {
  const draft = { ...draftOfSettings(inForce), headerLinks: 'no address' };
  expect(changedSettings(inForce, draft).fault?.key).toBe('headerLinks');
});

it.each([
  ['-1', '-1'],
  ['2.5', '2.5'],
  ['0x10', '0x10'],
  ['a number of 400 digits', '9'.repeat(400)],
])('%s is no number that a setting can have', (_, typed) => {
  const draft = { ...draftOfSettings(inForce), smallCountThreshold: typed };
  expect(changedSettings(inForce, draft)).toMatchObject({
    settings: {},
    fault: { key: 'smallCountThreshold' },
  });
});
