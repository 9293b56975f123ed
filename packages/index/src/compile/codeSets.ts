import { dayNumber } from '@atrium/contract/calendar/dayNumbers';
import { unreachable } from '@atrium/contract/errors/unreachable';
import {
  type Concept,
  codesOfWords,
  kindOf,
  leastWord,
  type ReleaseSql,
  type RowCondition,
} from '@atrium/engine';
import type { ConceptIndex, Values } from '../layout/releaseIndex.ts';
import { seenValue } from '../layout/seenValue.ts';
import type { CodeRange, Seen } from '../layout/steps.ts';
import { asSeen } from './asSeen.ts';
import { NotInIndex } from './refusal.ts';

type ValueCondition = Exclude<
  RowCondition,
  { kind: 'and' | 'or' | 'not' | 'isNull' | 'happened' | 'relative' | 'pathway' }
>;

export interface Looked {
  readonly index: ConceptIndex;
  readonly memory: ArrayBufferLike;
  readonly release: ReleaseSql;
  readonly matcher: Matcher;
}

/** A test of a regular expression that takes time linear in the text. */
export type Matcher = (pattern: string) => (text: string) => boolean;

/** The values of a concept that meet a condition, as ranges of codes in ascending order. */
export function codesThatMeet(condition: ValueCondition, looked: Looked): readonly CodeRange[] {
  const { values, terms } = looked.index;
  switch (condition.kind) {
    case 'oneOf':
      return toRanges(condition.values.flatMap((value) => codeOfText(values, value) ?? []));
    case 'isBoolean':
      return toRanges([condition.value ? 2 : 1]);
    case 'matches':
      return codesThatMatch(condition.pattern, textsOf(values), looked.matcher);
    case 'between':
      return numbersBetween(condition, looked);
    case 'oneOfWords': {
      const numbers = numbersOf(values, looked.memory);
      const words = codesOfWords(condition.concept, condition.words);
      return toRanges(words.flatMap((word) => codeOfNumber(numbers, word) ?? []));
    }
    case 'betweenDays': {
      const [min, max] = [condition.min, condition.max].map((day) => (day === null ? null : dayNumber(day)));
      return between(numbersOf(values, looked.memory), asSeen(condition.concept, looked.release), {
        min: min ?? null,
        max: max ?? null,
      });
    }
    case 'withinTerms': {
      if (terms === null) throw new NotInIndex('notIndexed');
      const named = condition.codes.flatMap((code) => [code, ...(terms.alternatives.get(code) ?? [])]);
      const [first, ...others] = named.flatMap((code) => {
        const within = terms.within.get(code);
        return within === undefined ? [] : [within];
      });
      if (first === undefined) return [];
      return others.length === 0 ? rangesOfTerm(first) : toRanges([first, ...others].flat());
    }
    case 'hasDigits':
      throw new NotInIndex('notIndexed');
    case 'unknownTerm':
      if (terms === null) throw new NotInIndex('notIndexed');
      return toRanges(terms.unknown);
    default:
      return unreachable(condition);
  }
}

/** More texts are not matched while others wait: statements do it. */
export const maxMatched = 20_000;
/** So many patterns are remembered for a list of texts. */
const maxPatterns = 20;
const matched = new WeakMap<readonly string[], Map<string, readonly CodeRange[]>>();

/** The codes of the texts that match, looked for once: one question may hold the same pattern in many plans. */
export function codesThatMatch(
  pattern: string,
  texts: readonly string[],
  matcher: Matcher,
): readonly CodeRange[] {
  if (texts.length > maxMatched) throw new NotInIndex('tooManyValues');
  const known = matched.get(texts) ?? new Map<string, readonly CodeRange[]>();
  matched.set(texts, known);
  const before = known.get(pattern);
  if (before !== undefined) return before;
  const isMatch = matcher(pattern);
  const found = toRanges(texts.flatMap((text, index) => (isMatch(text) ? [index + 1] : [])));
  if (known.size >= maxPatterns) known.clear();
  known.set(pattern, found);
  return found;
}

/** The values that make a subject visible to a group (rule 1.12). */
export function truthyCodes(
  concept: Concept,
  { index, memory }: Pick<Looked, 'index' | 'memory'>,
): readonly CodeRange[] {
  const { values } = index;
  if (values.kind === 'booleans') return toRanges([2]);
  const all = { low: 1, high: countOf(values) };
  if (values.kind !== 'numbers' || kindOf(concept).isTopCoded) return all.high === 0 ? [] : [all];
  const numbers = numbersOf(values, memory);
  const zero = codeOfNumber(numbers, 0);
  const last = kindOf(concept).hasWords ? firstFrom(numbers, (value) => value >= leastWord) : all.high;
  const ranges = zero === undefined ? [{ low: 1, high: last }] : around(zero, last);
  return ranges.filter(({ low, high }) => low <= high);
}

const around = (code: number, last: number): readonly CodeRange[] => [
  { low: 1, high: Math.min(code - 1, last) },
  { low: code + 1, high: last },
];

export const countOf = (values: Values): number => {
  if (values.kind === 'texts') return values.texts.length;
  return values.kind === 'booleans' ? 2 : values.count;
};

export function numbersOf(values: Values, memory: ArrayBufferLike): Float64Array | Int32Array {
  if (values.kind === 'numbers') return new Float64Array(memory, values.at, values.count);
  if (values.kind === 'days') return new Int32Array(memory, values.at, values.count);
  if (values.kind === 'storedTexts') throw new NotInIndex('notIndexed');
  throw new Error(`The values are ${values.kind}, and no numbers.`);
}

/** Never met by a word beside the numbers, also where the upper bound is open. */
function numbersBetween(
  { concept, min, max }: Extract<RowCondition, { kind: 'between' }>,
  { index, memory, release }: Looked,
): readonly CodeRange[] {
  const numbers = numbersOf(index.values, memory);
  const found = between(numbers, asSeen(concept, release), { min, max });
  if (!kindOf(concept).hasWords) return found;
  const last = firstFrom(numbers, (value) => value >= leastWord);
  return found.flatMap(({ low, high }) => (low <= last ? [{ low, high: Math.min(high, last) }] : []));
}

/** Inclusive at both ends; an open pair accepts every value. */
export function between(
  numbers: Float64Array | Int32Array,
  seen: Seen,
  { min, max }: { readonly min: number | null; readonly max: number | null },
): readonly CodeRange[] {
  const below = min === null ? 0 : firstFrom(numbers, (value) => seenValue(value, seen) >= min);
  const until = max === null ? numbers.length : firstFrom(numbers, (value) => seenValue(value, seen) > max);
  return below < until ? [{ low: below + 1, high: until }] : [];
}

/** How many numbers come before the first that passes a test, which all after it pass, too. */
export function firstFrom(numbers: Float64Array | Int32Array, passes: (value: number) => boolean): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(numbers[middle] ?? Number.NaN)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function codeOfNumber(numbers: Float64Array | Int32Array, value: number): number | undefined {
  const index = firstFrom(numbers, (one) => one >= value);
  return numbers[index] === value ? index + 1 : undefined;
}

export function textsOf(values: Values): readonly string[] {
  if (values.kind === 'texts') return values.texts;
  if (values.kind === 'storedTexts') throw new NotInIndex('notIndexed');
  throw new Error(`The values are ${values.kind}, and no texts.`);
}

/** The text with an index. */
export function storedText(
  { offsets, bytes }: Extract<Values, { kind: 'storedTexts' }>,
  index: number,
  memory: ArrayBufferLike,
): string {
  const [begin = 0, end = 0] = new Uint32Array(memory, offsets + 4 * index, 2);
  return Buffer.from(memory, bytes + begin, end - begin).toString('utf8');
}

const ranges = new WeakMap<readonly number[], readonly CodeRange[]>();

/** Those of the codes below a term, made once. */
function rangesOfTerm(within: readonly number[]): readonly CodeRange[] {
  const found = ranges.get(within) ?? toRanges(within);
  ranges.set(within, found);
  return found;
}

const codes = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

/** The code of a text; undefined where no row has it. */
export function codeOfText(values: Values, text: string): number | undefined {
  const texts = textsOf(values);
  const known = codes.get(texts) ?? new Map(texts.map((one, index) => [one, index + 1]));
  codes.set(texts, known);
  return known.get(text);
}

/** Codes in any order, also several times, as ranges. */
export function toRanges(given: readonly number[]): readonly CodeRange[] {
  const ranges: { low: number; high: number }[] = [];
  for (const code of [...given].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && code <= last.high + 1) last.high = Math.max(last.high, code);
    else ranges.push({ low: code, high: code });
  }
  return ranges;
}
