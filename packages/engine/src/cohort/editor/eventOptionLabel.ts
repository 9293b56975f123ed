import { type EventRuleKind, unreachable } from '@atrium/contract';
import type { EventTime } from '../../dictionary/dictionary.ts';

/** What an event editor calls a form of rule. */
export function eventOptionLabel(
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
