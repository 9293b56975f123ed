import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasMoreParts, jsonPieces } from './jsonPieces.ts';

it('the pieces of plain data are together its JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(3), (data, times) => {
      const long = {
        data,
        none: undefined,
        list: Array.from({ length: 900 * times }, () => [data, undefined]),
      };
      expect([...jsonPieces(long)].join('')).toBe(JSON.stringify(long));
    }),
  );
});

it('data of few parts is one piece, and no piece of a long page holds more than a few rows of it (rule 8.17)', () => {
  const row = Array.from({ length: 300 }, (_, cell) => cell);
  expect([...jsonPieces([row, row])]).toHaveLength(1);
  const page = {
    data: Array.from({ length: 500 }, () => row),
    longRow: Array.from({ length: 90_000 }, () => 1),
  };
  const pieces = [...jsonPieces(page)];
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(10_000);
  expect(pieces.join('')).toBe(JSON.stringify(page));
});

it.each([
  ['a number', 1, 1, false],
  ['a list with its items', [1, 2], 2, true],
  ['a list with its items', [1, 2], 3, false],
  ['the members of an object', { a: { b: 1 } }, 2, true],
  ['each 64 characters of a text', 'x'.repeat(640), 10, true],
])('the parts of data: %s', (_, data, most, hasMore) => {
  expect(hasMoreParts(data, most)).toBe(hasMore);
});
