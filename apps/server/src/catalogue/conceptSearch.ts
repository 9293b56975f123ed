import type { Concept, Lookup } from '@atrium/engine';

/** Values by concept id, for concepts whose values may be searched. */
export type SearchableValues = ReadonlyMap<string, readonly SearchableValue[]>;

/** A value or synonym: as it is spelled, and as it is compared. */
export interface SearchableValue {
  readonly text: string;
  readonly lower: string;
}

export const searchableValue = (text: string): SearchableValue => ({ text, lower: text.toLowerCase() });

export const wordsOf = (search: string): readonly string[] =>
  search.toLowerCase().split(/\s+/).filter(Boolean);

const mostMatches = 3;

/** A few values of a concept that hold words of the search which its other texts do not hold; those with most words first. */
export function matchedValues(
  concept: Concept,
  search: string,
  context: { readonly lookup: Lookup; readonly values: SearchableValues },
): readonly string[] {
  const texts = textsOf(concept, context.lookup);
  const words = wordsOf(search).filter((word) => !texts.flat().some((text) => text.includes(word)));
  const wordsIn = ({ lower }: SearchableValue): number => words.filter((word) => lower.includes(word)).length;
  return (context.values.get(concept.id) ?? [])
    .map((value) => ({ value, found: wordsIn(value) }))
    .filter((hit) => hit.found > 0)
    .sort((a, b) => b.found - a.found)
    .slice(0, mostMatches)
    .map(({ value }) => value.text);
}

/**
 * Finds the concepts that have every word of the search in name, id, category path, description or values. Hits in the
 * name come first, then the others in that order; equal ones in the order of the package (rule 4.12).
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
  const fields: readonly (readonly string[])[] = [
    ...textsOf(concept, context.lookup),
    (context.values.get(concept.id) ?? []).map(({ lower }) => lower),
  ];
  const name = fields[0]?.[0] ?? '';
  return words.reduce((total, word) => {
    if (name.startsWith(word)) return total;
    const index = fields.findIndex((texts) => texts.some((text) => text.includes(word)));
    return index === -1 ? Number.POSITIVE_INFINITY : total + index + 1;
  }, 0);
}

/** Name, id, path and description of a concept, in lower case. */
const textsOf = (concept: Concept, lookup: Lookup): readonly (readonly string[])[] => [
  [`${concept.title} ${concept.titlePlural}`.toLowerCase()],
  [concept.id.toLowerCase()],
  lookup.categoryPath(concept).map((node) => node.title.toLowerCase()),
  [concept.description.toLowerCase()],
];
