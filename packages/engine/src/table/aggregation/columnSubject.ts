import type { Collection, Concept } from '../../dictionary/dictionary.ts';
import type { Lookup } from '../../dictionary/lookup.ts';

/** What decides which methods a column may have: its concept, and what is known of when its rows happened. */
export interface ColumnSubject {
  readonly concept: Concept;
  readonly collection: Collection;
  /** Rows happen at a time, so that they have an order. */
  readonly isEvent: boolean;
  /** The time is a calendar date that may be shown; ages are never returned in its place (semantics 3.4). */
  readonly hasEventDates: boolean;
}

/** The subject of a column of `concept`; null where its collection is not in the dictionary. */
export function columnSubject(concept: Concept, lookup: Lookup): ColumnSubject | null {
  const collection = lookup.collection(concept.collectionId);
  if (collection === undefined) return null;
  const start = collection.event?.startConceptId ?? null;
  return {
    concept,
    collection,
    isEvent: collection.event !== null,
    hasEventDates: start !== null && lookup.dictionary.eventTime === 'date',
  };
}
