import type { CriteriaSet, EventRule, EventRuleKind } from '@atrium/contract/wire/cohortDefinition';
import type { Member } from '../definition/memberContext.ts';
import type { Collection, Concept } from '../dictionary/dictionary.ts';
import type { Lookup } from '../dictionary/lookup.ts';
import { eventEnd, eventStart, hasEvents } from '../dictionary/lookup.ts';
import { mayUseConcept, showsYearsOnly } from '../visibility/rights.ts';

export type RelativeRule = Extract<EventRule, { kind: 'relative_to_other_event' }>;

export const relativeRuleOf = ({ eventRule }: CriteriaSet): RelativeRule | null =>
  eventRule?.kind === 'relative_to_other_event' ? eventRule : null;

/** The rules that a collection's sets may carry, in the order in which they are offered (rule 2.10). */
export function ruleKindsFor(collection: Collection, lookup: Lookup): readonly EventRuleKind[] {
  if (collection.event === null || !hasEvents(collection, lookup)) return [];
  const { isInterval } = collection.event;
  if (lookup.dictionary.eventTime === 'age')
    return [
      isInterval ? 'interval_age_in_days_range' : 'age_in_days_range',
      'relative_to_other_event',
      'no_restriction',
    ];
  return [
    isInterval ? 'interval_date_range' : 'date_range',
    isInterval ? 'interval_relative_to_today' : 'relative_to_today',
    'relative_to_other_event',
    'no_restriction',
  ];
}

/** The concepts that date a collection's rows; null unless the member may use each of them. */
export function eventConcepts(
  collection: Collection,
  lookup: Lookup,
  member: Member,
): readonly Concept[] | null {
  const start = eventStart(collection, lookup);
  const end = collection.event?.isInterval ? eventEnd(collection, lookup) : start;
  if (start === null || end === null) return null;
  const concepts = [start, end];
  return concepts.every((concept) => mayUseConcept(concept, member)) ? concepts : null;
}

/** Whether the member may put an event rule on the collection. */
export const mayUseEvents = (collection: Collection, lookup: Lookup, member: Member): boolean =>
  eventConcepts(collection, lookup, member) !== null;

/** Whether the member may ask for whole years of the collection's dates only, if for anything. */
export const eventsInYearsOnly = (collection: Collection, lookup: Lookup, member: Member): boolean =>
  eventConcepts(collection, lookup, member)?.some((concept) => showsYearsOnly(concept, member)) ?? true;

/** Whether a stored rule about the collection's dates is hidden from the member. */
export const hidesEventRule = (collection: Collection, lookup: Lookup, member: Member): boolean =>
  lookup.hidden.events(collection.id) || !mayUseEvents(collection, lookup, member);

/** Whether the set has a count rule other than the default, "at least 1". */
export const hasOwnCount = ({ countRule }: CriteriaSet): boolean =>
  countRule !== undefined && !(countRule.operator === 'at least' && countRule.value === 1);

/** Whether another set's relative rule names this set. */
export const isTargeted = (definition: readonly CriteriaSet[], entryId: string): boolean =>
  definition.some((set) => relativeRuleOf(set)?.targetEntryId === entryId);
