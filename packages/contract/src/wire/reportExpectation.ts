import { z } from 'zod';
import { editRefusal } from './cohortView.ts';
import { queryBoolean, sentences } from './tolerant.ts';
import { wireObject } from './wireObject.ts';

export const maxExpectations = 20;
export const maxExpectedSubjects = 200;

const bound = z.int().min(0).max(1_000_000_000).nullable();
const subjects = z.array(z.string());

/** An expectation about the cohort of a report on every release (rule 12.16). */
export const expectation = z.discriminatedUnion('kind', [
  /** The number of subjects lies between the two; one of them may be open. */
  wireObject({ kind: z.literal('count'), least: bound, most: bound }),
  /** These subjects, by their ids, are in the cohort. */
  wireObject({ kind: z.literal('includes'), subjects }),
  /** These subjects are not in the cohort. */
  wireObject({ kind: z.literal('excludes'), subjects }),
]);
export type Expectation = z.output<typeof expectation>;
export const expectationsWire = z.array(expectation);

/**
 * How the expectations of a report ended: `not_run` where one could not be judged, `hidden` for members who see other
 * subjects.
 */
export const expectationStates = ['none', 'met', 'not_met', 'not_run', 'hidden'] as const;
export type ExpectationState = (typeof expectationStates)[number];

/** One expectation, and how it ended. Ids are null for members who do not see them. */
export const expectationView = wireObject({
  kind: z.enum(['count', 'includes', 'excludes']),
  least: bound,
  most: bound,
  subjects: subjects.nullable(),
  /** How many subjects it names. */
  named: z.int(),
  state: z.enum(['met', 'not_met', 'not_run']),
  /** The subjects that are missing, or should not be there; null where ids are not shown. */
  wrong: subjects.nullable(),
});
export type ExpectationView = z.output<typeof expectationView>;

export const reportExpectations = wireObject({
  reportId: z.int(),
  version: z.int(),
  state: z.enum(expectationStates),
  /** Empty where they are hidden. */
  expectations: z.array(expectationView),
  /** On which release they were judged, how many subjects there were, and when; null where they were not. */
  release: z.string().nullable(),
  count: z.int().nullable(),
  judged: z.iso.datetime().nullable(),
  /** Why the cohort cannot be counted. */
  errors: sentences,
  /** Whether the caller sees the ids of subjects, and so may name them. */
  seesSubjectIds: z.boolean(),
  mayChange: z.boolean(),
});
export type ReportExpectations = z.output<typeof reportExpectations>;

/** `again` judges anew, which matters where a filter asks for the last days. */
export const expectationsQuery = wireObject({ again: queryBoolean.optional() });

/** Replaces all expectations; those with ids that the caller does not see stay as they are. */
export const expectationsBody = wireObject({
  expectations: z.array(expectation),
  /** The version that the caller has seen. */
  version: z.int().optional(),
});
export const expectationsStored = wireObject({
  status: z.enum(['complete', 'incomplete']),
  errors: sentences,
  /** The errors as data, in the same order. */
  refusals: z.array(editRefusal).optional(),
  warnings: sentences,
  version: z.int(),
});
