import type { CategoryNode, Collection, Concept, Dictionary } from './dictionary.ts';

/** What the release holds and the member may not use; all else that the lookup lacks is gone. */
export interface Hidden {
  concept(id: string): boolean;
  /** The collection's dates or ages, or one of the two. */
  events(collectionId: string): boolean;
  /** The prefilter of a concept that itself is not hidden. */
  prefilter(conceptId: string): boolean;
}

const nothingHidden: Hidden = { concept: () => false, events: () => false, prefilter: () => false };

/** A dictionary with its maps; made once a release is opened. */
export interface Lookup {
  readonly dictionary: Dictionary;
  readonly root: Collection;
  concept(id: string): Concept | undefined;
  collection(id: string): Collection | undefined;
  category(number: number): CategoryNode | undefined;
  /** Categories above a concept, outermost first. */
  categoryPath(concept: Concept): readonly CategoryNode[];
  /** The concept that identifies a subject; it may be counted also where it is hidden (rule 1.19). */
  readonly subjectId: Concept | undefined;
  readonly hidden: Hidden;
  /** Whether the member may create criteria sets on the collection (rule 1.13). */
  mayStartSet(collectionId: string): boolean;
}

/** Why an id names no concept; what is hidden is not named (rule 1.9). */
export const missingConcept = (id: string, lookup: Lookup): string =>
  lookup.hidden.concept(id) ? 'You may not use one of the concepts.' : `The concept ${id} no longer exists.`;

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
    subjectId: concepts.get(dictionary.subjectIdConceptId ?? ''),
    hidden: nothingHidden,
    mayStartSet: () => true,
  };
}

type Concepts = Pick<Lookup, 'concept'>;

const named = (id: string | null | undefined, { concept }: Concepts): Concept | null =>
  id === null || id === undefined ? null : (concept(id) ?? null);

/**
 * The concept that says when rows of the collection start; null where the lookup holds none, be it that the field is
 * not published or that the member may not use it. Without it the collection has no events.
 */
export const eventStart = ({ event }: Collection, lookup: Concepts): Concept | null =>
  named(event?.startConceptId, lookup);

/** The concept that says when rows of the collection end; there is no end without a start. */
export const eventEnd = (collection: Collection, lookup: Concepts): Concept | null =>
  eventStart(collection, lookup) === null ? null : named(collection.event?.endConceptId, lookup);

/** Whether rows of the collection happen at a time that can be asked for. */
export const hasEvents = (collection: Collection, lookup: Concepts): boolean =>
  eventStart(collection, lookup) !== null;
