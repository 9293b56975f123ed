import { unreachable } from '@atrium/contract/errors/unreachable';
import type { EventRuleKind } from '@atrium/contract/wire/cohortDefinition';
import type { EventOption, EventOptions } from '@atrium/contract/wire/criteriaSetOptions';
import type { MemberContext } from '../../definition/memberContext.ts';
import type { Collection, EventTime } from '../../dictionary/dictionary.ts';
import { distanceFault } from '../check/checkEventRule.ts';
import { eventsInYearsOnly, hasOwnCount, mayUseEvents, ruleKindsFor } from '../eventRules.ts';
import type { EditedSet } from './criteriaSetOptions.ts';
import { distanceChoices, ruleOption, yearDistanceChoices } from './ruleOption.ts';
import { setNames } from './setNames.ts';

interface EventEditing extends EditedSet {
  readonly collection: Collection;
  readonly inYears: boolean;
  readonly context: MemberContext;
}

/**
 * The state of a set's event editor (rule 3.22): every rule that the collection may carry, with the values of the
 * rule that the set has. A set without a rule has "no restriction"; an undated collection has no options.
 */
export function eventOptions(edited: EditedSet, context: MemberContext): EventOptions {
  const { set } = edited;
  const { lookup, member } = context;
  const collection = lookup.collection(set.collectionId);
  const selectedEventOption = set.eventRule?.kind ?? 'no_restriction';
  if (collection === undefined) return { eventOptions: [], selectedEventOption };
  const inYears = eventsInYearsOnly(collection, lookup, member);
  const editing = { ...edited, collection, inYears, context };
  const kinds = ruleKindsFor(collection, lookup);
  const options = mayUseEvents(collection, lookup, member)
    ? kinds.map((kind) => optionOf(kind, editing))
    : kinds.map((kind) => closed(kind, editing, `You may not use the dates of ${collection.title}.`));
  return { eventOptions: options, selectedEventOption };
}

const closed = (kind: EventRuleKind, editing: EventEditing, disallowedReason: string): EventOption => ({
  kind,
  label: labelOf(kind, editing),
  allowed: false,
  disallowedReason,
});

const labelOf = (kind: EventRuleKind, { inYears, context }: EventEditing): string =>
  eventOptionLabel(kind, { inYears, eventTime: context.lookup.dictionary.eventTime });

function optionOf(kind: EventRuleKind, editing: EventEditing): EventOption {
  if (kind === 'relative_to_other_event') return relativeOption(editing);
  const { set, inYears } = editing;
  return ruleOption({ kind, label: labelOf(kind, editing), rule: set.eventRule, inYears });
}

const typeOf = ({ event }: Collection): 'point' | 'interval' => (event?.isInterval ? 'interval' : 'point');

function relativeOption(editing: EventEditing): EventOption {
  const { set, collection, inYears } = editing;
  const kind = 'relative_to_other_event';
  if (hasOwnCount(set)) return closed(kind, editing, 'Not possible together with a count rule.');
  return {
    kind,
    label: labelOf(kind, editing),
    allowed: true,
    inYears,
    ...otherEvents(editing),
    collectionEventType: typeOf(collection),
    existingEventRule: set.eventRule ?? { kind: 'no_restriction' },
    dateOptions: [...(inYears ? yearDistanceChoices : distanceChoices)],
  };
}

/**
 * The sets that a rule may name as its target: they have no count rule, and this member may compare their dates with
 * those of the edited set. Those without an event rule get one with it. For each other dated set, the reason why it is
 * not offered.
 */
function otherEvents({ set, collection: own, definition, context }: EventEditing) {
  const names = setNames(definition, context.lookup);
  const found = definition.flatMap((other) => {
    const collection = context.lookup.collection(other.collectionId);
    const isOffered = other.entryId !== set.entryId && !hasOwnCount(other);
    if (!isOffered || collection === undefined) return [];
    const criteriaSetName = names.get(other.entryId) ?? collection.title;
    const isOfAnother = other.about !== set.about;
    const reason = isOfAnother
      ? 'It is about another person.'
      : (distanceFault([own, collection], context)?.message ?? null);
    return [
      { entryId: other.entryId, criteriaSetName, collection, reason, isDated: other.eventRule !== undefined },
    ];
  });
  const offered = (isDated: boolean) =>
    found
      .filter((one) => one.reason === null && one.isDated === isDated)
      .map(({ entryId, criteriaSetName, collection }) => ({
        criteriaSetEntryId: entryId,
        criteriaSetName,
        eventType: typeOf(collection),
      }));
  const undatedEvents = offered(false);
  return {
    otherEvents: offered(true),
    ...(undatedEvents.length > 0 && { undatedEvents }),
    closedEvents: found.flatMap(({ criteriaSetName, reason, isDated }) =>
      reason === null || !isDated ? [] : [{ criteriaSetName, reason }],
    ),
  };
}

/** The name of a form of rule in an event editor. */
function eventOptionLabel(
  kind: EventRuleKind,
  { inYears, eventTime }: { readonly inYears: boolean; readonly eventTime: EventTime | null },
): string {
  switch (kind) {
    case 'no_restriction':
      return eventTime === 'age' ? 'Any age' : 'Any date';
    case 'date_range':
    case 'interval_date_range':
      return inYears ? 'Between years' : 'Between dates';
    case 'relative_to_today':
    case 'interval_relative_to_today':
      return 'Relative to today';
    case 'age_in_days_range':
    case 'interval_age_in_days_range':
      return 'Between ages';
    case 'relative_to_other_event':
      return 'Relative to another event';
    default:
      return unreachable(kind);
  }
}
