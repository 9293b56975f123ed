import { windowLengths } from '@atrium/contract/calendar/days';
import { unreachable } from '@atrium/contract/errors/unreachable';
import type { EventRule, EventRuleKind } from '@atrium/contract/wire/cohortDefinition';
import { type FieldReader, type FormValue, fieldReader } from '../../definition/fieldReader.ts';
import { type EditError, fieldError } from '../../definition/outcome.ts';

type Fields = Readonly<Record<string, unknown>>;
type Edge = 'start' | 'end';

export interface RuleForm {
  readonly kind: EventRuleKind;
  readonly fields: Fields;
  /** Whether the member may ask for whole years only, so that a year stands for its edge. */
  readonly inYears: boolean;
  /** The set that is made with the rule, to be its target; then the fields end in no id. */
  readonly newTarget?: string | undefined;
}

export interface RuleDraft {
  readonly rule: EventRule;
  readonly errors: readonly EditError[];
}

/** The rule that a form describes, with the errors that a stored rule cannot have (rule 3.17). */
export function parseEventRule(form: RuleForm): RuleDraft {
  const reader = fieldReader();
  return { rule: parseRule(form, { form, reader }), errors: reader.errors };
}

interface Reading {
  readonly form: RuleForm;
  readonly reader: FieldReader;
}

function parseRule({ kind }: RuleForm, reading: Reading): EventRule {
  switch (kind) {
    case 'no_restriction':
      return { kind };
    case 'date_range':
      return { kind, ...days(reading, bounds[kind]) };
    case 'interval_date_range':
      return { kind, ...days(reading, bounds[kind]) };
    case 'relative_to_today':
      return { kind, daysAgo: windowUpToToday(reading) };
    case 'interval_relative_to_today':
      return { kind, ...windows(reading, bounds[kind]) };
    case 'age_in_days_range':
      return { kind, ...ages(reading, bounds[kind]) };
    case 'interval_age_in_days_range':
      return { kind, ...ages(reading, bounds[kind]) };
    case 'relative_to_other_event':
      return relative(reading);
    default:
      return unreachable(kind);
  }
}

/** The fields of a form, by what they are in the rule. */
const bounds = {
  date_range: { dateMin: 'date_min', dateMax: 'date_max' },
  interval_date_range: {
    dateStartMin: 'date_start_min',
    dateStartMax: 'date_start_max',
    dateEndMin: 'date_end_min',
    dateEndMax: 'date_end_max',
  },
  relative_to_today: { daysAgo: 'days_ago' },
  interval_relative_to_today: {
    startDateDaysAgo: 'start_date_days_ago',
    endDateDaysAgo: 'end_date_days_ago',
  },
  age_in_days_range: { ageMin: 'age_min', ageMax: 'age_max' },
  interval_age_in_days_range: {
    ageStartMin: 'age_start_min',
    ageStartMax: 'age_start_max',
    ageEndMin: 'age_end_min',
    ageEndMax: 'age_end_max',
  },
  no_restriction: {},
  relative_to_other_event: {},
} as const satisfies Readonly<Record<EventRuleKind, Names<string>>>;

/** The fields of a form of which one at least must be given. */
export const boundFields = (kind: EventRuleKind): readonly string[] => Object.values<string>(bounds[kind]);

type Names<K extends string> = Readonly<Record<K, string>>;

const formValue = (fields: Fields, name: string): FormValue => {
  const value = fields[name];
  return typeof value === 'string' || typeof value === 'number' ? value : null;
};

const isMaximum = (name: string): boolean => name.endsWith('_max');

function read<K extends string, V extends string | number>(
  { form }: Reading,
  names: Names<K>,
  readOne: (name: string, value: FormValue) => V | null,
): { [Key in K]?: V } {
  const found: { [Key in K]?: V } = {};
  for (const key in names) {
    const name = names[key];
    const value = readOne(name, formValue(form.fields, name));
    if (value !== null) found[key] = value;
  }
  return found;
}

const days = <K extends string>(reading: Reading, names: Names<K>) =>
  read(reading, names, (name, value) => {
    const { reader, form } = reading;
    const edge = isMaximum(name) ? 'last' : 'first';
    return reader.day(name, value, form.inYears ? edge : undefined);
  });

const windows = <K extends string>(reading: Reading, names: Names<K>) =>
  read(reading, names, (name, value) => {
    if (value === 'ignore') return null;
    const { reader } = reading;
    const length = reader.wholeNumber(name, value);
    if (length !== null && !windowLengths.includes(length))
      reader.errors.push(fieldError(name, 'not_allowed', `choose one of ${windowLengths.join(', ')} days.`));
    return length;
  });

/** A rule of one window always has a number, so that only a form can leave it out. */
function windowUpToToday(reading: Reading): number {
  const { daysAgo } = windows(reading, bounds.relative_to_today);
  const { errors } = reading.reader;
  if (daysAgo === undefined && errors.length === 0)
    errors.push(fieldError(boundFields('relative_to_today'), 'missing', 'give at least one.'));
  return daysAgo ?? 0;
}

const ages = <K extends string>(reading: Reading, names: Names<K>) =>
  read(reading, names, (name, value) => wholeDays(reading.reader, name, value));

const maxDays = 1_000_000;

function wholeDays(reader: FieldReader, name: string, value: FormValue): number | null {
  const given = reader.wholeNumber(name, value);
  if (given !== null && Math.abs(given) > maxDays)
    reader.errors.push(fieldError(name, 'out_of_range', 'that is too many days.'));
  return given;
}

/** The fields of a relative rule end in the id of its target (rule 3.17), but for a target that is made with it. */
function relative({ form, reader }: Reading): EventRule {
  const { newTarget } = form;
  const targetEntryId = newTarget ?? String(formValue(form.fields, 'target_entry_id') ?? '');
  const nameOf = (name: string): string => (newTarget === undefined ? `${name}_${targetEntryId}` : name);
  if (targetEntryId === '')
    reader.errors.push(fieldError('target_entry_id', 'missing', 'choose another event.'));
  const edge = (name: string): Edge => {
    const value = formValue(form.fields, nameOf(name));
    if (value !== null && value !== '' && value !== 'start' && value !== 'end')
      reader.errors.push(fieldError(name, 'malformed', `“${value}” is neither start nor end.`));
    return value === 'end' ? 'end' : 'start';
  };
  const day = (name: string): number => {
    const value = wholeDays(reader, name, formValue(form.fields, nameOf(name)));
    if (value === null && reader.errors.length === 0)
      reader.errors.push(fieldError(name, 'missing', 'give a number of days.'));
    return value ?? 0;
  };
  return {
    kind: 'relative_to_other_event',
    targetEntryId,
    referenceDate: edge('reference_date'),
    rangeStartDaysFromTarget: day('range_start_days_from_target'),
    rangeStartTarget: edge('range_start_target'),
    rangeEndDaysFromTarget: day('range_end_days_from_target'),
    rangeEndTarget: edge('range_end_target'),
  };
}
