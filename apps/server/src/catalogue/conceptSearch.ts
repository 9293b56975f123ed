import type { Concept, Lookup } from '@atrium/engine';

/** Values by concept id, for concepts whose values may be searched. */
export type SearchableValues = ReadonlyMap<string, readonly string[]>;

/**
 * Concepts that every word of the search meets somewhere: in name, id, category path, description or values;
 * hits in the name come first, then in that order, ties in package order (contract 5.2).
 */
export function searchConcepts(
  concepts: readonly Concept[],
  search: string,
  context: { readonly lookup: Lookup; readonly values: SearchableValues },
): readonly Concept[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
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
  const name = `${concept.title} ${concept.titlePlural}`.toLowerCase();
  const path = context.lookup.categoryPath(concept).map((node) => node.title.toLowerCase());
  const places: readonly (readonly string[])[] = [
    [name],
    [concept.id.toLowerCase()],
    path,
    [concept.description.toLowerCase()],
    context.values.get(concept.id) ?? [],
  ];
  return words.reduce((total, word) => {
    if (name.startsWith(word)) return total;
    const place = places.findIndex((texts) => texts.some((text) => text.includes(word)));
    return place === -1 ? Number.POSITIVE_INFINITY : total + place + 1;
  }, 0);
}
