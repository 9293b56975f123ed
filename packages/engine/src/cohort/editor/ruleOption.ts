import {
  type Day,
  type EventOption,
  type EventRule,
  type EventRuleKind,
  toUsDay,
  unreachable,
} from '@atrium/contract';
import type { RelativeRule } from '../eventRules.ts';
import { windowChoices, yearWindowChoices } from './dayChoices.ts';

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
