import type { Collection, Concept } from './dictionary.ts';
import type { Lookup } from './lookup.ts';

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
