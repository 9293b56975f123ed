import { z } from 'zod';
import type { Cell } from '../wire/tableView.ts';
import { wireObject } from '../wire/wireObject.ts';
import { rowPage } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { inDataset, nothing } from './shapes.ts';

const base = {
  declares: rowPage,
  permission: 'subjects',
  method: 'POST',
  onlyAsks: true,
  params: inDataset,
  query: nothing,
} as const;

const snapshotId = z.int().nullable();
const cell = z.custom<Cell>((value) => value !== undefined);

/** An id of the data; a program may send a number, as far as it has all its digits. */
const subjectId = z.codec(z.union([z.string().min(1).max(1000), z.int()]), z.string(), {
  decode: String,
  encode: (id) => id,
});

/**
 * A day, a year, or an age in days, as `unit` says; null where there is none. The year that stands for all before it is
 * text, as "1936 or earlier".
 */
const moment = z.union([z.string(), z.number()]).nullable();
/** In which unit the member sees when events happened. */
export const momentUnits = ['day', 'year', 'age'] as const;
const unit = z.enum(momentUnits);
export type MomentUnit = z.output<typeof unit>;

/** Records of one collection, with those of their values that a cohort asks for, and some more. */
const recordsOfSubject = wireObject({
  collectionId: z.string(),
  title: z.string(),
  columns: z.array(wireObject({ conceptId: z.string(), title: z.string() })),
  /** Of a collection of events. */
  unit: unit.optional(),
  rows: z.array(
    wireObject({
      cells: z.array(cell),
      start: moment,
      end: moment,
      /** The criteria sets that the record meets. */
      meets: z.array(z.string()),
    }),
  ),
  /** There are more records than are listed. */
  isCut: z.boolean(),
});
export type RecordsOfSubject = z.output<typeof recordsOfSubject>;

/** Why a subject is in the cohort or not, part by part, with its records (rule 3.30). */
export const explainedSubject = wireObject({
  snapshotId,
  subject: z.string(),
  isIn: z.boolean(),
  parts: z.array(
    wireObject({
      /** Of the filter, or-group or criteria set. */
      entryId: z.string(),
      isMet: z.boolean(),
      /** The subject is in where all of these are met. */
      isDeciding: z.boolean(),
    }),
  ),
  records: z.array(recordsOfSubject),
});
export type ExplainedSubject = z.output<typeof explainedSubject>;

/** The subjects who would be in the cohort without one part of it, and are not (rule 3.31). */
export const nearMissesReply = wireObject({
  snapshotId,
  entryId: z.string(),
  count: z.int().min(0),
  /** The first of them, by their ids. */
  subjects: z.array(z.string()),
});
export type NearMisses = z.output<typeof nearMissesReply>;

/** When things happened to some subjects of the cohort (rule 17.20). */
export const cohortTimelines = wireObject({
  snapshotId,
  /** Of the whole cohort; at most a hundred subjects are listed. */
  count: z.int().min(0),
  unit,
  collections: z.array(wireObject({ collectionId: z.string(), title: z.string() })),
  subjects: z.array(
    wireObject({
      subject: z.string(),
      events: z.array(
        wireObject({ collectionId: z.string(), start: moment, end: moment, label: z.string() }),
      ),
      /** There may be more events than are listed. */
      isCut: z.boolean(),
    }),
  ),
});
export type CohortTimelines = z.output<typeof cohortTimelines>;

export const cohortSubjectEndpoints = {
  explain: defineEndpoint({
    ...base,
    path: '/api/v2/:dataset/query_tools/explain',
    summary: 'Why a subject is in the active cohort or not, part by part, with the records',
    body: wireObject({ subject: subjectId }),
    reply: explainedSubject,
  }),
  nearMisses: defineEndpoint({
    ...base,
    path: '/api/v2/:dataset/query_tools/near_misses',
    summary: 'Subjects who meet all of the active cohort but one part of it',
    body: wireObject({ entryId: z.string() }),
    reply: nearMissesReply,
  }),
  timelines: defineEndpoint({
    ...base,
    path: '/api/v2/:dataset/query_tools/timelines',
    summary:
      'When things happened to up to a hundred subjects of the active cohort, those with the earliest event first',
    body: wireObject({ sortBy: z.string().optional() }),
    reply: cohortTimelines,
  }),
};
