import { daysOfCalendarYear } from '@atrium/contract/calendar/days';
import type {
  CohortDefinition,
  CriteriaSet,
  EventRule,
  FilterEntry,
} from '@atrium/contract/wire/cohortDefinition';
import { yearEnd, yearStart } from '../concepts/date.ts';
import { meaningOf } from '../concepts/kinds.ts';
import type { MemberContext } from '../definition/memberContext.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import { eventStart } from '../dictionary/lookup.ts';
import { precisionOf } from '../visibility/rights.ts';
import { checkPathway } from './check/checkPathway.ts';
import { eventsInYearsOnly, hidesEventRule } from './eventRules.ts';

/** The id that stands for a hidden concept. */
export const hiddenConceptId = '';

/**
 * The definition as it is shown to a member who may no longer use all of it. Hidden filters keep their position and
 * nothing else, bounds on dates that show by year are those of whole years, and bounds on ages end at 90 years. The
 * stored definition stays as it is; it alone is checked and run (rules 3.6 and 3.7).
 */
export const redactCohort = (definition: CohortDefinition, reader: MemberContext): CohortDefinition =>
  definition.map((set) => ({
    ...redactPathway(redactRule(set, reader), reader),
    entries: set.entries.map((entry) =>
      entry.kind === 'or_group'
        ? { ...entry, entries: entry.entries.map((filter) => redactFilter(filter, reader)) }
        : redactFilter(entry, reader),
    ),
  }));

/** One filter as `redactCohort` shows it. */
export function redactFilter(filter: FilterEntry, { lookup, member }: MemberContext): FilterEntry {
  const { entryId, conceptId } = filter;
  const concept = lookup.concept(conceptId);
  if (lookup.hidden.concept(conceptId)) {
    const head = { entryId, conceptId: hiddenConceptId, prefilterValue: null, excludeSelected: false };
    return { kind: 'choice', ...head, categories: [] };
  }
  if (lookup.hidden.prefilter(conceptId)) return { ...filter, prefilterValue: null };
  if (concept === undefined) return filter;
  return meaningOf(filter).redact(filter, precisionOf(concept, member), concept);
}

/** A pathway that the reader may not use keeps its position and nothing else. */
function redactPathway(set: CriteriaSet, reader: MemberContext): CriteriaSet {
  const { pathway } = set;
  return pathway === undefined || checkPathway(pathway, reader).kind === 'pathway'
    ? set
    : { ...set, pathway: { stages: [], exits: [], reached: 0, way: 'reached' } };
}

/** A set's rule as `redactCohort` shows it. */
export function redactRule(set: CriteriaSet, { lookup, member }: MemberContext): CriteriaSet {
  const { eventRule } = set;
  const collection = lookup.collection(set.collectionId);
  if (eventRule === undefined) return set;
  if (collection === undefined || hidesEventRule(collection, lookup, member))
    return { ...set, eventRule: { kind: 'no_restriction' } };
  if (!eventsInYearsOnly(collection, lookup, member)) return set;
  return { ...set, eventRule: inYears(eventRule, eventStart(collection, lookup)) };
}

/** The whole years at or beyond a distance in days. */
const toYears = (days: number, rounded: (years: number) => number): number =>
  rounded(days / daysOfCalendarYear) * daysOfCalendarYear + 0;

function inYears(rule: EventRule, dated: Concept | null): EventRule {
  if (rule.kind === 'date_range')
    return { ...rule, dateMin: yearStart(rule.dateMin, dated), dateMax: yearEnd(rule.dateMax, dated) };
  if (rule.kind === 'relative_to_other_event')
    return {
      ...rule,
      rangeStartDaysFromTarget: toYears(rule.rangeStartDaysFromTarget, Math.floor),
      rangeEndDaysFromTarget: toYears(rule.rangeEndDaysFromTarget, Math.ceil),
    };
  if (rule.kind !== 'interval_date_range') return rule;
  return {
    ...rule,
    dateStartMin: yearStart(rule.dateStartMin, dated),
    dateStartMax: yearEnd(rule.dateStartMax, dated),
    dateEndMin: yearStart(rule.dateEndMin, dated),
    dateEndMax: yearEnd(rule.dateEndMax, dated),
  };
}
