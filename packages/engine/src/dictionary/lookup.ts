import type { CategoryNode, Collection, Concept, Dictionary } from './dictionary.ts';

/** A dictionary with its maps; made once a release is opened. */
export interface Lookup {
  readonly dictionary: Dictionary;
  readonly root: Collection;
  concept(id: string): Concept | undefined;
  collection(id: string): Collection | undefined;
  category(number: number): CategoryNode | undefined;
  /** Categories above a concept, outermost first. */
  categoryPath(concept: Concept): readonly CategoryNode[];
}

export function createLookup(dictionary: Dictionary): Lookup {
  const concepts = new Map(dictionary.concepts.map((concept) => [concept.id, concept]));
  const collections = new Map(dictionary.collections.map((collection) => [collection.id, collection]));
  const categories = new Map(dictionary.categories.map((category) => [category.number, category]));
  const root = collections.get(dictionary.rootCollectionId);
  if (root === undefined)
    throw new Error(`The dictionary of ${dictionary.datasetId} has no root collection.`);

  const pathTo = (number: number | null): readonly CategoryNode[] => {
    const node = number === null ? undefined : categories.get(number);
    return node === undefined ? [] : [...pathTo(node.parentNumber), node];
  };
  return {
    dictionary,
    root,
    concept: (id) => concepts.get(id),
    collection: (id) => collections.get(id),
    category: (number) => categories.get(number),
    categoryPath: (concept) => pathTo(concept.categoryNumber),
  };
}
