/** One guess about the files, with the evidence for it and against it. */
export interface Guess {
  /** A file, a column as `file: column`, or `all files`. */
  readonly about: string;
  /** What is guessed and why, with counts. */
  readonly text: string;
  /** Up to three texts that contradict it. */
  readonly counterExamples: readonly string[];
  /** Whether it is about a column that starts protected, so that its texts are for who describes it only. */
  readonly isProtected?: boolean;
}

/** How many texts of the other kind are shown. */
export const maxCounterExamples = 3;

const number = new Intl.NumberFormat('en-US');

export const inWords = (amount: number): string => number.format(amount);

/** `1 row`, `2,694 rows`. */
export const countOf = (amount: number, one: string, many = `${one}s`): string =>
  `${inWords(amount)} ${amount === 1 ? one : many}`;
