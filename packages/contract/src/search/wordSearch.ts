/** How a text meets a search; the lower, the better (rule 11.13). */
export const wordRanks = { exact: 0, prefix: 1, words: 2, beginnings: 3, parts: 4 } as const;
export type WordRank = (typeof wordRanks)[keyof typeof wordRanks];

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The words of a text without case and accents: what lies between letters and digits parts them. */
export const wordsIn = (text: string): readonly string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** A text as it is compared: its words with a space before and behind each. */
export const comparableText = (text: string): string => ` ${wordsIn(text).join(' ')} `;

/** What is looked for: each word once, and all of them as they were typed. */
export interface WordSearch {
  readonly words: readonly string[];
  /** A text that is exactly this, as it is compared. */
  readonly whole: string;
}

export const wordSearch = (search: string): WordSearch => {
  const words = wordsIn(search);
  return { words: [...new Set(words)], whole: ` ${words.join(' ')} ` };
};

/** How a text that `comparableText` gave meets a search; null where it lacks a word. */
export function wordRankOf(text: string, { words, whole }: WordSearch): WordRank | null {
  if (text === whole) return wordRanks.exact;
  let rank: WordRank = wordRanks.words;
  for (const word of words) {
    if (text.includes(` ${word} `)) continue;
    if (!text.includes(word)) return null;
    if (!text.includes(` ${word}`)) rank = wordRanks.parts;
    else if (rank === wordRanks.words) rank = wordRanks.beginnings;
  }
  return text.startsWith(whole.slice(0, -1)) ? wordRanks.prefix : rank;
}

/** The items that meet a search, the best first; equal ones in their order. All of them where nothing is looked for. */
export function rankedByWords<T>(
  items: readonly T[],
  search: string,
  textOf: (item: T) => string,
): readonly T[] {
  const wanted = wordSearch(search);
  if (wanted.words.length === 0) return items;
  return items
    .flatMap((item) => {
      const rank = wordRankOf(comparableText(textOf(item)), wanted);
      return rank === null ? [] : [{ item, rank }];
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

/** How many slips of the finger a word of so many letters may have. */
const allowedSlips = (word: string): number => {
  if (word.length < 4 || /\d/.test(word)) return 0;
  return word.length < 8 ? 1 : 2;
};

/** So many words are looked at in a step: some tenths of a millisecond. */
const wordsOfStep = 500;

/**
 * The known word that a mistyped one was probably meant to be: one letter too many, too few, another or two exchanged,
 * and twice so in a word of eight letters or more. Null for a word that a known one contains, for one with digits, which
 * may be an id, and where nothing is near.
 */
export function* nearestWord(
  word: string,
  known: Iterable<string>,
): Generator<undefined, string | null, undefined> {
  let best: string | null = null;
  let slips = allowedSlips(word) + 1;
  let looked = 0;
  for (const candidate of known) {
    looked += 1;
    if (looked % wordsOfStep === 0) yield;
    if (candidate.includes(word)) return null;
    if (Math.abs(candidate.length - word.length) >= slips) continue;
    const distance = slipsBetween(word, candidate, slips);
    if (distance < slips) [best, slips] = [candidate, distance];
  }
  return best;
}

/** The letters and digits of a text, by which spellings are compared. */
export const lettersOf = (text: string): string => wordsIn(text).join('');

/** Whether two texts are spellings of one, by their letters: the same ones, or a slip or two between them. */
export function isOtherSpelling(letters: string, others: string): boolean {
  if (letters === others) return true;
  const allowed = allowedSlips(letters);
  if (allowed === 0 || Math.abs(letters.length - others.length) > allowed || /\d/.test(others)) return false;
  return slipsBetween(letters, others, allowed + 1) <= allowed;
}

/** The least number of slips that make one word the other; `most` where there are as many or more. */
function slipsBetween(one: string, other: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isExchanged =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      line.push(
        Math.min(
          (last[column] ?? most) + 1,
          (line[column - 1] ?? most) + 1,
          (last[column - 1] ?? most) + (isSame ? 0 : 1),
          isExchanged ? (before[column - 2] ?? most) + 1 : most,
        ),
      );
    }
    if (Math.min(...line) >= most) return most;
    [before, last] = [last, line];
  }
  return Math.min(most, last[other.length] ?? most);
}
