import type { MemberContext } from '../../definition/memberContext.ts';
import type { Collection, Concept } from '../../dictionary/dictionary.ts';
import { eventStart } from '../../dictionary/lookup.ts';
import { mayUseConcept } from '../../visibility/rights.ts';

/** What a column is about, on which its methods depend: its concept, and when its rows happened. */
export interface ColumnSubject {
  readonly concept: Concept;
  readonly collection: Collection;
  /** When the rows start, where this member may know it; only then have they an order in time. */
  readonly start: Concept | null;
  /** The time is a calendar date that may be shown; ages are never returned instead (rule 5.6). */
  readonly hasEventDates: boolean;
}

/** The subject of a column of `concept`; null where its collection is not in the dictionary. */
export function columnSubject(concept: Concept, { lookup, member }: MemberContext): ColumnSubject | null {
  const collection = lookup.collection(concept.collectionId);
  if (collection === undefined) return null;
  const known = eventStart(collection, lookup);
  const start = known !== null && mayUseConcept(known, member) ? known : null;
  return {
    concept,
    collection,
    start,
    hasEventDates: start !== null && lookup.dictionary.eventTime === 'date',
  };
}
