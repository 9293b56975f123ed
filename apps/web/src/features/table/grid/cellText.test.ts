import { expect, it } from 'vitest';
import { cellText, contentWidth, fittedWidth } from './cellText.ts';

it.each([
  ['22 years, 154 days', '22 y 154 d', '22 years, 154 days'],
  ['-1 years, 0 days', '-1 y 0 d', '-1 years, 0 days'],
  ['about 22 years, 154 days', 'about 22 years, 154 days', 'about 22 years, 154 days'],
  [['1 years, 2 days', null], '1 y 2 d; null', '1 years, 2 days; null'],
  [['a', 'null', null], 'a; \\null; null', 'a; \\null; null'],
  [true, 'True', 'True'],
  [0.1234567, '0.123457', '0.123457'],
])('the cell %j reads %s', (cell, text, whole) => {
  expect(cellText(cell)).toEqual({ text, whole });
});

it('a column fits its content: its header is the minimum, 320 pixels the cap of its name and content (rule 11.20)', () => {
  const rows = ['ab', 'a longer text of a cell', null].map((cell, number) => ({ number, cells: [cell] }));
  expect(contentWidth(rows, 0)).toBe(194);
  expect(fittedWidth('Sex', 194)).toBe(194);
  expect(fittedWidth('Sex', 20)).toBe(110);
  expect(fittedWidth('Age at enrolment', 20)).toBe(178);
  expect(fittedWidth('Sex', 2000)).toBe(320);
  expect(fittedWidth('x'.repeat(90), 2000)).toBe(600);
});
