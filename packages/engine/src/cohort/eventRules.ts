import type { AccessLevel, CriteriaSet, EventRule, EventRuleKind } from '@atrium/contract';
import { mayUseConcept, showsYearsOnly } from '../dictionary/conceptAccess.ts';
import type { Collection, Concept } from '../dictionary/dictionary.ts';
import type { Lookup } from '../dictionary/lookup.ts';

export type RelativeRule = Extract<EventRule, { kind: 'relative_to_other_event' }>;

export const relativeRuleOf = ({ eventRule }: CriteriaSet): RelativeRule | null =>
  eventRule?.kind === 'relative_to_other_event' ? eventRule : null;

/** The rules that a collection's sets may carry, in the order in which they are offered (contract 8.2). */
export function ruleKindsFor(collection: Collection, { dictionary }: Lookup): readonly EventRuleKind[] {
  if (collection.event === null) return [];
  const { isInterval } = collection.event;
  if (dictionary.eventTime === 'age')
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

/** The concepts that date a collection's rows, or null when it is undated or a date is not published. */
export function eventConcepts(collection: Collection, lookup: Lookup): readonly Concept[] | null {
  if (collection.event === null) return null;
  const { startConceptId, endConceptId, isInterval } = collection.event;
  const ids = isInterval ? [startConceptId, endConceptId] : [startConceptId];
  const concepts = ids.flatMap((id) => (id === null ? [] : (lookup.concept(id) ?? [])));
  return concepts.length === ids.length ? concepts : null;
}

/** Whether a member of this level may put an event rule on the collection. */
export const mayUseEvents = (collection: Collection, lookup: Lookup, level: AccessLevel): boolean =>
  eventConcepts(collection, lookup)?.every((concept) => mayUseConcept(concept, level)) ?? false;

/** Whether a member of this level may ask for whole years of the collection's dates only. */
export const eventsInYearsOnly = (collection: Collection, lookup: Lookup, level: AccessLevel): boolean =>
  eventConcepts(collection, lookup)?.some((concept) => showsYearsOnly(concept, level)) ?? false;

/** A count rule that says more than the default, at least 1. */
export const hasOwnCount = ({ countRule }: CriteriaSet): boolean =>
  countRule !== undefined && !(countRule.operator === 'at least' && countRule.value === 1);

/** Whether another set's relative rule names this set. */
export const isTargeted = (definition: readonly CriteriaSet[], entryId: string): boolean =>
  definition.some((set) => relativeRuleOf(set)?.targetEntryId === entryId);
