import { z } from 'zod';
import { sentences } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { conceptId, curveSettings, groups, maxComparedConcepts, pathwayOfGroup } from './comparison.ts';
import { question, unshown } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { noBody, nothing, onReport } from './shapes.ts';

/** A comparison as a report keeps it: the active cohort in it is the cohort of the report (rule 17.26). */
export const savedComparison = wireObject({
  groups,
  concepts: z.array(conceptId).max(maxComparedConcepts),
  curves: curveSettings.optional(),
  pathway: pathwayOfGroup.optional(),
});
export type SavedComparison = z.output<typeof savedComparison>;

/** The subjects of each group when the comparison was saved, with the receipts of then. */
export const savedFigures = z.array(
  wireObject({ title: z.string(), count: z.int(), cohortReceipt: z.string().nullable() }),
);
export type SavedFigures = z.output<typeof savedFigures>;

/**
 * What a viewer lacks to open a comparison: the use of a concept or collection, its days, a report that is not shared
 * with them (which has no name here), or something that the live release has no more.
 */
export const lackedKinds = ['concept', 'collection', 'days', 'report', 'gone'] as const;
const lacked = wireObject({ kind: z.enum(lackedKinds), name: z.string() });
export type Lacked = z.output<typeof lacked>;

export const savedComparisonView = wireObject({
  reportId: z.int(),
  /** Of the report. */
  name: z.string(),
  isMine: z.boolean(),
  /** Who can share what is lacking. */
  creator: z.string(),
  version: z.int(),
  saved: z.iso.datetime(),
  /** The release of the version, and the data's own version of it. */
  release: z.string(),
  releaseVersion: z.string().nullable(),
  /** Whether that is the live release. */
  isLive: z.boolean(),
  /** Whether figures can still be asked of it. */
  isKept: z.boolean(),
  /** Null where the report holds none, or the caller lacks a right; without concepts of Table 1 that are gone. */
  comparison: savedComparison.nullable(),
  lacks: z.array(lacked),
  /** Null where the comparison came with an earlier version, or the caller sees other subjects than its author. */
  figures: savedFigures.nullable(),
  /** What was closed of that release since. */
  warnings: sentences,
});
export type SavedComparisonView = z.output<typeof savedComparisonView>;

const base = { params: onReport, query: nothing, permission: 'subjects' } as const;

export const savedComparisonEndpoints = {
  read: defineEndpoint({
    ...base,
    declares: question,
    method: 'GET',
    path: '/api/v2/:dataset/reports/:reportId/comparison',
    summary: 'The comparison that a report keeps, as far as the caller may open it, or what they lack',
    body: noBody,
    reply: savedComparisonView,
  }),
  save: defineEndpoint({
    ...base,
    declares: { ...unshown, meters: ['storedBytes'] },
    method: 'POST',
    path: '/api/v2/:dataset/reports/:reportId/comparison',
    summary: 'Keeps a comparison in a report, or none, as a new version; for its creator',
    body: wireObject({
      comparison: savedComparison.nullable(),
      /** The version that the caller has seen. */
      version: z.int().optional(),
    }),
    reply: wireObject({ status: z.literal('complete'), version: z.int() }),
  }),
};
