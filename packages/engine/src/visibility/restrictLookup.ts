import type { Collection, Concept } from '../dictionary/dictionary.ts';
import { createLookup, type Lookup } from '../dictionary/lookup.ts';

export interface Restriction {
  readonly mayUse: (concept: Concept) => boolean;
  readonly mayStartSet: (collectionId: string) => boolean;
}

/**
 * The lookup without what a member may not use. A concept goes with the prefilter that it requires, and stays without
 * one that it does not. A collection whose start has gone has no events; one whose end has gone has points in time
 * (rule 1.18).
 */
export function restrictLookup(lookup: Lookup, { mayUse, mayStartSet }: Restriction): Lookup {
  const { dictionary } = lookup;
  const open = withTheirPrefilters(dictionary.concepts.filter(mayUse));
  const ids = new Set(open.map(({ id }) => id));
  const isOpen = (id: string): boolean => ids.has(id);
  const concepts = open.map((concept) =>
    concept.prefilter === null || isOpen(concept.prefilter.conceptId)
      ? concept
      : { ...concept, prefilter: null },
  );
  const restricted = createLookup({
    ...dictionary,
    concepts,
    collections: dictionary.collections.map((collection) => withOpenEvents(collection, isOpen)),
    defaultColumns: dictionary.defaultColumns.filter(isOpen),
  });
  return {
    ...restricted,
    subjectId: lookup.subjectId,
    hidden: {
      concept: (id) => lookup.concept(id) !== undefined && restricted.concept(id) === undefined,
      events: (id) => lookup.collection(id)?.event !== restricted.collection(id)?.event,
      prefilter: (id) => lookup.concept(id)?.prefilter !== null && restricted.concept(id)?.prefilter === null,
    },
    mayStartSet: (collectionId) => collectionId === lookup.root.id || mayStartSet(collectionId),
  };
}

/** Those whose required prefilter is among them; as one goes, so does what requires it. */
function withTheirPrefilters(concepts: readonly Concept[]): readonly Concept[] {
  const ids = new Set(concepts.map(({ id }) => id));
  const kept = concepts.filter(
    ({ prefilter }) => prefilter === null || prefilter.mode === 'optional' || ids.has(prefilter.conceptId),
  );
  return kept.length === concepts.length ? concepts : withTheirPrefilters(kept);
}

function withOpenEvents(collection: Collection, isOpen: (id: string) => boolean): Collection {
  const { event } = collection;
  if (event === null) return collection;
  const { startConceptId, endConceptId } = event;
  if (startConceptId === null || !isOpen(startConceptId)) return { ...collection, event: null };
  return endConceptId === null || isOpen(endConceptId)
    ? collection
    : { ...collection, event: { ...event, endConceptId: null, isInterval: false } };
}
