import type { Concept, Lookup } from '@atrium/engine';

/** Values by concept id, for concepts whose values may be searched. */
export type SearchableValues = ReadonlyMap<string, readonly SearchableValue[]>;

/** A value or synonym as it is spelled, and as it is compared. */
export interface SearchableValue {
  readonly text: string;
  readonly lower: string;
}

export const searchableValue = (text: string): SearchableValue => ({ text, lower: text.toLowerCase() });

export const wordsOf = (search: string): readonly string[] =>
  search.toLowerCase().split(/\s+/).filter(Boolean);

const mostMatches = 3;

/** A few values of a concept that hold words of the search which nothing else of the concept holds, those with most first. */
export function matchedValues(
  concept: Concept,
  search: string,
  context: { readonly lookup: Lookup; readonly values: SearchableValues },
): readonly string[] {
  const places = textsOf(concept, context.lookup);
  const words = wordsOf(search).filter((word) => !places.flat().some((text) => text.includes(word)));
  const met = ({ lower }: SearchableValue): number => words.filter((word) => lower.includes(word)).length;
  return (context.values.get(concept.id) ?? [])
    .map((value) => ({ value, met: met(value) }))
    .filter((hit) => hit.met > 0)
    .sort((a, b) => b.met - a.met)
    .slice(0, mostMatches)
    .map(({ value }) => value.text);
}

/**
 * Concepts that every word of the search meets somewhere: in name, id, category path, description or values;
 * hits in the name come first, then in that order, ties in package order (rule 4.12).
 */
export function searchConcepts(
  concepts: readonly Concept[],
  search: string,
  context: { readonly lookup: Lookup; readonly values: SearchableValues },
): readonly Concept[] {
  const words = wordsOf(search);
  if (words.length === 0) return [];
  return concepts
    .map((concept) => ({ concept, rank: rankOf(concept, words, context) }))
    .filter((hit) => hit.rank < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.rank - b.rank || a.concept.number - b.concept.number)
    .map((hit) => hit.concept);
}

function rankOf(
  concept: Concept,
  words: readonly string[],
  context: { readonly lookup: Lookup; readonly values: SearchableValues },
): number {
  const places: readonly (readonly string[])[] = [
    ...textsOf(concept, context.lookup),
    (context.values.get(concept.id) ?? []).map(({ lower }) => lower),
  ];
  const name = places[0]?.[0] ?? '';
  return words.reduce((total, word) => {
    if (name.startsWith(word)) return total;
    const place = places.findIndex((texts) => texts.some((text) => text.includes(word)));
    return place === -1 ? Number.POSITIVE_INFINITY : total + place + 1;
  }, 0);
}

/** Name, id, path and description of a concept, in lower case. */
const textsOf = (concept: Concept, lookup: Lookup): readonly (readonly string[])[] => [
  [`${concept.title} ${concept.titlePlural}`.toLowerCase()],
  [concept.id.toLowerCase()],
  lookup.categoryPath(concept).map((node) => node.title.toLowerCase()),
  [concept.description.toLowerCase()],
];
