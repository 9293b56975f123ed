import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import {
  comparableText,
  nearestWord,
  type WordRank,
  type WordSearch,
  wordRankOf,
  wordRanks,
  wordSearch,
} from '@atrium/contract/search/wordSearch';
import type { Concept, Lookup } from '@atrium/engine';
import type { SearchableValue, SearchableValues } from './searchableValues.ts';

const maxWords = 16;

/** The words of a search, each once; refuses more than are looked for (rule 8.30). */
export function parseSearch(text: string): WordSearch {
  const search = wordSearch(text);
  if (search.words.length > maxWords)
    throw fieldRefusal('bad_request', 'search', `must have at most ${maxWords} different words`);
  return search;
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

/** A value that was found. */
export interface ValueHit {
  readonly concept: Concept;
  readonly value: SearchableValue;
  /** The name for which it was found, where that is another than the shown one. */
  readonly alsoCalled: string | null;
}

export interface SearchHits {
  readonly concepts: readonly ConceptHit[];
  /** The best of them. */
  readonly values: readonly ValueHit[];
}

type Steps<Result> = Generator<undefined, Result, undefined>;

/** So many values are looked at in a step: some tenths of a millisecond. */
const valuesOfStep = 1000;
/** So many values are shown. */
const maxRows = 40;
const maxMatches = 3;

interface FoundValue extends ValueHit {
  readonly rank: WordRank;
  /** How many of the words are in its own names. */
  readonly found: number;
}

/**
 * Finds the concepts that have every word in name, id, category path, description or values (rule 4.12), and the values
 * that have some of the words while the texts of their concept have the others (rule 11.13). A step looks at some of the
 * values only, since there may be very many.
 */
export function* searchInSteps(
  concepts: readonly Concept[],
  search: WordSearch,
  { lookup, values }: SearchContext,
): Steps<SearchHits> {
  if (search.words.length === 0) return { concepts: [], values: [] };
  const hits: (ConceptHit & { readonly cost: number })[] = [];
  let rows: readonly FoundValue[] = [];
  for (const concept of concepts) {
    yield;
    const texts = textsOf(concept, lookup);
    const inTexts = new Set(search.words.filter((word) => texts.some((text) => text.includes(word))));
    const found = yield* valuesWith(search, { concept, inTexts, values: values.get(concept.id) ?? [] });
    rows = best([...rows, ...found.rows], byRank, maxRows);
    if (search.words.some((word) => !inTexts.has(word) && !found.words.has(word))) continue;
    hits.push({ concept, matches: found.matches, cost: costOf(texts, search) });
  }
  const ordered = hits.sort((a, b) => a.cost - b.cost || a.concept.number - b.concept.number);
  return { concepts: ordered, values: rows };
}

const best = <T>(items: readonly T[], order: (one: T, other: T) => number, most: number): readonly T[] =>
  [...items].sort(order).slice(0, most);

/** By rank, then by how many subjects have them. */
const byRank = (one: FoundValue, other: FoundValue): number =>
  one.rank - other.rank || other.value.subjects - one.value.subjects;

/** By how many of the words they have, then by rank. */
const byWords = (one: FoundValue, other: FoundValue): number => other.found - one.found || byRank(one, other);

interface OwnValues {
  readonly concept: Concept;
  /** The words that other texts of the concept have. */
  readonly inTexts: ReadonlySet<string>;
  readonly values: readonly SearchableValue[];
}

interface FoundInValues {
  /** The words that some value has. */
  readonly words: ReadonlySet<string>;
  readonly matches: readonly string[];
  readonly rows: readonly FoundValue[];
}

function* valuesWith(search: WordSearch, { concept, inTexts, values }: OwnValues): Steps<FoundInValues> {
  const words = new Set<string>();
  const wanted = search.words.filter((word) => !inTexts.has(word));
  let rows: readonly FoundValue[] = [];
  let matches: readonly FoundValue[] = [];
  for (let begin = 0; begin < values.length; begin += valuesOfStep) {
    const found = values.slice(begin, begin + valuesOfStep).flatMap((value) => {
      const own = search.words.filter((word) => value.compared.some((name) => name.includes(word)));
      for (const word of own) words.add(word);
      if (own.length === 0) return [];
      const found = wanted.filter((word) => own.includes(word)).length;
      const isWhole = search.words.every((word) => own.includes(word) || inTexts.has(word));
      if (!isWhole && matches.length === maxMatches && found < (matches.at(-1)?.found ?? 0)) return [];
      return [{ concept, value, ...bestName(value, asSearch(own, search), concept), found, isWhole }];
    });
    rows = best([...rows, ...found.filter((one) => one.isWhole && one.value.isOffered)], byRank, maxRows);
    matches = best([...matches, ...found.filter((one) => one.found > 0)], byWords, maxMatches);
    yield;
  }
  return { words, rows, matches: matches.map(({ value }) => value.text) };
}

/** A search for some of the words only. */
const asSearch = (own: readonly string[], search: WordSearch): WordSearch =>
  own.length === search.words.length ? search : { words: own, whole: ` ${own.join(' ')} ` };

/** The name that meets the words best; words that stand in several names are met by all of them together. */
function bestName(
  { names, compared, code }: SearchableValue,
  search: WordSearch,
  concept: Concept,
): Pick<FoundValue, 'rank' | 'alsoCalled'> {
  let rank: WordRank | null = null;
  let name: string | undefined;
  for (const [index, text] of compared.entries()) {
    const own = wordRankOf(text, search);
    if (own === null || (rank !== null && own >= rank)) continue;
    [rank, name] = [own, names[index]];
  }
  const isSaid = name === names[0] || name === code || name === concept.title;
  return { rank: rank ?? wordRanks.parts, alsoCalled: isSaid ? null : (name ?? null) };
}

/** The lower, the earlier the texts have the words. Whole words come before parts; a word in none of them is a value. */
function costOf(texts: readonly string[], search: WordSearch): number {
  const rank = wordRankOf(texts[0] ?? '', search);
  if (rank === wordRanks.exact || rank === wordRanks.prefix) return rank - 2;
  const far = 10 * texts.length;
  const inText = (word: string) => (text: string, index: number) => {
    if (text.includes(` ${word} `)) return 2 * index;
    if (text.includes(` ${word}`)) return 2 * index + 1;
    return text.includes(word) ? far + index : far * 2;
  };
  return search.words.reduce((total, word) => {
    const costs = texts.map(inText(word));
    const least = Math.min(...costs);
    return total + (least === far * 2 ? 2 * texts.length : least);
  }, 0);
}

/** Title and synonyms, the other name, id, path and description of a concept, as they are compared. */
const textsOf = (concept: Concept, lookup: Lookup): readonly string[] => {
  const synonyms = (concept.synonyms ?? []).flatMap(({ text, value }) => (value === null ? [text] : []));
  return [
    concept.title,
    [concept.titlePlural, ...synonyms].join(' '),
    concept.id,
    lookup
      .categoryPath(concept)
      .map((node) => node.title)
      .join(' '),
    concept.description,
  ].map(comparableText);
};

/** Every word of the concepts and of their values. */
function* wordsOfAll(
  concepts: readonly Concept[],
  { lookup, values }: SearchContext,
): Steps<ReadonlySet<string>> {
  const known = new Set<string>();
  const add = (text: string): void => {
    for (const word of text.split(' ')) known.add(word);
  };
  for (const concept of concepts) {
    textsOf(concept, lookup).forEach(add);
    const own = values.get(concept.id) ?? [];
    for (let begin = 0; begin < own.length; begin += valuesOfStep) {
      for (const { compared } of own.slice(begin, begin + valuesOfStep)) compared.forEach(add);
      yield;
    }
  }
  return known;
}

/** What was probably meant by a search that found nothing, in words; null where nothing is near. */
function* correctInSteps(
  concepts: readonly Concept[],
  { words }: WordSearch,
  context: SearchContext,
): Steps<string | null> {
  const known = yield* wordsOfAll(concepts, context);
  const corrected: string[] = [];
  for (const word of words) {
    yield;
    corrected.push((yield* nearestWord(word, known)) ?? word);
  }
  return corrected.every((word, index) => word === words[index]) ? null : corrected.join(' ');
}

/**
 * A search, and where it finds nothing, what was probably meant. A correction that finds nothing either is not told: its
 * words may be those of values, of which the audit would have no line.
 */
export function* searchOrCorrect(
  concepts: readonly Concept[],
  search: WordSearch,
  context: SearchContext,
): Steps<{ readonly hits: SearchHits; readonly corrected: string | null }> {
  const hits = yield* searchInSteps(concepts, search, context);
  if (hits.concepts.length > 0 || search.words.length === 0) return { hits, corrected: null };
  const corrected = yield* correctInSteps(concepts, search, context);
  if (corrected === null) return { hits, corrected };
  const meant = yield* searchInSteps(concepts, wordSearch(corrected), context);
  return meant.concepts.length > 0 ? { hits: meant, corrected } : { hits, corrected: null };
}
