import fc from 'fast-check';
import { expect, it } from 'vitest';
import { disarmed, rearmed } from './formulas.ts';

it.each([
  ['=1+1', "'=1+1"],
  ['+49', '+49'],
  ['-5.5', '-5.5'],
  ['-x', "'-x"],
  ['@you', "'@you"],
  ['\tx', "'\tx"],
  ["'=1+1", "''=1+1"],
  ["''-5", "'''-5"],
  ["'quoted'", "'quoted'"],
  ['plain', 'plain'],
  ['', ''],
])('%j is written as %j', (text, written) => {
  expect(disarmed(text)).toBe(written);
});

it.each([
  ['\uFF1D1+1', "'\uFF1D1+1"],
  ['\uFF0Bx', "'\uFF0Bx"],
  ['\uFF0Dx', "'\uFF0Dx"],
  ['\uFF20you', "'\uFF20you"],
  ['x\uFF1D1', 'x\uFF1D1'],
])('a full-width sign counts like the narrow one: %j is written as %j', (text, written) => {
  expect(disarmed(text)).toBe(written);
});

it.each([
  ['x;=1+1', "x;'=1+1"],
  ['x; =1+1', "x; '=1+1"],
  ['x\\;@sum', "x\\;'@sum"],
  ['x\n=1+1', "x\n'=1+1"],
  ['x\r\n=1+1', "x\r\n'=1+1"],
  ['x\t-y', "x\t'-y"],
  ['\n=1', "'\n'=1"],
  ['\u00A0=1', "\u00A0'=1"],
  ['a;b;=c;+d', "a;b;'=c;'+d"],
  ['5; -7; +8', '5; -7; +8'],
  ['5; -7; -x', "5; -7; '-x"],
  ['a=b', 'a=b'],
])('a formula after a separator of another country is disarmed: %j is written as %j', (text, written) => {
  expect(disarmed(text)).toBe(written);
});

const characters = ['=', '+', '-', '@', '\uFF1D', "'", ';', ' ', '\t', '\r', '\n', '\\', '5', 'x', '\u00A0'];
const hostile = fc
  .array(fc.constantFrom(...characters), { maxLength: 12 })
  .map((parts: readonly string[]) => parts.join(''));

it('no part of a cell between separators begins a formula, and the text comes back', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const written = disarmed(text);
      for (const part of written.split(/[;\t\r\n]/)) {
        const beginsFormula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(part);
        expect(beginsFormula && !Number.isFinite(Number(part))).toBe(false);
      }
      expect(rearmed(written)).toBe(text);
    }),
  );
});
