import type { CastRule } from '../../package/packagePlan.ts';
import { isBad, numberOf } from './parseText.ts';

interface Side {
  readonly side: 'min' | 'max';
  readonly isExclusive: boolean;
}

const above: Side = { side: 'min', isExclusive: true };
const atLeast: Side = { side: 'min', isExclusive: false };
const below: Side = { side: 'max', isExclusive: true };
const atMost: Side = { side: 'max', isExclusive: false };

/** How bounds are written; a `+` behind a number is none, for it also grades (`3+`). */
const forms: readonly (readonly [RegExp, Side])[] = [
  [/^(?:>=|=>|≥|⩾|at least|minimum)\s*(.+)$/i, atLeast],
  [/^(?:<=|=<|≤|⩽|at most|up to|maximum)\s*(.+)$/i, atMost],
  [/^(?:>|＞|(?:more|greater|older|higher) than\b|over\b|above\b)\s*(.+)$/i, above],
  [/^(?:<|＜|(?:less|fewer|younger|lower) than\b|under\b|below\b)\s*(.+)$/i, below],
  [/^(.+?)\s+(?:and|or) (?:above|over|more|older|higher|greater)$/i, atLeast],
  [/^(.+?)\s+(?:and|or) (?:below|under|less|fewer|younger|lower)$/i, atMost],
];

/**
 * The numbers that a word such as `>89` stands for, with the ends of that range in it or at its edge; null for a word
 * that is no bound (rule 2.22). Among whole numbers `>89` begins with 90.
 */
export function boundOf(
  rule: CastRule,
  isWhole: boolean,
): (word: string) => Readonly<Record<'min' | 'max', number | null>> | null {
  const numberIn = numberOf({ ...rule, bareNumber: true });
  return (word) => {
    for (const [form, { side, isExclusive }] of forms) {
      const text = form.exec(word)?.[1];
      const number = text === undefined ? null : numberIn(text.trim());
      if (number === null || isBad(number)) continue;
      const edge = isWhole ? wholeEdge(number, side, isExclusive) : number;
      return side === 'min' ? { min: edge, max: null } : { min: null, max: edge };
    }
    return null;
  };
}

/** The first or the last whole number that the bound lets through. */
function wholeEdge(number: number, side: 'min' | 'max', isExclusive: boolean): number {
  const isOut = isExclusive && Number.isInteger(number);
  if (side === 'min') return Math.ceil(number) + (isOut ? 1 : 0);
  return Math.floor(number) - (isOut ? 1 : 0);
}
