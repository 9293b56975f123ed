import { z } from 'zod';
import { addFilter } from '../wire/cohortTransformation.ts';
import { textList } from '../wire/itemList.ts';
import { wireObject } from '../wire/wireObject.ts';
import { listedValues, question } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { inDataset, noBody, nothing, onConcept } from './shapes.ts';

const base = {
  declares: question,
  permission: 'subjects',
  method: 'GET',
  params: inDataset,
  body: noBody,
} as const;

/** Which snapshot of the cohort the figures are of; null where it is the empty one that nobody has edited. */
const snapshotId = z.int().nullable();
const subjects = z.int().min(0);

/**
 * What each filter of the cohort costs (rule 4.16): the subjects with it alone, and those of the cohort without it. The
 * difference between `without` and `count` is what the filter loses.
 */
export const cohortEffects = wireObject({
  snapshotId,
  count: subjects,
  everyone: subjects,
  filters: z.array(
    wireObject({
      entryId: z.string(),
      alone: subjects,
      without: subjects,
      /** The cohort where a missing value meets the filter, too (rule 4.21); absent where there is no such question. */
      orMissing: subjects.optional(),
    }),
  ),
});
export type CohortEffects = z.output<typeof cohortEffects>;

/** A number, days for ages, an ISO day for dates. */
const bound = z.union([z.number(), z.string()]);

const side = z.enum(['min', 'max']);

/** The subjects of the cohort as they would be with another bound of one of its filters (rule 4.17). */
export const cohortCurve = wireObject({
  snapshotId,
  entryId: z.string(),
  bound: side,
  scale: z.enum(['number', 'age', 'date']),
  points: z.array(wireObject({ value: bound, count: subjects })),
});
export type CohortCurve = z.output<typeof cohortCurve>;

/** Subjects of the cohort, and among everyone whom the member may see. */
const compared = { subjects, everyone: subjects };
/** A word stands beside the bins of numbers; it has no order. */
const bar = wireObject({ label: z.string(), isWord: z.literal(true).optional(), ...compared });

/** How the subjects of the cohort are distributed over each concept (rule 4.18). */
export const cohortDistributions = wireObject({
  snapshotId,
  count: subjects,
  everyone: subjects,
  concepts: z.array(
    wireObject({
      conceptId: z.string(),
      title: z.string(),
      kind: z.enum(['values', 'bins']),
      bars: z.array(bar),
      /** Values that are not listed, because others have more subjects. */
      moreValues: z.int().min(0),
      /** Who has no value. */
      missing: wireObject(compared),
    }),
  ),
});
export type CohortDistributions = z.output<typeof cohortDistributions>;

/** Around so many chosen values others are looked for. */
export const maxChosen = 200;

/** So many edits are previewed at once. */
export const maxPreviews = 40;

/** The subjects that the cohort would have after each of some edits; null where the edit would be refused. */
export const cohortPreviews = wireObject({ snapshotId, counts: z.array(subjects.nullable()) });
export type CohortPreviews = z.output<typeof cohortPreviews>;

/**
 * Values that others use for the same, or for what lies beside it: other spellings, values with all words of a chosen
 * one, siblings in an ontology, values that share an unusual word, and codes that the ontology does not hold.
 */
export const unchosenReasons = ['spelling', 'words', 'sibling', 'similar', 'unknown'] as const;
export type UnchosenReason = (typeof unchosenReasons)[number];

/** Values of a concept that are in the data and not in a filter, though they are near what it asks for (rule 11.15). */
export const unchosenValues = wireObject({
  values: z.array(
    wireObject({
      text: z.string(),
      code: z.string().optional(),
      reason: z.enum(unchosenReasons),
      /** Who has it, or a narrower term, among all whom the member may see. */
      subjects,
    }),
  ),
});
export type UnchosenValues = z.output<typeof unchosenValues>;

export const cohortInsightEndpoints = {
  effects: defineEndpoint({
    ...base,
    path: '/api/v2/:dataset/query_tools/effects',
    summary: 'What each filter of the active cohort costs: subjects with it alone, and without it',
    query: nothing,
    reply: cohortEffects,
  }),
  curve: defineEndpoint({
    ...base,
    path: '/api/v2/:dataset/query_tools/curve',
    summary: 'Subjects in the active cohort as a function of one bound of a filter',
    query: wireObject({ entryId: z.string(), bound: side }),
    reply: cohortCurve,
  }),
  curveAfter: defineEndpoint({
    ...base,
    method: 'POST',
    onlyAsks: true,
    path: '/api/v2/:dataset/query_tools/curve',
    summary: 'The same with a filter that is not applied yet, or not as it is given',
    query: nothing,
    body: wireObject({ transformation: addFilter, bound: side }),
    reply: cohortCurve,
  }),
  countAfterEach: defineEndpoint({
    ...base,
    declares: listedValues,
    method: 'POST',
    onlyAsks: true,
    path: '/api/v2/:dataset/query_tools/count_after_each',
    summary:
      'Subjects that the active cohort would have after each of some filters, none of which is applied',
    query: nothing,
    body: wireObject({ transformations: z.array(addFilter).min(1).max(maxPreviews) }),
    reply: cohortPreviews,
  }),
  unchosen: defineEndpoint({
    ...base,
    declares: listedValues,
    method: 'POST',
    onlyAsks: true,
    path: '/api/v2/:dataset/concepts/:conceptId/unchosen',
    summary: 'Values that are in the data and near the chosen ones, but not among them',
    params: onConcept,
    query: nothing,
    body: wireObject({ values: textList.refine((values) => values.length <= maxChosen) }),
    reply: unchosenValues,
  }),
  distributions: defineEndpoint({
    ...base,
    path: '/api/v2/:dataset/query_tools/distributions',
    summary: 'How the subjects of the active cohort are distributed over each concept',
    query: nothing,
    reply: cohortDistributions,
  }),
};
