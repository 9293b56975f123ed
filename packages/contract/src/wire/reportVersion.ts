import { z } from 'zod';
import { releaseChoices } from './report.ts';
import { sentences } from './tolerant.ts';
import { wireObject } from './wireObject.ts';

/** Why a version was saved. */
export const versionCauses = [
  'created',
  'overwritten',
  'restored',
  'moved',
  'expectations',
  'comparison',
] as const;
export type VersionCause = (typeof versionCauses)[number];

/** One save of a report's definitions. */
export const reportVersion = wireObject({
  /** From 1 on, within the report. */
  version: z.int(),
  cause: z.enum(versionCauses),
  /** The version that was restored; null otherwise. */
  restored: z.int().nullable(),
  saved: z.iso.datetime(),
  savedBy: z.string(),
  /** The release on which it was saved, and the data's own version of it. */
  release: z.string(),
  releaseVersion: z.string().nullable(),
  /** Subjects on that release when it was saved; null where the cohort had errors, or the caller sees other subjects. */
  count: z.int().nullable(),
  hasAnalysis: z.boolean(),
  isCurrent: z.boolean(),
});
export type ReportVersion = z.output<typeof reportVersion>;
export const reportVersions = wireObject({ results: z.array(reportVersion) });

export const reportParts = ['cohort', 'table', 'analysis', 'expectations', 'comparison'] as const;
export type ReportPart = (typeof reportParts)[number];

/**
 * The differences between two versions of a report: lines in words, and both counts on the release that the report runs
 * on.
 */
export const versionComparison = wireObject({
  before: reportVersion,
  after: reportVersion,
  changes: z.array(
    wireObject({ part: z.enum(reportParts), change: z.enum(['added', 'removed']), text: z.string() }),
  ),
  release: z.string(),
  /** Null where that version has errors on this release. */
  countBefore: z.int().nullable(),
  countAfter: z.int().nullable(),
});
export type VersionComparison = z.output<typeof versionComparison>;

const releaseSide = wireObject({
  release: z.string(),
  /** The data's own version. */
  version: z.string().nullable(),
  imported: z.iso.datetime().nullable(),
  /** Subjects that the caller sees in the report's cohort; null where it has errors, or the release is gone. */
  count: z.int().nullable(),
  errors: sentences,
});
export type ReleaseSide = z.output<typeof releaseSide>;

export const lostKinds = ['collection', 'concept', 'value', 'term'] as const;
export type LostKind = (typeof lostKinds)[number];

/** Something that the report names and that its own release has, but the live one has not. */
export const lostPart = wireObject({
  kind: z.enum(lostKinds),
  part: z.enum(reportParts),
  /** The filter, column, row or criteria set that names it. */
  entryId: z.string(),
  label: z.string(),
});
export type LostPart = z.output<typeof lostPart>;

/** The report on the release of its last version, and on the live one; numbers of subjects only. */
export const releaseCheck = wireObject({
  choice: z.enum(releaseChoices),
  own: releaseSide,
  live: releaseSide,
  /** Whether both are the same release. */
  isSame: z.boolean(),
  /** Whether the report's own release is still kept. */
  isKept: z.boolean(),
  /** Subjects that came and went; null where one of the counts is. */
  added: z.int().nullable(),
  removed: z.int().nullable(),
  lost: z.array(lostPart),
});
export type ReleaseCheck = z.output<typeof releaseCheck>;

/**
 * `latest` moves the report on: it runs on the live release from now on, which is saved as a new version. `own` keeps it
 * on the release of its last version.
 */
export const releaseBody = wireObject({ release: z.enum(releaseChoices) });
export const versionStored = wireObject({
  status: z.literal('complete'),
  errors: sentences,
  warnings: sentences,
  version: z.int(),
});
