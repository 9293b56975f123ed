import { expect, it } from 'vitest';
import { labelCells } from './cells.ts';
import { byCodePoint } from './codePoints.ts';

it('texts lie in the order of their code points, also beyond the first 65,536', () => {
  const texts = ['a', 'ab', '日', '\u{ffee}', '\u{1f600}', 'B', ''];
  expect([...texts].sort(byCodePoint)).toEqual(['', 'B', 'a', 'ab', '日', '\u{ffee}', '\u{1f600}']);
});

it('labels of terms are put in order once for all questions, and one label of two terms is one cell', () => {
  const terms = {
    labels: ['Zebra', null, 'Apple', 'Zebra'],
    within: new Map(),
    alternatives: new Map(),
    unknown: [2],
  };
  const texts = ['z1', 'M', 'a1', 'z2'];
  const cells = labelCells(terms, texts);
  expect([0, 1, 2].map(cells.cell)).toEqual(['Apple', 'M', 'Zebra']);
  expect([...(cells.ranks ?? [])]).toEqual([2, 1, 0, 2]);
  expect(labelCells(terms, texts)).toBe(cells);
});
