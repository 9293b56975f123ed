import { z } from 'zod';
import { usDay } from '../calendar/days.ts';
import { choiceOrNullList, textList } from './itemList.ts';
import { pathwayOfSet } from './pathway.ts';
import { wireObject } from './wireObject.ts';

/** Adds the word that tells the members of a union apart; on the wire it shows in the other keys only. */
function withKind<const K extends string, T extends object>(kind: K, codec: z.ZodType<T>) {
  const isKind = (value: unknown) =>
    typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;
  return z.codec(codec, z.custom<T & { kind: K }>(isKind), {
    decode: (value) => ({ ...value, kind }),
    encode: ({ kind: _, ...value }) => value as never,
  });
}

const filterHead = {
  entryId: z.string(),
  conceptId: z.string(),
  prefilterValue: z.string().nullable().default(null),
  excludeSelected: z.boolean().default(false),
};
const nullFlag = { includeNullAndMissing: z.boolean().default(false) };

export const ontologyTermRef = wireObject({ code: z.string(), label: z.string() });

const choiceFilter = wireObject({ ...filterHead, categories: choiceOrNullList });
/** Judged before its items are: else each of 25,000 texts is first found to be no term, one by one. */
const objects = z
  .custom<object[]>(
    (value) => Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null),
  )
  .meta({
    type: 'array',
    items: {
      type: 'object',
      properties: { code: { type: 'string' }, label: { type: 'string' } },
      required: ['code', 'label'],
    },
  });
const ontologyFilter = wireObject({
  ...filterHead,
  ...nullFlag,
  includeOntologyUnknown: z.boolean(),
  terms: objects.pipe(z.array(ontologyTermRef)),
});
const textFilter = wireObject({ ...filterHead, ...nullFlag, terms: textList });
const dateRangeFilter = wireObject({
  ...filterHead,
  ...nullFlag,
  queryType: z.literal('date_range'),
  min: usDay.nullable(),
  max: usDay.nullable(),
});
const relativeDateFilter = wireObject({
  ...filterHead,
  ...nullFlag,
  queryType: z.literal('relative_to_today'),
  daysAgo: z.int(),
});
const bounds = { min: z.number().nullable(), max: z.number().nullable() };
const rangeFilter = wireObject({ ...filterHead, ...nullFlag, ...bounds });
const rangeOrWordsFilter = wireObject({
  ...filterHead,
  ...nullFlag,
  ...bounds,
  categories: z.array(z.string()),
});

/**
 * One filter on one concept. Kinds: choice (category, boolean), ontology, text, dateRange, relativeDate, range (number;
 * age in days), rangeOrWords (number_with_categories).
 */
export const filterEntry = z.union([
  withKind('rangeOrWords', rangeOrWordsFilter),
  withKind('choice', choiceFilter),
  withKind('ontology', ontologyFilter),
  withKind('text', textFilter),
  withKind('dateRange', dateRangeFilter),
  withKind('relativeDate', relativeDateFilter),
  withKind('range', rangeFilter),
]);

export const orGroup = wireObject(
  { kind: z.literal('or_group'), entryId: z.string(), entries: z.array(filterEntry) },
  { kind: 'entry_type', entries: 'list' },
);

export const countOperators = ['at least', 'at most', 'exactly'] as const;
export const countRule = wireObject(
  { operator: z.enum(countOperators), value: z.int().min(0) },
  { operator: 'type' },
);

const edge = z.enum(['start', 'end']);
const optionalDay = usDay.optional();
const optionalDays = z.int().optional();
const rule = { kind: 'type' } as const;

/** Restricts the rows of an event collection by when they happened (rule 2.10); bounds are inclusive. */
export const eventRule = z.union([
  wireObject({ kind: z.literal('no_restriction') }, rule),
  wireObject({ kind: z.literal('date_range'), dateMin: optionalDay, dateMax: optionalDay }, rule),
  wireObject({ kind: z.literal('relative_to_today'), daysAgo: z.int() }, rule),
  wireObject(
    {
      kind: z.literal('interval_date_range'),
      dateStartMin: optionalDay,
      dateStartMax: optionalDay,
      dateEndMin: optionalDay,
      dateEndMax: optionalDay,
    },
    rule,
  ),
  wireObject(
    {
      kind: z.literal('interval_relative_to_today'),
      startDateDaysAgo: optionalDays,
      endDateDaysAgo: optionalDays,
    },
    rule,
  ),
  wireObject({ kind: z.literal('age_in_days_range'), ageMin: optionalDays, ageMax: optionalDays }, rule),
  wireObject(
    {
      kind: z.literal('interval_age_in_days_range'),
      ageStartMin: optionalDays,
      ageStartMax: optionalDays,
      ageEndMin: optionalDays,
      ageEndMax: optionalDays,
    },
    rule,
  ),
  wireObject(
    {
      kind: z.literal('relative_to_other_event'),
      targetEntryId: z.string(),
      referenceDate: edge,
      rangeStartDaysFromTarget: z.int(),
      rangeStartTarget: edge,
      rangeEndDaysFromTarget: z.int(),
      rangeEndTarget: edge,
    },
    rule,
  ),
]);

/** Whom a criteria set may be about, beside the subject (rule 2.25). */
export const relatives = ['mother', 'father', 'sibling', 'any_member', 'all_members'] as const;
export type Relative = (typeof relatives)[number];

/** Keeps one subject of each family, of those who meet all other criteria (rule 2.30). */
export const oneOfFamily = 'one_of_family';
const abouts = [...relatives, oneOfFamily] as const;
export type About = (typeof abouts)[number];
export const aboutWhom = z.enum(abouts);

export const criteriaSet = wireObject(
  {
    kind: z.literal('criteria_set'),
    entryId: z.string(),
    collectionId: z.string(),
    alias: z.string().optional(),
    countRule: countRule.optional(),
    eventRule: eventRule.optional(),
    /** Sets with the same id are alternatives: a subject must meet one of them (rule 2.24). */
    orGroupId: z.string().optional(),
    /** Whose records are meant; absent: those of the subject (rule 2.25). */
    about: aboutWhom.optional(),
    /** How many of the family must meet the set, where it is about anybody of it; absent: at least 1 (rule 2.29). */
    familyCount: countRule.optional(),
    /** Of a set on the collection of the subjects: how far these came on a pathway (rule 17.33). */
    pathway: pathwayOfSet.optional(),
    entries: z.array(z.union([orGroup, filterEntry])),
  },
  { kind: 'entry_type', countRule: 'subcol_count_restriction', entries: 'list' },
);

/** A saved question: criteria sets ANDed on subjects, but for alternatives; none means every subject the member may see (rule 2.1). */
export const cohortDefinitionWire = z.array(criteriaSet);

export type CohortDefinition = z.output<typeof cohortDefinitionWire>;
export type CriteriaSet = z.output<typeof criteriaSet>;
export type FilterEntry = z.output<typeof filterEntry>;
export type FilterKind = FilterEntry['kind'];
export type OrGroup = z.output<typeof orGroup>;
export type CohortEntry = CriteriaSet['entries'][number];
export type CountRule = z.output<typeof countRule>;
export type EventRule = z.output<typeof eventRule>;
export type EventRuleKind = EventRule['kind'];
export type OntologyTermRef = z.output<typeof ontologyTermRef>;
