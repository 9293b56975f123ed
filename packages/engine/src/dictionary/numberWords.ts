import type { Concept } from './dictionary.ts';

/** A concept of numbers has at most so many different words: with more it is a text (rule 2.23). */
export const maxNumberWords = 1000;

/**
 * Words lie in the column of the numbers: the nth word of a concept, counted from 1 in the order of code points, is
 * `n × leastWord`. So numbers sort by size and words after them, and equal words are equal numbers (rule 2.21).
 */
export const leastWord = 2 ** 1000;

type Worded = Pick<Concept, 'words'>;

/** What the column holds for the word of this index. */
export const codeOfWord = (index: number): number => (index + 1) * leastWord;

/** The word that a value of the column stands for; null for a number. */
export const wordOf = ({ words }: Worded, value: number): string | null =>
  value < leastWord ? null : (words[value / leastWord - 1]?.text ?? null);

/** A value of the column as text: a word as itself. */
export const shownValue = (concept: Worded, value: unknown): string =>
  (typeof value === 'number' ? wordOf(concept, value) : null) ?? String(value);

/** What the column holds for these words; a word that the release lacks is left out. */
export function codesOfWords({ words }: Worded, texts: readonly string[]): readonly number[] {
  const wanted = new Set(texts);
  return words.flatMap(({ text }, index) => (wanted.has(text) ? [codeOfWord(index)] : []));
}

/** The words that certainly lie in a range: all numbers that they stand for are in it (rule 2.22). */
export function wordsWithin(
  { words }: Worded,
  { min, max }: { readonly min: number | null; readonly max: number | null },
): readonly string[] {
  return words.flatMap(({ text, bound }) => {
    if (bound === null) return [];
    const isAbove = min === null || (bound.min !== null && bound.min >= min);
    const isBelow = max === null || (bound.max !== null && bound.max <= max);
    return isAbove && isBelow ? [text] : [];
  });
}
