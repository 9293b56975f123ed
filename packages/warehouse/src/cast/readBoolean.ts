import type { CastRule } from '../package/packagePlan.ts';
import type { BadText } from './scalar.ts';

const trueWords = new Set(['true', 't', 'yes', 'y', '1']);
const falseWords = new Set(['false', 'f', 'no', 'n', '0']);
const missingWords = new Set(['none', 'null', 'n/a', 'unknown']);

/** The field's own words, spelled exactly so, or else those of rule 10.3 in any case. */
export function readBoolean({
  trueValues,
  falseValues,
}: Pick<CastRule, 'trueValues' | 'falseValues'>): (text: string) => boolean | null | BadText {
  const isTrue = oneOf(trueValues, trueWords);
  const isFalse = oneOf(falseValues, falseWords);
  return (text) => {
    if (isTrue(text)) return true;
    if (isFalse(text)) return false;
    return missingWords.has(text.toLowerCase()) ? null : { problem: 'notABoolean' };
  };
}

function oneOf(own: readonly string[] | null, usual: ReadonlySet<string>): (text: string) => boolean {
  if (own === null) return (text) => usual.has(text.toLowerCase());
  const words = new Set(own.map((word) => word.trim()));
  return (text) => words.has(text);
}
