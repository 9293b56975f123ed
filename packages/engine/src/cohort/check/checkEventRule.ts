import { areWithinTopCodedAge } from '@atrium/contract/calendar/ages';
import {
  type Day,
  isWholeYears,
  isWindow,
  isYearsApart,
  isYearsOfDays,
} from '@atrium/contract/calendar/days';
import { isReversed } from '@atrium/contract/calendar/numerals';
import { unreachable } from '@atrium/contract/errors/unreachable';
import type { CriteriaSet, EventRule } from '@atrium/contract/wire/cohortDefinition';
import { boundsBeforeTopCode, isShownYear } from '../../concepts/date.ts';
import { boundsAboveTopCode } from '../../concepts/range.ts';
import type { MemberContext } from '../../definition/memberContext.ts';
import type { Collection } from '../../dictionary/dictionary.ts';
import { eventStart, type Lookup } from '../../dictionary/lookup.ts';
import { rightsOf, showsYearsOnly } from '../../visibility/rights.ts';
import {
  eventConcepts,
  eventsInYearsOnly,
  hasOwnCount,
  isTargeted,
  mayUseEvents,
  relativeRuleOf,
  ruleKindsFor,
} from '../eventRules.ts';
import type { CohortError } from './checkedCohort.ts';

interface SetInDefinition {
  readonly set: CriteriaSet;
  readonly collection: Collection;
  readonly definition: readonly CriteriaSet[];
}

/** Why an event rule cannot be queried; an editor says it in its own words by the code. */
export interface RuleFault {
  readonly code:
    | 'kind'
    | 'events'
    | 'no_bounds'
    | 'reversed'
    | 'window'
    | 'whole_years'
    | 'top_coded_age'
    | 'top_coded_year'
    | 'target_gone'
    | 'target_closed'
    | 'target_person'
    | 'target_precision';
  readonly message: string;
  readonly mayEdit: boolean;
  /** The parts of the rule that are at fault, where it is some of them. */
  readonly parts: readonly RulePart[];
}

/** Why a set can carry no count rule (rule 2.9); null where it can. */
export function countFault(
  set: CriteriaSet,
  definition: readonly CriteriaSet[],
  { root }: Lookup,
): 'beside_relative_rule' | 'on_root' | null {
  if (relativeRuleOf(set) !== null || isTargeted(definition, set.entryId)) return 'beside_relative_rule';
  return set.collectionId === root.id ? 'on_root' : null;
}

/** Why the set's event or count rule cannot be queried by this member, or null. */
export function checkRules(given: SetInDefinition, context: MemberContext): CohortError | null {
  const { set, collection, definition } = given;
  const error = (message: string, mayEdit: boolean): CohortError => ({
    entryId: set.entryId,
    part: 'eventRule',
    message,
    mayEdit,
  });
  const count = hasOwnCount(set) ? countFault(set, definition, context.lookup) : null;
  if (count === 'beside_relative_rule')
    return error(`A count rule and a rule relative to another event cannot be combined.`, true);
  if (count === 'on_root') return error(`${collection.title} cannot carry a count rule.`, true);
  const [fault] = ruleFaults(given, context);
  return fault === undefined ? null : error(fault.message, fault.mayEdit);
}

/** All reasons why this member cannot query the set's event rule. The first one is the one to show. */
export function ruleFaults(given: SetInDefinition, { lookup, member }: MemberContext): readonly RuleFault[] {
  const {
    set: { eventRule },
    collection,
  } = given;
  if (eventRule === undefined) return [];
  const { title } = collection;
  const fault = (
    code: RuleFault['code'],
    message: string,
    parts: readonly RulePart[] | null = null,
  ): readonly RuleFault[] =>
    parts?.length === 0 ? [] : [{ code, message, mayEdit: true, parts: parts ?? [] }];
  const kinds = ruleKindsFor(collection, lookup);
  if (!kinds.includes(eventRule.kind))
    return fault('kind', `The date rule does not fit ${title}.`).map((one) => ({
      ...one,
      mayEdit: kinds.length > 0,
    }));
  if (!mayUseEvents(collection, lookup, member))
    return fault('events', `You may not use the dates of ${title}.`).map((one) => ({
      ...one,
      mayEdit: false,
    }));
  const parts = partsOf(eventRule);
  const inYears = eventsInYearsOnly(collection, lookup, member);
  const start = eventStart(collection, lookup);
  const isTopCoded = !rightsOf(member).seesHighAges;
  const lacksBounds = eventRule.kind !== 'no_restriction' && parts.length === 0;
  return [
    ...(lacksBounds ? fault('no_bounds', `The date rule of ${title} has no bounds.`) : []),
    ...fault(
      'reversed',
      `The date rule of ${title} has a minimum above its maximum.`,
      reversedParts(eventRule, parts),
    ),
    ...fault(
      'window',
      `The days back of ${title} are out of range.`,
      parts.filter((part) => part.kind === 'window' && !isWindow(part.value)),
    ),
    ...fault(
      'whole_years',
      `You may ask for whole years of ${title} only.`,
      parts.filter((part) => inYears && !isInYears(part)),
    ),
    ...fault(
      'top_coded_age',
      `${title}: ${boundsAboveTopCode}`,
      parts.filter((part) => isTopCoded && part.kind === 'age' && !areWithinTopCodedAge(part.value, null)),
    ),
    ...fault(
      'top_coded_year',
      `${title}: ${boundsBeforeTopCode(start)}`,
      parts.filter((part) => inYears && part.kind === 'day' && !isShownYear(part.value, start)),
    ),
    ...targetFaults(given, { lookup, member }),
  ];
}

/** The minimums above their maximums; two distances can be compared where they are from the same date. */
function reversedParts(rule: EventRule, parts: readonly RulePart[]): readonly RulePart[] {
  const isOfOneDate =
    rule.kind === 'relative_to_other_event' && rule.rangeStartTarget === rule.rangeEndTarget;
  const maximumOf = (name: string): string | null => {
    if (name === 'rangeStartDaysFromTarget') return isOfOneDate ? 'rangeEndDaysFromTarget' : null;
    return name.endsWith('Min') ? name.replace(/Min$/, 'Max') : null;
  };
  const values = new Map<string | null, Day | number>(parts.map(({ name, value }) => [name, value]));
  return parts.filter(({ name, value }) => isReversed<Day | number>(value, values.get(maximumOf(name))));
}

function targetFaults(
  { set, collection: own, definition }: SetInDefinition,
  { lookup, member }: MemberContext,
): readonly RuleFault[] {
  const fault = (code: RuleFault['code'], message: string): readonly RuleFault[] => [
    { code, message, mayEdit: true, parts: [] },
  ];
  const rule = relativeRuleOf(set);
  if (rule === null) return [];
  const target = definition.find(
    (other) => other.entryId === rule.targetEntryId && other.entryId !== set.entryId,
  );
  const collection = target === undefined ? undefined : lookup.collection(target.collectionId);
  if (target?.eventRule === undefined || collection === undefined)
    return fault('target_gone', 'The other event of the date rule no longer exists.');
  if (target.about !== set.about)
    return fault('target_person', 'The other event of the date rule is of another person.');
  const between = distanceFault([own, collection], { lookup, member });
  return between === null ? [] : fault(between.code, between.message);
}

/** Why this member cannot compare events of the two collections, or null (rule 1.16). */
export function distanceFault(
  [own, target]: readonly [own: Collection, target: Collection],
  { lookup, member }: MemberContext,
): { readonly code: 'target_closed' | 'target_precision'; readonly message: string } | null {
  const ownDates = eventConcepts(own, lookup, member);
  const dates = eventConcepts(target, lookup, member);
  if (ownDates === null || dates === null) {
    const closed = dates === null ? target : own;
    return { code: 'target_closed', message: `You may not use the dates of ${closed.title}.` };
  }
  const precision = new Set([...ownDates, ...dates].map((date) => showsYearsOnly(date, member)));
  if (precision.size === 1) return null;
  const message = `Exact dates and whole years cannot be set against each other: ${own.title}, ${target.title}.`;
  return { code: 'target_precision', message };
}

/** A bound or a window of an event rule, by its name in the rule. */
export type RulePart =
  | { readonly kind: 'day'; readonly name: string; readonly edge: 'min' | 'max'; readonly value: Day }
  | { readonly kind: 'window' | 'age' | 'distance'; readonly name: string; readonly value: number };

function partsOf(rule: EventRule): readonly RulePart[] {
  switch (rule.kind) {
    case 'no_restriction':
      return [];
    case 'relative_to_other_event':
      return numbers('distance', {
        rangeStartDaysFromTarget: rule.rangeStartDaysFromTarget,
        rangeEndDaysFromTarget: rule.rangeEndDaysFromTarget,
      });
    case 'date_range':
      return [...days('dateMin', 'min', rule.dateMin), ...days('dateMax', 'max', rule.dateMax)];
    case 'interval_date_range':
      return [
        ...days('dateStartMin', 'min', rule.dateStartMin),
        ...days('dateStartMax', 'max', rule.dateStartMax),
        ...days('dateEndMin', 'min', rule.dateEndMin),
        ...days('dateEndMax', 'max', rule.dateEndMax),
      ];
    case 'relative_to_today':
      return numbers('window', { daysAgo: rule.daysAgo });
    case 'interval_relative_to_today':
      return numbers('window', {
        startDateDaysAgo: rule.startDateDaysAgo,
        endDateDaysAgo: rule.endDateDaysAgo,
      });
    case 'age_in_days_range':
      return numbers('age', { ageMin: rule.ageMin, ageMax: rule.ageMax });
    case 'interval_age_in_days_range':
      return numbers('age', {
        ageStartMin: rule.ageStartMin,
        ageStartMax: rule.ageStartMax,
        ageEndMin: rule.ageEndMin,
        ageEndMax: rule.ageEndMax,
      });
    default:
      return unreachable(rule);
  }
}

const days = (name: string, edge: 'min' | 'max', value: Day | undefined): readonly RulePart[] =>
  value === undefined ? [] : [{ kind: 'day', name, edge, value }];

const numbers = (
  kind: 'window' | 'age' | 'distance',
  values: Readonly<Record<string, number | undefined>>,
): readonly RulePart[] =>
  Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : { kind, name, value }));

function isInYears(part: RulePart): boolean {
  switch (part.kind) {
    case 'day':
      return isWholeYears(part.edge === 'min' ? part.value : null, part.edge === 'max' ? part.value : null);
    case 'window':
      return isYearsOfDays(part.value);
    case 'distance':
      return isYearsApart(part.value);
    case 'age':
      return true;
    default:
      return unreachable(part);
  }
}
