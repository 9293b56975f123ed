import { type Day, windowEnding, yearsOfWindow } from '@atrium/contract/calendar/days';
import { unreachable } from '@atrium/contract/errors/unreachable';
import type { EventRule } from '@atrium/contract/wire/cohortDefinition';
import type { EventPoint, RowCondition } from '../../concepts/rowCondition.ts';
import type { RelativeRule } from '../eventRules.ts';

export type PlainRule = Exclude<EventRule, RelativeRule>;
type Point = EventPoint | undefined;

const happened = (edge: 'start' | 'end', min: Point, max: Point): readonly RowCondition[] =>
  min === undefined && max === undefined
    ? []
    : [{ kind: 'happened', edge, min: min ?? null, max: max ?? null }];

interface Window {
  readonly today: Day;
  /** Whether the member may ask about the events in whole years only. */
  readonly inYears: boolean;
}

function inWindow(
  edge: 'start' | 'end',
  daysAgo: number | undefined,
  { today, inYears }: Window,
): readonly RowCondition[] {
  if (daysAgo === undefined) return [];
  const { min, max } = (inYears ? yearsOfWindow : windowEnding)(today, daysAgo);
  return happened(edge, min, max);
}

/** The conditions of a rule without a target on a row's dates; bounds are inclusive and end today (rules 2.10 and 2.17). */
export function planEventRule(rule: PlainRule, window: Window): readonly RowCondition[] {
  switch (rule.kind) {
    case 'no_restriction':
      return [];
    case 'date_range':
      return happened('start', rule.dateMin, rule.dateMax);
    case 'relative_to_today':
      return inWindow('start', rule.daysAgo, window);
    case 'interval_date_range':
      return [
        ...happened('start', rule.dateStartMin, rule.dateStartMax),
        ...happened('end', rule.dateEndMin, rule.dateEndMax),
      ];
    case 'interval_relative_to_today':
      return [
        ...inWindow('start', rule.startDateDaysAgo, window),
        ...inWindow('end', rule.endDateDaysAgo, window),
      ];
    case 'age_in_days_range':
      return happened('start', rule.ageMin, rule.ageMax);
    case 'interval_age_in_days_range':
      return [
        ...happened('start', rule.ageStartMin, rule.ageStartMax),
        ...happened('end', rule.ageEndMin, rule.ageEndMax),
      ];
    default:
      return unreachable(rule);
  }
}
