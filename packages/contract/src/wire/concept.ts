import { z } from 'zod';
import { conceptType } from '../documents/dataPackage.ts';
import { relatives } from './cohortDefinition.ts';
import { textList } from './itemList.ts';
import { wireObject } from './wireObject.ts';

export const category = wireObject(
  { id: z.int(), name: z.string(), parentId: z.int().nullable(), level: z.int() },
  { level: 'get_level' },
);
export type Category = z.output<typeof category>;

const named = {
  conceptId: 'permanent_id',
  namePlural: 'get_name_plural',
  additionalMetadata: 'get_additional_metadata',
  includeInCohort: 'include_in_cohort_def',
  includeInTable: 'include_in_table_def',
  includeInAnalysis: 'include_in_analysis_def',
  collectionId: 'collection',
  prefilterConcept: 'concept_for_prefilter',
} as const;

const uses = {
  order: z.number().default(0),
  published: z.boolean().default(true),
  includeInCohort: z.boolean().default(true),
  includeInTable: z.boolean().default(true),
  includeInAnalysis: z.boolean().default(true),
  hasPhi: z.boolean().default(false),
};

/** The cohort_def_options of the seven types in one shape; a key is present where its type has it (rule 3.22). */
export const cohortOptions = wireObject({
  entryId: z.string().optional(),
  allValues: textList.optional(),
  selectedValues: z.array(z.string().nullable()).optional(),
  isBooleanConcept: z.literal(true).optional(),
  excludeSelected: z.boolean().optional(),
  includeNullAndMissing: z.boolean().optional(),
  includeOntologyUnknown: z.boolean().optional(),
  terms: z.union([z.string(), z.array(wireObject({ code: z.string(), label: z.string() }))]).optional(),
  existingMin: z.union([z.number(), z.string()]).nullable().optional(),
  existingMax: z.union([z.number(), z.string()]).nullable().optional(),
  existingMinYear: z.int().nullable().optional(),
  existingMinDay: z.int().nullable().optional(),
  existingMaxYear: z.int().nullable().optional(),
  existingMaxDay: z.int().nullable().optional(),
  queryType: z.enum(['date_range', 'relative_to_today']).optional(),
  daysAgo: z.int().nullable().optional(),
});
export type CohortOptions = z.output<typeof cohortOptions>;

const prefilterConcept = wireObject(
  {
    id: z.int().default(0),
    conceptId: z.string(),
    name: z.string(),
    namePlural: z.string().default(''),
    description: z.string().default(''),
    additionalMetadata: z.array(z.string()).default([]),
    ...uses,
    cohortOptions: cohortOptions.optional(),
  },
  { ...named, namePlural: 'name_plural', cohortOptions: 'cohort_def_options' },
);

const summary = {
  conceptId: z.string(),
  conceptType: z.union([conceptType, z.enum(['date_deid', 'unknown'])]),
  name: z.string(),
  namePlural: z.string().default(''),
  description: z.string().default(''),
  additionalMetadata: z.array(z.string()).default([]),
  collectionId: z.string().default(''),
  collectionName: z.string().default(''),
  collectionNamePlural: z.string().default(''),
  source: z.int().nullable().default(null),
  prefilterConcept: prefilterConcept.nullable().default(null),
  prefilterMode: z.enum(['required', 'optional']).default('required'),
  categoryHierarchy: z.array(category).default([]),
  /** Where the values name subjects or records. */
  namesSubjects: z.literal(true).optional(),
  ...uses,
};

export const conceptSummaryWire = wireObject(summary, named);
export type ConceptSummary = z.output<typeof conceptSummaryWire>;

/** One level of the concept tree; categoryId is "top" for the roots (rule 4.11). */
export const categoryLevel = wireObject({
  categoryId: z.union([z.literal('top'), z.int()]),
  categories: z.array(category),
  concepts: z.array(conceptSummaryWire),
});

/** The concept that says which records of a collection are present (rule 2.20). */
const polarityConcept = wireObject({ conceptId: z.string(), name: z.string() });

/** A value that a search finds: a text, or a term with its code, which a filter can choose. */
export const valueHit = wireObject({
  concept: conceptSummaryWire,
  text: z.string(),
  code: z.string().optional(),
  /** The synonym for which it was found. */
  alsoCalled: z.string().optional(),
  polarityConcept: polarityConcept.optional(),
});
export type ValueHit = z.output<typeof valueHit>;

/**
 * Hits of a search; `matches` holds, by concept id, a few values or synonyms for which a concept was found. `values` are
 * the best values, for filters only; `corrected` is what was found instead where nothing has the words of the search.
 */
export const conceptSearch = wireObject({
  search: z.string(),
  concepts: z.array(conceptSummaryWire),
  matches: z.record(z.string(), z.array(z.string())).optional(),
  values: z.array(valueHit).optional(),
  corrected: z.string().optional(),
});

export const aggregationInput = wireObject({
  id: z.string(),
  label: z.string(),
  type: z.enum(['select', 'multiselect', 'ajax_multiselect']),
  selected: z.union([z.string(), z.number(), z.array(z.string())]),
  options: z.array(z.tuple([z.union([z.string(), z.number()]), z.string()])).optional(),
  optionsCallback: z.string().optional(),
});
export type AggregationInput = z.output<typeof aggregationInput>;

export const tableOptions = wireObject({
  aggregationOptions: z.array(
    wireObject({
      id: z.string(),
      group: z.enum(['list', 'aggregate']),
      label: z.string(),
      selected: z.boolean(),
      inputs: z.array(aggregationInput),
    }),
  ),
  entryId: z.string().optional(),
  criteriaSetOptions: z.record(z.string(), z.string()).default({}),
  selectedAggregationCriteriaSet: z.string().nullable().default(null),
  entryAlias: z.string().nullable().default(null),
});
export type TableOptions = z.output<typeof tableOptions>;

const isOptions = (given: TableOptions | Record<string, never>): given is TableOptions =>
  Object.hasOwn(given, 'aggregationOptions');

/** An empty object on the wire says that the concept is not open to the caller. */
const tableOptionsOrNone = z.codec(
  z.union([tableOptions, z.strictObject({})]),
  z.custom<TableOptions | null>(),
  {
    decode: (given) => (isOptions(given) ? given : null),
    encode: (options) => options ?? {},
  },
);

export const conceptDetail = wireObject(
  {
    ...summary,
    pk: z.int().default(0),
    prefilterValue: z.string().nullable().default(null),
    /** Absent for itself. */
    polarityConcept: polarityConcept.optional(),
    cohortOptions: cohortOptions.optional(),
    tableOptions: tableOptionsOrNone.optional(),
    statistics: z.unknown().optional(),
  },
  { ...named, cohortOptions: 'cohort_def_options', tableOptions: 'table_def_options' },
);
export type ConceptDetail = z.output<typeof conceptDetail>;

export const conceptPage = wireObject({
  count: z.int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  results: z.array(conceptSummaryWire),
});

export const collectionFields = {
  collectionId: z.string(),
  name: z.string(),
  namePlural: z.string().default(''),
  isRootCollection: z.boolean().default(false),
  hasEvent: z.boolean().default(false),
  /** On the root: the concept of the subjects' ids, where the member sees them. */
  subjectIdConcept: z.string().optional(),
  /** On the root: whom criteria sets may be about, beside the subject (rule 2.25). */
  relatives: z.array(z.enum(relatives)).optional(),
};
export const collectionNames = { collectionId: 'permanent_id', namePlural: 'get_name_plural' } as const;

/** One collection as offered for criteria sets (rule 1.13). */
export const collection = wireObject(collectionFields, collectionNames);
export type Collection = z.output<typeof collection>;
export const collectionList = z.array(collection);
