import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { tooLarge } from '../apps/web/firstLoad.ts';

it('rule 11.46: what every page waits for has its most bytes, as they are sent', () => {
  expect(tooLarge([{ kind: 'script', content: 'x'.repeat(900_000) }])).toEqual([]);
  expect(tooLarge([{ kind: 'style', content: randomBytes(41_000) }])).toEqual([
    expect.stringMatching(
      /^The style that every page waits for has 41\d{3} bytes with gzip; 40000 are allowed/,
    ),
  ]);
});
