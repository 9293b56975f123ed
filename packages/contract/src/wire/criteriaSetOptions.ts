import { z } from 'zod';
import { countOperators, eventRule } from './cohortDefinition.ts';
import { collectionFields, collectionNames } from './concept.ts';
import { wireObject } from './wireObject.ts';

const open = z.literal(true);
const closed = { allowed: z.literal(false), disallowedReason: z.string() };

const countRuleHead = { transformation: z.literal('add_criteria_set_count_rule'), label: z.string() };

/** How many rows a set asks for; closed where the set cannot count (rule 2.9). */
export const countRuleOption = z.union([
  wireObject({ ...countRuleHead, ...closed }),
  wireObject(
    { ...countRuleHead, allowed: open, operator: z.enum(countOperators), value: z.int().min(0) },
    { operator: 'type' },
  ),
]);

export const aliasOption = wireObject({
  transformation: z.literal('set_criteria_set_alias'),
  label: z.string(),
  allowed: open,
  alias: z.string(),
});

const head = <const K extends string>(kind: K) => ({ kind: z.literal(kind), label: z.string() });
const optionName = { kind: 'option_id' } as const;

/** `MM/DD/YYYY`, a year of four digits where the member asks in years only, or "" for none. */
const bound = z.string();
const inYears = z.boolean();
const age = z.int().nullable();
const choices = z.array(z.tuple([z.int(), z.string()]));

const dateRange = wireObject(
  { ...head('date_range'), allowed: open, inYears, dateMin: bound, dateMax: bound },
  optionName,
);
const intervalDateRange = wireObject(
  {
    ...head('interval_date_range'),
    allowed: open,
    inYears,
    dateStartMin: bound,
    dateStartMax: bound,
    dateEndMin: bound,
    dateEndMax: bound,
  },
  optionName,
);
const relativeToToday = wireObject(
  { ...head('relative_to_today'), allowed: open, daysAgo: z.int(), daysAgoOptions: choices },
  optionName,
);
const intervalRelativeToToday = wireObject(
  {
    ...head('interval_relative_to_today'),
    allowed: open,
    startDateDaysAgo: z.int().nullable(),
    endDateDaysAgo: z.int().nullable(),
    daysAgoOptions: choices,
  },
  optionName,
);
const ageRange = wireObject(
  { ...head('age_in_days_range'), allowed: open, ageMin: age, ageMax: age },
  optionName,
);
const intervalAgeRange = wireObject(
  {
    ...head('interval_age_in_days_range'),
    allowed: open,
    ageStartMin: age,
    ageStartMax: age,
    ageEndMin: age,
    ageEndMax: age,
  },
  optionName,
);
const eventType = z.enum(['point', 'interval']);
const otherEvents = z.array(
  wireObject({ criteriaSetEntryId: z.string(), criteriaSetName: z.string(), eventType }),
);
const relativeToOtherEvent = wireObject(
  {
    ...head('relative_to_other_event'),
    allowed: open,
    otherEvents,
    /** Sets that could be the other event and have no date rule yet; the edit that names one gives it "any date". */
    undatedEvents: otherEvents.optional(),
    /** Dated sets that the rule may not name, and why. */
    closedEvents: z.array(wireObject({ criteriaSetName: z.string(), reason: z.string() })).optional(),
    /** Both dates show as years, so that distances are whole calendar years of 365 days each. */
    inYears: inYears.optional(),
    collectionEventType: eventType,
    existingEventRule: eventRule,
    dateOptions: choices,
  },
  optionName,
);
const noRestriction = wireObject({ ...head('no_restriction'), allowed: open }, optionName);

const eventRuleKind = z.enum([
  'no_restriction',
  'date_range',
  'relative_to_today',
  'interval_date_range',
  'interval_relative_to_today',
  'age_in_days_range',
  'interval_age_in_days_range',
  'relative_to_other_event',
]);

const closedOption = wireObject({ kind: eventRuleKind, label: z.string(), ...closed }, optionName);

/** One form of an event rule with the values that the set has of it (rule 3.22); a closed one has none. */
export const eventOption = z.union([
  closedOption,
  dateRange,
  intervalDateRange,
  relativeToToday,
  intervalRelativeToToday,
  ageRange,
  intervalAgeRange,
  relativeToOtherEvent,
  noRestriction,
]);

export const eventOptions = wireObject({
  eventOptions: z.array(eventOption),
  selectedEventOption: eventRuleKind,
});

/** One collection, with the state of the editors of one of its criteria sets where that was asked. */
export const collectionDetail = wireObject(
  {
    ...collectionFields,
    criteriaSetEntryId: z.string().optional(),
    criteriaSetOptions: z.tuple([countRuleOption, aliasOption]).optional(),
    criteriaSetEventOptions: eventOptions.optional(),
  },
  collectionNames,
);

export type CountRuleOption = z.output<typeof countRuleOption>;
export type AliasOption = z.output<typeof aliasOption>;
export type EventOption = z.output<typeof eventOption>;
export type EventOptions = z.output<typeof eventOptions>;
export type CollectionDetail = z.output<typeof collectionDetail>;
