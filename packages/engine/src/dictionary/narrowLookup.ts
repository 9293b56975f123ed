import type { Collection, Concept } from './dictionary.ts';
import { createLookup, type Lookup } from './lookup.ts';

export interface Narrowing {
  readonly mayUse: (concept: Concept) => boolean;
  readonly mayStartSet: (collectionId: string) => boolean;
}

/**
 * The lookup without what a member may not use. A concept goes with the prefilter that it requires, and stays without
 * one that it does not; a collection whose start is hidden has no events, one whose end is hidden has points in time.
 */
export function narrowLookup(lookup: Lookup, { mayUse, mayStartSet }: Narrowing): Lookup {
  const { dictionary } = lookup;
  const isOpen = (id: string): boolean => {
    const concept = lookup.concept(id);
    return concept !== undefined && mayUse(concept);
  };
  const isLost = ({ prefilter }: Concept): boolean =>
    prefilter !== null && prefilter.mode === 'required' && !isOpen(prefilter.conceptId);
  const concepts = dictionary.concepts
    .filter((concept) => mayUse(concept) && !isLost(concept))
    .map((concept) =>
      concept.prefilter === null || isOpen(concept.prefilter.conceptId)
        ? concept
        : { ...concept, prefilter: null },
    );
  const narrowed = createLookup({
    ...dictionary,
    concepts,
    collections: dictionary.collections.map((collection) => withOpenEvents(collection, isOpen)),
    defaultColumns: dictionary.defaultColumns.filter(isOpen),
  });
  return {
    ...narrowed,
    subjectId: lookup.subjectId,
    hidden: {
      concept: (id) => lookup.concept(id) !== undefined && narrowed.concept(id) === undefined,
      events: (id) => lookup.collection(id)?.event !== narrowed.collection(id)?.event,
      prefilter: (id) => lookup.concept(id)?.prefilter !== null && narrowed.concept(id)?.prefilter === null,
    },
    mayStartSet: (collectionId) => collectionId === lookup.root.id || mayStartSet(collectionId),
  };
}

function withOpenEvents(collection: Collection, isOpen: (id: string) => boolean): Collection {
  const { event } = collection;
  const isHidden = (id: string | null): boolean => id !== null && !isOpen(id);
  if (event === null) return collection;
  if (isHidden(event.startConceptId)) return { ...collection, event: null };
  return isHidden(event.endConceptId)
    ? { ...collection, event: { ...event, endConceptId: null, isInterval: false } }
    : collection;
}
