import { isPattern, patternOf } from '@atrium/engine';
import { NotInIndex } from '../compile/refusal.ts';
import type { Answering } from './answering.ts';

/** Surrogates stand for code points above all others, but their units do not. */
const rankOf = (unit: number): number =>
  unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;

/** The order of two texts by their code points, which is that of the databases. */
export function byCodePoint(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const [left, right] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (left !== right) return rankOf(left) - rankOf(right);
  }
  return one.length - other.length;
}

const lowerCase = (character: string): string => {
  const [first = ''] = character.toLowerCase();
  return first;
};

/** As the databases write it: each character by itself becomes one other. */
export const lowered = (text: string): string =>
  /^[\0-\x7f]*$/.test(text) ? text.toLowerCase() : Array.from(text, lowerCase).join('');

const known = new WeakMap<readonly string[], readonly string[]>();

/** The same texts in lower case; lists that stay are only lowered once. */
export function allLowered(texts: readonly string[]): readonly string[] {
  const found = known.get(texts) ?? texts.map(lowered);
  known.set(texts, found);
  return found;
}

/** More texts are not matched while others wait: statements do it. */
const maxMatched = 20_000;

/**
 * Which texts, by index, a search meets: a part of the text in any case, or `/…/` a regular expression. A pattern that
 * no engine could run meets nothing.
 */
export function meets(
  search: string,
  texts: readonly string[],
  { matcher }: Pick<Answering, 'matcher'>,
): (index: number) => boolean {
  if (search === '') return () => true;
  const pattern = patternOf(search);
  if (pattern === null) {
    const [all, wanted] = [allLowered(texts), lowered(search)];
    return (index) => (all[index] ?? '').includes(wanted);
  }
  if (!isPattern(pattern)) return () => false;
  if (texts.length > maxMatched) throw new NotInIndex('tooManyValues');
  const isMatch = matcher(pattern);
  return (index) => isMatch(texts[index] ?? '');
}
