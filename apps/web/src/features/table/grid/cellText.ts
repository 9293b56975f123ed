import type { Scalar } from '@atrium/contract';
import { headingWords } from '../words.ts';

const significantDigits = 6;

/** How one value reads: True and False, whole numbers as they are, others with six significant digits. */
export function scalarText(value: Scalar): string {
  if (value === null) return headingWords.nothing;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number' && !Number.isInteger(value)) {
    return String(Number(value.toPrecision(significantDigits)));
  }
  return String(value);
}

/** A list as one text. */
export const listText = (values: readonly Scalar[]): string => values.map(scalarText).join('; ');
