import { daysOfYears } from '@atrium/contract/calendar/ages';
import { type Day, daysOfCalendarYear, toUsDay, windowLengths } from '@atrium/contract/calendar/days';
import { unreachable } from '@atrium/contract/errors/unreachable';
import type { EventRule, EventRuleKind } from '@atrium/contract/wire/cohortDefinition';
import type { EventOption } from '@atrium/contract/wire/criteriaSetOptions';
import type { RelativeRule } from '../eventRules.ts';

/** The form of a rule that names no other event. */
export interface RuleForm {
  readonly kind: Exclude<EventRuleKind, RelativeRule['kind']>;
  readonly label: string;
  /** The set's rule; one of another kind leaves the form empty. */
  readonly rule: EventRule | undefined;
  readonly inYears: boolean;
}

/** The state of one form with its values, as `modify_event_rule` reads them back (rule 3.22). */
export function ruleOption(form: RuleForm): EventOption {
  const { kind, label } = form;
  const head = { label, allowed: true } as const;
  switch (kind) {
    case 'no_restriction':
      return { kind, ...head };
    case 'date_range':
      return { kind, ...head, ...dates(form) };
    case 'interval_date_range':
      return { kind, ...head, ...intervalDates(form) };
    case 'relative_to_today':
      return { kind, ...head, ...window(form) };
    case 'interval_relative_to_today':
      return { kind, ...head, ...intervalWindows(form) };
    case 'age_in_days_range':
      return { kind, ...head, ...ages(form) };
    case 'interval_age_in_days_range':
      return { kind, ...head, ...intervalAges(form) };
    default:
      return unreachable(kind);
  }
}

type RuleOf<K extends EventRuleKind> = Extract<EventRule, { kind: K }>;

const isOf = <K extends EventRuleKind>(kind: K, rule: EventRule | undefined): rule is RuleOf<K> =>
  rule?.kind === kind;
const ruleOf = <K extends EventRuleKind>(kind: K, { rule }: RuleForm): RuleOf<K> | undefined =>
  isOf(kind, rule) ? rule : undefined;

function bound(day: Day | undefined, { inYears }: RuleForm): string {
  if (day === undefined) return '';
  return inYears ? day.slice(0, 4) : toUsDay(day);
}

function dates(form: RuleForm) {
  const rule = ruleOf('date_range', form);
  return {
    inYears: form.inYears,
    dateMin: bound(rule?.dateMin, form),
    dateMax: bound(rule?.dateMax, form),
  };
}

function intervalDates(form: RuleForm) {
  const rule = ruleOf('interval_date_range', form);
  return {
    inYears: form.inYears,
    dateStartMin: bound(rule?.dateStartMin, form),
    dateStartMax: bound(rule?.dateStartMax, form),
    dateEndMin: bound(rule?.dateEndMin, form),
    dateEndMax: bound(rule?.dateEndMax, form),
  };
}

const choicesFor = ({ inYears }: RuleForm) => [...(inYears ? yearWindowChoices : windowChoices)];

function window(form: RuleForm) {
  const daysAgoOptions = choicesFor(form);
  const [[shortest] = [1]] = daysAgoOptions;
  return { daysAgo: ruleOf('relative_to_today', form)?.daysAgo ?? shortest, daysAgoOptions };
}

function intervalWindows(form: RuleForm) {
  const rule = ruleOf('interval_relative_to_today', form);
  return {
    startDateDaysAgo: rule?.startDateDaysAgo ?? null,
    endDateDaysAgo: rule?.endDateDaysAgo ?? null,
    daysAgoOptions: choicesFor(form),
  };
}

function ages(form: RuleForm) {
  const rule = ruleOf('age_in_days_range', form);
  return { ageMin: rule?.ageMin ?? null, ageMax: rule?.ageMax ?? null };
}

function intervalAges(form: RuleForm) {
  const rule = ruleOf('interval_age_in_days_range', form);
  return {
    ageStartMin: rule?.ageStartMin ?? null,
    ageStartMax: rule?.ageStartMax ?? null,
    ageEndMin: rule?.ageEndMin ?? null,
    ageEndMax: rule?.ageEndMax ?? null,
  };
}

/** A number of days, and the words for it. */
type DayChoice = [days: number, label: string];

const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`;

const windowDays = windowLengths.filter((days) => days < daysOfCalendarYear);
const windowYears: readonly DayChoice[] = [1, 2, 3].map((years) => [
  daysOfCalendarYear * years,
  count(years, 'year'),
]);

/** The windows ending today that an editor offers (rule 11.8): up to three years, 1 being today alone. */
const windowChoices: readonly DayChoice[] = [
  ...windowDays.map((days): DayChoice => [days, days === 1 ? 'today' : count(days, 'day')]),
  ...windowYears,
];

/** The same for members who may ask for whole years only. */
const yearWindowChoices: readonly DayChoice[] = windowYears;

const stepsInDays = [1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 30, 45, 60, 90, 120, 180, 270];
const distances: readonly DayChoice[] = [
  ...stepsInDays.map((days): DayChoice => [days, count(days, 'day')]),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((years): DayChoice => [daysOfYears(years), count(years, 'year')]),
];

const yearsApart = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(
  (years): DayChoice => [years * daysOfCalendarYear, count(years, 'calendar year')],
);

const around = (same: string, steps: readonly DayChoice[]): readonly DayChoice[] => [
  ...steps.map(([days, label]): DayChoice => [-days, `${label} before`]).reverse(),
  [0, same],
  ...steps.map(([days, label]): DayChoice => [days, `${label} after`]),
];

/** How far an event may lie from another: ten years before to ten years after, ascending (rule 11.8). */
export const distanceChoices: readonly DayChoice[] = around('same day', distances);

/** The same where both show as years (rule 1.16). */
export const yearDistanceChoices: readonly DayChoice[] = around('same calendar year', yearsApart);
