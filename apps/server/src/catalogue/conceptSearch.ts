import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import type { Concept, Lookup } from '@atrium/engine';

/** Values by concept id, for concepts whose values may be searched. */
export type SearchableValues = ReadonlyMap<string, readonly SearchableValue[]>;

/** A value or synonym: as it is spelled, and as it is compared. */
export interface SearchableValue {
  readonly text: string;
  readonly lower: string;
}

export const searchableValue = (text: string): SearchableValue => ({ text, lower: text.toLowerCase() });

const maxWords = 16;

/** The words of a search, each once; refuses more than are looked for (rule 8.30). */
export function wordsOf(search: string): readonly string[] {
  const words = [...new Set(search.toLowerCase().split(/\s+/).filter(Boolean))];
  if (words.length > maxWords)
    throw fieldRefusal('bad_request', 'search', `must have at most ${maxWords} different words`);
  return words;
}

interface SearchContext {
  readonly lookup: Lookup;
  readonly values: SearchableValues;
}

/** A concept that was found. */
export interface ConceptHit {
  readonly concept: Concept;
  /** A few values that have words which its other texts do not have; those with most words first. */
  readonly matches: readonly string[];
}

type Steps<Result> = Generator<undefined, Result, undefined>;

/**
 * Finds the concepts that have every word in name, id, category path, description or values. Hits in the name come
 * first, then the others in that order; equal ones in the order of the package (rule 4.12). A step looks at some of the
 * values only, since there may be very many.
 */
export function* searchInSteps(
  concepts: readonly Concept[],
  words: readonly string[],
  { lookup, values }: SearchContext,
): Steps<readonly ConceptHit[]> {
  if (words.length === 0) return [];
  const hits: (ConceptHit & { readonly rank: number })[] = [];
  for (const concept of concepts) {
    yield;
    const texts = textsOf(concept, lookup);
    const ofValues = words.filter((word) => !texts.flat().some((text) => text.includes(word)));
    const own = values.get(concept.id) ?? [];
    if (!(yield* haveAll(own, ofValues))) continue;
    const matches = ofValues.length === 0 ? [] : yield* valuesWithMost(own, ofValues);
    hits.push({ concept, matches, rank: rankOf(texts, words) });
  }
  return hits.sort((a, b) => a.rank - b.rank || a.concept.number - b.concept.number);
}

/** The lower, the earlier the texts have the words; a word that none of them has is one of the values. */
function rankOf(texts: readonly (readonly string[])[], words: readonly string[]): number {
  const name = texts[0]?.[0] ?? '';
  return words.reduce((total, word) => {
    if (name.startsWith(word)) return total;
    const index = texts.findIndex((some) => some.some((text) => text.includes(word)));
    return total + (index === -1 ? texts.length : index) + 1;
  }, 0);
}

/** So many values are looked at in a step: some tenths of a millisecond. */
const valuesOfStep = 2000;

/** Whether each word is in some value. */
function* haveAll(values: readonly SearchableValue[], words: readonly string[]): Steps<boolean> {
  for (const word of words) {
    let isFound = false;
    for (let begin = 0; begin < values.length && !isFound; begin += valuesOfStep) {
      isFound = values.slice(begin, begin + valuesOfStep).some(({ lower }) => lower.includes(word));
      yield;
    }
    if (!isFound) return false;
  }
  return true;
}

const maxMatches = 3;

function* valuesWithMost(
  values: readonly SearchableValue[],
  words: readonly string[],
): Steps<readonly string[]> {
  let best: { readonly text: string; readonly found: number }[] = [];
  const atOnce = Math.ceil(valuesOfStep / words.length);
  for (let begin = 0; begin < values.length; begin += atOnce) {
    const found = values.slice(begin, begin + atOnce).map(({ text, lower }) => ({
      text,
      found: words.filter((word) => lower.includes(word)).length,
    }));
    best = [...best, ...found.filter((hit) => hit.found > 0)]
      .sort((a, b) => b.found - a.found)
      .slice(0, maxMatches);
    yield;
  }
  return best.map(({ text }) => text);
}

/** Name, id, path and description of a concept, in lower case. */
const textsOf = (concept: Concept, lookup: Lookup): readonly (readonly string[])[] => [
  [`${concept.title} ${concept.titlePlural}`.toLowerCase()],
  [concept.id.toLowerCase()],
  lookup.categoryPath(concept).map((node) => node.title.toLowerCase()),
  [concept.description.toLowerCase()],
];
