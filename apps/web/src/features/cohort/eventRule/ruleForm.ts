import { daysOfYears, daysPerYear } from '@atrium/contract/calendar/ages';
import { parseDay } from '@atrium/contract/calendar/days';
import { toNumber } from '@atrium/contract/calendar/numerals';
import { unreachable } from '@atrium/contract/errors/unreachable';
import type { EventRuleKind } from '@atrium/contract/wire/cohortDefinition';
import { addFilter, type CohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import type { EventOption, EventOptions } from '@atrium/contract/wire/criteriaSetOptions';
import { z } from 'zod';
import { daysOfSentence, sentenceOf } from './distance.ts';

/** The draft of a rule: the open form, and the text of every field under its wire name. */
export interface RuleDraft {
  readonly kind: EventRuleKind;
  readonly fields: Readonly<Record<string, string>>;
  /** The unit of the ages being entered; the server counts them in days. */
  readonly ageUnit: AgeUnit;
}

/** A draft as the tab keeps it. */
export const ruleDraft: z.ZodType<RuleDraft> = z.object({
  kind: z.enum([
    'no_restriction',
    'date_range',
    'interval_date_range',
    'relative_to_today',
    'interval_relative_to_today',
    'age_in_days_range',
    'interval_age_in_days_range',
    'relative_to_other_event',
  ]),
  fields: z.record(z.string(), z.string()),
  ageUnit: z.enum(['days', 'years']),
});

export type OpenOption = Exclude<EventOption, { allowed: false }>;

export const isOpen = (option: EventOption): option is OpenOption => option.allowed;

/**
 * The draft that shows the rule as the server holds it, with every other form at its beginning. A set without a rule
 * begins with the one that takes more than a date to say.
 */
export function draftOf(
  { eventOptions, selectedEventOption: selected }: EventOptions,
  isNew = false,
): RuleDraft {
  const open = eventOptions.filter(isOpen);
  const selectedEventOption = isNew ? 'relative_to_other_event' : selected;
  const fields: Fields = Object.fromEntries(open.flatMap((option) => Object.entries(fieldsOf(option))));
  const ages = ageFields.map((field) => fields[field] ?? '');
  const ageUnit = ageUnitOf(ages);
  const kind = open.some((option) => option.kind === selectedEventOption)
    ? selectedEventOption
    : (open[0]?.kind ?? 'no_restriction');
  return { kind, ageUnit, fields: inUnit(fields, ageUnit) };
}

const ageFields = ['age_min', 'age_max', 'age_start_min', 'age_start_max', 'age_end_min', 'age_end_max'];

type Fields = Readonly<Record<string, string>>;

const inUnit = (fields: Fields, unit: AgeUnit): Fields => ({
  ...fields,
  ...Object.fromEntries(
    ageFields.flatMap((name) => (name in fields ? [[name, ageInUnit(fields[name] ?? '', unit)]] : [])),
  ),
});

const text = (value: number | null): string => (value === null ? '' : String(value));

/** `MM/DD/YYYY` as date fields read it; years and "" stay. */
const isoDay = (bound: string): string => parseDay(bound) ?? bound;

function fieldsOf(option: OpenOption): Fields {
  switch (option.kind) {
    case 'date_range':
      return { date_min: isoDay(option.dateMin), date_max: isoDay(option.dateMax) };
    case 'interval_date_range':
      return {
        date_start_min: isoDay(option.dateStartMin),
        date_start_max: isoDay(option.dateStartMax),
        date_end_min: isoDay(option.dateEndMin),
        date_end_max: isoDay(option.dateEndMax),
      };
    case 'relative_to_today':
      return { days_ago: text(option.daysAgo) };
    case 'interval_relative_to_today':
      return {
        start_date_days_ago: text(option.startDateDaysAgo),
        end_date_days_ago: text(option.endDateDaysAgo),
      };
    case 'age_in_days_range':
      return { age_min: text(option.ageMin), age_max: text(option.ageMax) };
    case 'interval_age_in_days_range':
      return {
        age_start_min: text(option.ageStartMin),
        age_start_max: text(option.ageStartMax),
        age_end_min: text(option.ageEndMin),
        age_end_max: text(option.ageEndMax),
      };
    case 'relative_to_other_event':
      return relativeFields(option);
    case 'no_restriction':
      return {};
    default:
      return unreachable(option);
  }
}

type RelativeOption = Extract<OpenOption, { kind: 'relative_to_other_event' }>;

function relativeFields({ existingEventRule, ...option }: RelativeOption): Fields {
  const rule = existingEventRule.kind === 'relative_to_other_event' ? existingEventRule : undefined;
  const [first] = [...option.otherEvents, ...(option.undatedEvents ?? [])];
  const range = rule && ([rule.rangeStartDaysFromTarget, rule.rangeEndDaysFromTarget] as const);
  return {
    target_entry_id: rule?.targetEntryId ?? first?.criteriaSetEntryId ?? '',
    target_filter: '',
    target_name: '',
    reference_date: rule?.referenceDate ?? 'start',
    range_start_target: rule?.rangeStartTarget ?? 'start',
    range_end_target: rule?.rangeEndTarget ?? 'start',
    ...sentenceOf(range, option.inYears === true),
  };
}

/** The wire names of the fields of one form. */
export const fieldNames: Readonly<Record<EventRuleKind, readonly string[]>> = {
  no_restriction: [],
  date_range: ['date_min', 'date_max'],
  interval_date_range: ['date_start_min', 'date_start_max', 'date_end_min', 'date_end_max'],
  relative_to_today: ['days_ago'],
  interval_relative_to_today: ['start_date_days_ago', 'end_date_days_ago'],
  age_in_days_range: ['age_min', 'age_max'],
  interval_age_in_days_range: ['age_start_min', 'age_start_max', 'age_end_min', 'age_end_max'],
  relative_to_other_event: [
    'target_entry_id',
    'reference_date',
    'range_start_days_from_target',
    'range_start_target',
    'range_end_days_from_target',
    'range_end_target',
  ],
};

type PostedRule = Pick<
  Extract<CohortTransformation, { kind: 'modify_event_rule' }>,
  'fields' | 'targetFilter'
>;

/**
 * The fields to post: those of the open form, ages in days. Those of a relative rule are named after their target, but
 * for one that is made with the rule (rule 3.29).
 */
export function postedRule({ kind, fields, ageUnit }: RuleDraft): PostedRule {
  if (kind === 'relative_to_other_event') return postedRelative(fields);
  const posted = fieldNames[kind].map((name) => {
    const value = fields[name] ?? '';
    return [name, ageFields.includes(name) ? daysFromUnit(value, ageUnit) : value];
  });
  return { fields: Object.fromEntries(posted) };
}

function postedRelative(fields: Fields): PostedRule {
  const target = fields['target_entry_id'] ?? '';
  const made = fields['target_filter'] ?? '';
  const rule: Fields = { ...fields, ...daysOfSentence(fields) };
  const named = (suffix: string): Fields =>
    Object.fromEntries(
      fieldNames.relative_to_other_event
        .filter((name) => name !== 'target_entry_id')
        .map((name) => [`${name}${suffix}`, rule[name] ?? '']),
    );
  if (made !== '') return { fields: named(''), targetFilter: addFilter.parse(JSON.parse(made)) };
  return { fields: { target_entry_id: target, ...named(`_${target}`) } };
}

/** Whether a relative rule has no other event yet. */
export const lacksTarget = ({ kind, fields }: RuleDraft): boolean =>
  kind === 'relative_to_other_event' && !fields['target_entry_id'] && !fields['target_filter'];

/** The draft with its ages in another unit. */
export const withAgeUnit = (draft: RuleDraft, ageUnit: AgeUnit): RuleDraft => ({
  ...draft,
  ageUnit,
  fields: {
    ...draft.fields,
    ...Object.fromEntries(
      ageFields.flatMap((name) => {
        const value = draft.fields[name];
        return value === undefined ? [] : [[name, ageInUnit(daysFromUnit(value, draft.ageUnit), ageUnit)]];
      }),
    ),
  },
});

export type AgeUnit = 'days' | 'years';

/** An age in days from text in a unit; years count 365.25 days, without parts of a day. Text that is no number stays as it is. */
export function daysFromUnit(text: string, unit: AgeUnit): string {
  const count = toNumber(text);
  return unit === 'days' || count === null ? text : String(daysOfYears(count));
}

/** An age of so many days in a unit, with two decimals where years do not fit. */
export function ageInUnit(days: string, unit: AgeUnit): string {
  const count = toNumber(days);
  if (unit === 'days' || count === null) return days;
  const years = Math.round(count / daysPerYear);
  return daysOfYears(years) === count ? String(years) : String(Math.round((count / daysPerYear) * 100) / 100);
}

/** Years where every given age is one of whole years, else days. */
export function ageUnitOf(ages: readonly string[]): AgeUnit {
  const given = ages.filter((age) => age !== '');
  const isYears = (days: string): boolean =>
    daysFromUnit(ageInUnit(days, 'years'), 'years') === days && !ageInUnit(days, 'years').includes('.');
  return given.length > 0 && !given.every(isYears) ? 'days' : 'years';
}
