import {
  areWithinTopCodedAge,
  type CriteriaSet,
  type Day,
  type EventRule,
  isWholeYears,
  isWindow,
  isYearsOfDays,
  unreachable,
} from '@atrium/contract';
import { boundsAboveTopCode, showsYearsOnly } from '../../dictionary/conceptAccess.ts';
import type { Collection } from '../../dictionary/dictionary.ts';
import {
  eventConcepts,
  eventsInYearsOnly,
  hasOwnCount,
  isTargeted,
  mayUseEvents,
  type RelativeRule,
  relativeRuleOf,
  ruleKindsFor,
} from '../eventRules.ts';
import type { CohortError } from './checkedCohort.ts';
import type { CheckContext } from './checkFilter.ts';

interface SetInDefinition {
  readonly set: CriteriaSet;
  readonly collection: Collection;
  readonly definition: readonly CriteriaSet[];
}

/** Why the set's event or count rule cannot be queried by this member, or null. */
export function checkRules(given: SetInDefinition, { lookup, member }: CheckContext): CohortError | null {
  const { set, collection, definition } = given;
  const error = (message: string, mayEdit: boolean): CohortError => ({
    entryId: set.entryId,
    part: 'eventRule',
    message,
    mayEdit,
  });
  const isRelative = relativeRuleOf(set) !== null || isTargeted(definition, set.entryId);
  if (isRelative && hasOwnCount(set))
    return error(`A count rule and a rule relative to another event cannot be combined.`, true);
  if (collection.isRoot && hasOwnCount(set))
    return error(`${collection.title} cannot carry a count rule.`, true);
  if (set.eventRule === undefined) return null;
  const kinds = ruleKindsFor(collection, lookup);
  if (!kinds.includes(set.eventRule.kind))
    return error(`The date rule does not fit ${collection.title}.`, kinds.length > 0);
  if (!mayUseEvents(collection, lookup, member.level))
    return error(`You may not use the dates of ${collection.title}.`, false);
  if (!windowsOf(set.eventRule).every(isWindow))
    return error(`The days back of ${collection.title} are out of range.`, true);
  if (eventsInYearsOnly(collection, lookup, member.level) && !isRuleInYears(set.eventRule))
    return error(`You may ask for whole years of ${collection.title} only.`, true);
  if (member.level !== 'phi' && !isRuleInToldAges(set.eventRule))
    return error(`${collection.title}: ${boundsAboveTopCode}`, true);
  const relative = relativeRuleOf(set);
  const fault = relative === null ? null : targetFault(relative, given, { lookup, member });
  return fault === null ? null : error(fault, true);
}

function targetFault(
  { targetEntryId }: RelativeRule,
  { set, collection: own, definition }: SetInDefinition,
  { lookup, member }: CheckContext,
): string | null {
  const target = definition.find((other) => other.entryId === targetEntryId && other !== set);
  const collection = target === undefined ? undefined : lookup.collection(target.collectionId);
  if (target?.eventRule === undefined || collection === undefined)
    return 'The other event of the date rule no longer exists.';
  const ownDates = eventConcepts(own, lookup, member.level);
  const dates = eventConcepts(collection, lookup, member.level);
  if (ownDates === null || dates === null)
    return `You may not use the dates of ${(dates === null ? collection : own).title}.`;
  const precision = new Set([...ownDates, ...dates].map((date) => showsYearsOnly(date, member.level)));
  return precision.size === 1
    ? null
    : `Exact dates and whole years cannot be set against each other: ${own.title}, ${collection.title}.`;
}

/** Ages of 90 years and more are one age, also where they date events. */
function isRuleInToldAges(rule: EventRule): boolean {
  if (rule.kind === 'age_in_days_range') return areWithinTopCodedAge(rule.ageMin, rule.ageMax);
  if (rule.kind !== 'interval_age_in_days_range') return true;
  return (
    areWithinTopCodedAge(rule.ageStartMin, rule.ageStartMax) &&
    areWithinTopCodedAge(rule.ageEndMin, rule.ageEndMax)
  );
}

const windowsOf = (rule: EventRule): readonly number[] => {
  if (rule.kind === 'relative_to_today') return [rule.daysAgo];
  if (rule.kind !== 'interval_relative_to_today') return [];
  return [rule.startDateDaysAgo, rule.endDateDaysAgo].filter((days) => days !== undefined);
};

const areYears = (min: Day | undefined, max: Day | undefined): boolean =>
  isWholeYears(min ?? null, max ?? null);
const isYears = (days: number | undefined): boolean => days === undefined || isYearsOfDays(days);

/** Days between events of which both show their years only, and ages, say nothing of the calendar. */
function isRuleInYears(rule: EventRule): boolean {
  switch (rule.kind) {
    case 'no_restriction':
    case 'age_in_days_range':
    case 'interval_age_in_days_range':
    case 'relative_to_other_event':
      return true;
    case 'date_range':
      return areYears(rule.dateMin, rule.dateMax);
    case 'interval_date_range':
      return areYears(rule.dateStartMin, rule.dateStartMax) && areYears(rule.dateEndMin, rule.dateEndMax);
    case 'relative_to_today':
      return isYears(rule.daysAgo);
    case 'interval_relative_to_today':
      return isYears(rule.startDateDaysAgo) && isYears(rule.endDateDaysAgo);
    default:
      return unreachable(rule);
  }
}
