import { expect, it } from 'vitest';
import type { NumberWord } from './dictionary.ts';
import { codeOfWord, codesOfWords, shownValue, wordsWithin } from './numberWords.ts';

const words: readonly NumberWord[] = [
  { text: '<0.1', bound: { min: null, max: 0.1 } },
  { text: '>89', bound: { min: 89, max: null } },
  { text: 'not done', bound: null },
];

it.each([
  [{ min: 60, max: null }, ['>89']],
  [{ min: 89, max: null }, ['>89']],
  [{ min: 95, max: null }, []],
  [{ min: null, max: 95 }, ['<0.1']],
  [{ min: null, max: 0.05 }, []],
  [{ min: 60, max: 200 }, []],
  [{ min: 0, max: 5 }, []],
])('a bound lies in %o where every number that it stands for does (rule 2.22)', (range, found) => {
  expect(wordsWithin({ words }, range)).toEqual(found);
});

it('a word is a number above all numbers, and is itself again when it is shown (rule 2.21)', () => {
  expect(codesOfWords({ words }, ['not done', 'unknown', '<0.1'])).toEqual([codeOfWord(0), codeOfWord(2)]);
  expect(shownValue({ words }, codeOfWord(1))).toBe('>89');
  expect(shownValue({ words }, 89)).toBe('89');
  expect(Number.isFinite(codeOfWord(999))).toBe(true);
});
