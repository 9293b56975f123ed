import { z } from 'zod';
import { paginator } from './paginator.ts';
import { wireObject } from './wireObject.ts';

/** A count for display; text such as "<11" for a hidden figure (rule 7.2). */
export const shownCount = z.union([z.int(), z.string()]);
export type ShownCount = z.output<typeof shownCount>;

const callback = {
  isCallback: z.literal(true).default(true),
  conceptId: z.string().default(''),
  countMissingValues: shownCount.default(0),
  countSubjectsWithMissingValues: shownCount.default(0),
};
const names = { conceptId: 'permanent_id' } as const;

const histogram = z.array(z.tuple([z.string(), shownCount]));

/**
 * The inclusive bounds of each bin, in the order of the histogram: numbers, days for ages, ISO days for dates. Bins of
 * fractions meet in one number.
 */
const histogramBins = z
  .array(z.tuple([z.union([z.number(), z.string()]), z.union([z.number(), z.string()])]))
  .optional();
const nullableNumber = z.number().nullable();
const nullableInteger = z.int().nullable();

/** Values with entries (records) and subjects, most entries first (rules 4.3 and 4.7). */
const valueCounts = {
  values: z.array(
    wireObject(
      { category: z.string(), count: shownCount, subjects: shownCount },
      { subjects: 'uniquePatientCount' },
    ),
  ),
  maxCount: shownCount.default(0),
};

export const choiceStatistics = wireObject({ ...valueCounts, ...callback }, names);

const numberFigures = {
  stats: wireObject({
    countNonNull: shownCount,
    uniquePatients: shownCount.default(0),
    min: nullableNumber,
    max: nullableNumber,
    avg: nullableNumber,
  }),
  histogramData: histogram,
  histogramBins,
};

export const numberStatistics = wireObject({ ...numberFigures, ...callback }, names);

/** The figures of the numbers, and the words beside them as values (rule 4.15). */
export const numberAndWordStatistics = wireObject({ ...valueCounts, ...numberFigures, ...callback }, names);

/** Ages as whole years and the remaining days (rule 4.4). */
export const ageStatistics = wireObject(
  {
    stats: wireObject({
      countNonNull: shownCount,
      uniquePatients: shownCount.default(0),
      minYear: nullableInteger,
      minDay: nullableInteger,
      maxYear: nullableInteger,
      maxDay: nullableInteger,
      avgYear: nullableInteger,
      avgDay: nullableInteger,
    }),
    histogramData: histogram,
    histogramBins,
    ...callback,
  },
  names,
);

/** Days as `YYYY-MM-DD`, or years as numbers where only years may be shown (rules 1.15 and 4.4). */
export const dateStatistics = wireObject(
  {
    stats: wireObject({
      countNonNull: shownCount,
      uniquePatients: shownCount,
      min: z.union([z.string(), z.int()]).nullable().default(null),
      max: z.union([z.string(), z.int()]).nullable().default(null),
    }),
    histogramData: histogram,
    histogramBins,
    ...callback,
  },
  names,
);

export const textStatistics = wireObject(
  {
    count: z.int().default(0),
    paginatedResults: z.array(
      wireObject(
        { value: z.string(), count: shownCount.optional(), subjects: shownCount.optional() },
        { value: 'unique_values', subjects: 'uniqueSubjectCount' },
      ),
    ),
    paginator,
    ...callback,
  },
  names,
);

/** Text values for a select box; a flavour of text statistics (rule 4.9). */
export const textSuggestions = wireObject(
  { results: z.array(z.object({ id: z.string(), text: z.string() })), ...callback },
  names,
);

const ontologyNode = wireObject(
  {
    code: z.string(),
    label: z.string(),
    leaf: z.union([z.literal(0), z.literal(1)]).default(0),
    hasDescendants: z.boolean().optional(),
    count: shownCount.optional(),
    subjects: shownCount.optional(),
    synonyms: z.array(z.string()).optional(),
  },
  { hasDescendants: 'hasDescendants', subjects: 'uniqueSubjectCount' },
);
export type OntologyNode = z.output<typeof ontologyNode>;

/** One position in an ontology: the term, its parents and its children, or the hits of a search (rule 4.10). */
export const ontologyStatistics = wireObject(
  {
    count: z.int().default(0),
    term: ontologyNode.nullable().default(null),
    parents: z.array(ontologyNode).default([]),
    actionResults: z.array(ontologyNode),
    /** Where the results lie among all of them. */
    paginator: paginator.optional(),
    unknown: wireObject(
      { count: shownCount.default(0), subjects: shownCount },
      { subjects: 'uniqueSubjectCount' },
    ),
    ...callback,
  },
  { ...names, unknown: 'count_unknown_ontology_values' },
);

export type ChoiceStatistics = z.output<typeof choiceStatistics>;
export type NumberAndWordStatistics = z.output<typeof numberAndWordStatistics>;
export type NumberStatistics = z.output<typeof numberStatistics>;
export type AgeStatistics = z.output<typeof ageStatistics>;
export type DateStatistics = z.output<typeof dateStatistics>;
export type TextStatistics = z.output<typeof textStatistics>;
export type TextSuggestions = z.output<typeof textSuggestions>;
export type OntologyStatistics = z.output<typeof ontologyStatistics>;

/** The order matters: the first member that fits is taken, and age statistics are the only ones with years. */
export const conceptStatisticsWire = z.union([
  numberAndWordStatistics,
  choiceStatistics,
  ontologyStatistics,
  textStatistics,
  textSuggestions,
  ageStatistics,
  numberStatistics,
  dateStatistics,
]);
export type ConceptStatistics = z.output<typeof conceptStatisticsWire>;
