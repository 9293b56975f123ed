import { isPattern, patternOf } from '@atrium/engine';
import { maxMatched } from '../compile/codeSets.ts';
import { NotInIndex } from '../compile/refusal.ts';
import type { Answering } from './answering.ts';
import { forEachInSlices } from './slices.ts';

/** JavaScript makes two of some characters, as of İ. */
const lowerCase = (character: string): string => {
  const [first = ''] = character.toLowerCase();
  return first;
};

/** As the databases write it: each character by itself becomes one other. */
export const lowered = (text: string): string =>
  /^[\0-\x7f]*$/.test(text) ? text.toLowerCase() : Array.from(text, lowerCase).join('');

const loweredTexts = new WeakMap<readonly string[], Promise<readonly string[]>>();

/** The same texts in lower case; lists that stay are only lowered once. */
function allLowered(texts: readonly string[]): Promise<readonly string[]> {
  const found = loweredTexts.get(texts) ?? lowerAll(texts);
  loweredTexts.set(texts, found);
  return found;
}

async function lowerAll(texts: readonly string[]): Promise<readonly string[]> {
  const all: string[] = [];
  await forEachInSlices(texts, (text) => all.push(lowered(text)));
  return all;
}

/**
 * Which texts, by index, a search meets: a part of the text in any case, or `/…/` a regular expression. A pattern that
 * no engine could run meets nothing.
 */
export async function meets(
  search: string,
  texts: readonly string[],
  { matcher }: Pick<Answering, 'matcher'>,
): Promise<(index: number) => boolean> {
  if (search === '') return () => true;
  const pattern = patternOf(search);
  if (pattern === null) {
    const [all, wanted] = [await allLowered(texts), lowered(search)];
    return (index) => (all[index] ?? '').includes(wanted);
  }
  if (!isPattern(pattern)) return () => false;
  if (texts.length > maxMatched) throw new NotInIndex('tooManyValues');
  const isMatch = matcher(pattern);
  return (index) => isMatch(texts[index] ?? '');
}
