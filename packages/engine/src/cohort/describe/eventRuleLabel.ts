import { daysOfCalendarYear } from '@atrium/contract/calendar/days';
import { unreachable } from '@atrium/contract/errors/unreachable';
import type { EventRule } from '@atrium/contract/wire/cohortDefinition';
import { ageWord, lastDays, rangeWords, shownYearWord } from '../../concepts/conceptsWords.ts';
import { escapeHtml, strong } from '../../definition/html.ts';
import type { Collection } from '../../dictionary/dictionary.ts';
import { eventStart, type Lookup } from '../../dictionary/lookup.ts';
import type { RelativeRule } from '../eventRules.ts';

export interface RuleWords {
  readonly lookup: Lookup;
  readonly collection: Collection;
  readonly yearsOnly: boolean;
  /** The name of another criteria set, and whether its events have an end. */
  readonly nameOf: (entryId: string) => { readonly name: string; readonly isInterval: boolean };
}

/** An event rule in words; HTML with all data escaped. */
export function eventRuleLabel(rule: EventRule, words: RuleWords): string {
  const day = words.yearsOnly ? shownYearWord(eventStart(words.collection, words.lookup)) : escapeHtml;
  const recent = (concept: Titled, days: number | undefined): string =>
    days === undefined ? '' : `${escapeHtml(concept.title)} ${lastDays(days, words.yearsOnly)}`;
  const start = titled(words, 'startConceptId', 'start');
  const end = titled(words, 'endConceptId', 'end');
  switch (rule.kind) {
    case 'no_restriction':
      return words.lookup.dictionary.eventTime === 'age' ? 'any age' : 'any date';
    case 'date_range':
      return range(start, [rule.dateMin, rule.dateMax], day);
    case 'relative_to_today':
      return recent(start, rule.daysAgo);
    case 'interval_date_range':
      return joined([
        range(start, [rule.dateStartMin, rule.dateStartMax], day),
        range(end, [rule.dateEndMin, rule.dateEndMax], day),
      ]);
    case 'interval_relative_to_today':
      return joined([recent(start, rule.startDateDaysAgo), recent(end, rule.endDateDaysAgo)]);
    case 'age_in_days_range':
      return range(start, [rule.ageMin, rule.ageMax], ageWord);
    case 'interval_age_in_days_range':
      return joined([
        range(start, [rule.ageStartMin, rule.ageStartMax], ageWord),
        range(end, [rule.ageEndMin, rule.ageEndMax], ageWord),
      ]);
    case 'relative_to_other_event':
      return relativeWords(rule, words);
    default:
      return unreachable(rule);
  }
}

type Titled = { readonly title: string };

function titled(
  { lookup, collection }: RuleWords,
  edge: 'startConceptId' | 'endConceptId',
  fallback: string,
): Titled {
  const id = collection.event?.[edge] ?? null;
  return { title: (id === null ? undefined : lookup.concept(id)?.title) ?? fallback };
}

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' and ');

function range<Bound>(
  concept: Titled,
  [min, max]: readonly [Bound | undefined, Bound | undefined],
  word: (bound: Bound) => string,
): string {
  return min === undefined && max === undefined ? '' : rangeWords(concept, [min ?? null, max ?? null], word);
}

function relativeWords(rule: RelativeRule, { collection, yearsOnly, nameOf }: RuleWords): string {
  const target = nameOf(rule.targetEntryId);
  const bound = (days: number, edge: 'start' | 'end'): string => {
    const of = target.isInterval ? `the ${edge} of ` : '';
    if (days === 0) return `the ${yearsOnly ? 'calendar year' : 'day'} of ${of}${strong(target.name)}`;
    const away = Math.abs(yearsOnly ? days / daysOfCalendarYear : days);
    const count = `${away} ${yearsOnly ? 'calendar year' : 'day'}${away === 1 ? '' : 's'}`;
    return `${count} ${days < 0 ? 'before' : 'after'} ${of}${strong(target.name)}`;
  };
  const subject = collection.event?.isInterval ? `${rule.referenceDate} of event` : 'event';
  const from = bound(rule.rangeStartDaysFromTarget, rule.rangeStartTarget);
  const to = bound(rule.rangeEndDaysFromTarget, rule.rangeEndTarget);
  return from === to
    ? `${subject} ${yearsOnly ? 'in' : 'on'}: ${from}`
    : `${subject} from: ${from}, to: ${to}`;
}
