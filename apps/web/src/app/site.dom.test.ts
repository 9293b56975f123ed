import { expect, it } from 'vitest';
import { parseSite } from './site.ts';

it('reads what the server wrote into the page', () => {
  expect(parseSite(JSON.stringify({ title: 'Hearts' })).title).toBe('Hearts');
});

it.each(['', '__SITE__', '{"title":1}', '{"colour":"red"}'])(
  'has the defaults where the page says %j',
  (text) => {
    expect(parseSite(text)).toMatchObject({ title: 'Atrium', supportEmail: '' });
  },
);
