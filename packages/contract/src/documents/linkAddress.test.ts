import { expect, it } from 'vitest';
import { dataPackage, datasetSettings, packageFieldExtras, storedSettings } from './dataPackage.ts';
import { isLinkAddress } from './linkAddress.ts';

it.each(['https://example.org/{value}?q=1', 'HTTP://example.org', 'mailto:data@example.org', '/about', '/'])(
  '%j is an address that a page may link to',
  (address) => {
    expect(isLinkAddress(address)).toBe(true);
  },
);

const refused = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://example.org/x',
  'ftp://example.org',
  'https:example.org',
  'https:///example.org',
  '//example.org',
  '/\\example.org',
  '/\t/example.org',
  '\\\\example.org',
  '{value}',
  'example.org',
  '',
];

it.each(refused)('%j is no address that a page may link to', (address) => {
  expect(isLinkAddress(address)).toBe(false);
});

it.each(refused)('%j is refused wherever a package or a steward gives a link', (address) => {
  const settings = { headerLinks: { Help: address } };
  expect(datasetSettings.safeParse(settings).success).toBe(false);
  expect(packageFieldExtras.safeParse({ link: address }).success).toBe(false);
  const resources = [{ name: 'person' }];
  expect(dataPackage.safeParse({ name: 'x', resources, atrium: { settings } }).success).toBe(false);
});

it('settings that were stored before links were checked are still settings', () => {
  const settings = { smallCountThreshold: 20, listed: false, headerLinks: { Help: 'example.org' } };
  expect(storedSettings.parse(settings)).toEqual(settings);
});
