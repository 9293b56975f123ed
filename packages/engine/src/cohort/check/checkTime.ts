import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { TimePointChoice } from '@atrium/contract/wire/pathway';
import { kindOf } from '../../concepts/kinds.ts';
import type { MemberContext } from '../../definition/memberContext.ts';
import type { Collection, Concept } from '../../dictionary/dictionary.ts';
import { eventStart, hasEvents, type Lookup } from '../../dictionary/lookup.ts';
import { mayUseConcept, showsYearsOnly } from '../../visibility/rights.ts';
import type { SoundTime } from './checkedCohort.ts';
import { checkFilter } from './checkFilter.ts';

/** Why there is no such time for this member. */
export interface TimeFault {
  readonly kind: 'fault';
  /** The data have none of this id. */
  readonly isGone: boolean;
  readonly message: string;
}

const fault = (message: string, isGone = false): TimeFault => ({ kind: 'fault', isGone, message });

/** A time as this member may see it; none of which only the year shows (rule 17.15). */
export function checkTime(choice: TimePointChoice, context: MemberContext): SoundTime | TimeFault {
  const { lookup } = context;
  switch (choice.kind) {
    case 'birth':
      if (!hasBirth(lookup)) return fault('times of this dataset are dates, which do not begin at birth');
      return choice;
    case 'value': {
      const concept = lookup.concept(choice.conceptId);
      if (concept === undefined) return fault(`there is no concept ${choice.conceptId}`, true);
      if (!isTime(concept, context)) return fault(`${concept.title} is no time that curves can use`);
      return { kind: 'value', concept };
    }
    case 'record':
      return checkRecords(choice, context);
  }
}

type OfRecords = Extract<TimePointChoice, { kind: 'record' }>;

function checkRecords(choice: OfRecords, context: MemberContext): SoundTime | TimeFault {
  const { lookup } = context;
  const { collectionId, conceptId, values = [] } = choice;
  const collection = lookup.collection(collectionId);
  if (collection === undefined) return fault(`there is no collection ${collectionId}`, true);
  if (!isTimed(collection, context))
    return fault(`${collection.titlePlural} have no times that curves can use`);
  if (conceptId === undefined) return { kind: 'record', collection, filter: null };
  const concept = lookup.concept(conceptId);
  if (concept?.collectionId !== collectionId)
    return fault(`the collection has no concept ${conceptId}`, true);
  const filter = checkFilter(filterOf(concept, values), collection, context);
  return 'message' in filter ? fault(filter.message) : { kind: 'record', collection, filter };
}

export const hasBirth = ({ dictionary }: Lookup): boolean => dictionary.eventTime === 'age';

/** An age or date of the subject, on the scale of the events, of which more than the year shows. */
export const isTime = (concept: Concept, { lookup, member }: MemberContext): boolean =>
  lookup.dictionary.eventTime !== null &&
  mayUseConcept(concept, member) &&
  concept.collectionId === lookup.root.id &&
  !concept.isMultiple &&
  kindOf(concept).scale === lookup.dictionary.eventTime &&
  !showsYearsOnly(concept, member);

export function isTimed(collection: Collection, { lookup, member }: MemberContext): boolean {
  const start = eventStart(collection, lookup);
  if (collection.isRoot || start === null || !hasEvents(collection, lookup)) return false;
  return mayUseConcept(start, member) && !showsYearsOnly(start, member);
}

/** The values of a concept of records by which a time can be chosen. */
export const choosesRecords = (concept: Concept, { member }: MemberContext): boolean =>
  mayUseConcept(concept, member) &&
  (kindOf(concept).filterKinds.includes('choice') || kindOf(concept).isCoded) &&
  concept.prefilter?.mode !== 'required';

function filterOf(concept: Concept, values: readonly string[]): FilterEntry {
  const head = { entryId: 'time_value', conceptId: concept.id, prefilterValue: null, excludeSelected: false };
  if (kindOf(concept).isCoded) {
    const terms = values.map((code) => ({ code, label: code }));
    return { ...head, kind: 'ontology', includeNullAndMissing: false, includeOntologyUnknown: false, terms };
  }
  const isBoolean = kindOf(concept).columnType === 'BOOLEAN';
  return {
    ...head,
    kind: 'choice',
    categories: values.map((value) => (isBoolean ? value === 'True' : value)),
  };
}
