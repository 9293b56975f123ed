import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSite } from './config.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'atrium-site-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const given = (settings: unknown) =>
  writeFileSync(
    path.join(home, 'site.json'),
    typeof settings === 'string' ? settings : JSON.stringify(settings),
  );

test('a site without settings has the portal’s own title and colours', () => {
  expect(loadSite(home, undefined)).toMatchObject({ title: 'Atrium', tokens: { light: {}, dark: {} } });
});

test('a setting that is left out keeps its default', () => {
  given({ title: 'Hearts', tokens: { light: { brand: '#123456' } } });
  expect(loadSite(home, undefined)).toMatchObject({
    title: 'Hearts',
    staffLinks: [],
    tokens: { light: { brand: '#123456' }, dark: {} },
  });
});

test('a notice at sign-in is kept as it was typed, up to 4000 characters', () => {
  given({ signInNotice: 'Use is **monitored**.' });
  expect(loadSite(home, undefined).signInNotice).toBe('Use is **monitored**.');
  given({ signInNotice: 'x'.repeat(4001) });
  expect(() => loadSite(home, undefined)).toThrow('signInNotice');
});

test('a file that was named must exist', () => {
  expect(() => loadSite(home, path.join(home, 'other.json'))).toThrow('other.json cannot be read');
});

test.each([
  ['not JSON', '{', 'is not JSON'],
  ['a colour that is code', { tokens: { light: { brand: 'red;}body{display:none' } } }, 'tokens.light.brand'],
  ['a colour of no meaning', { tokens: { dark: { brandy: '#123456' } } }, 'brandy'],
  ['nine chart colours', { tokens: { light: { chart: Array(9).fill('#123456') } } }, 'tokens.light.chart'],
  ['a link that is a script', { staffLinks: [{ label: 'x', href: 'javascript:1' }] }, 'staffLinks.0.href'],
  [
    'a link to elsewhere without a scheme',
    { staffLinks: [{ label: 'x', href: '//x.org' }] },
    'staffLinks.0.href',
  ],
])('%s is refused by name', (_, settings, named) => {
  given(settings);
  expect(() => loadSite(home, undefined)).toThrow(named);
});
