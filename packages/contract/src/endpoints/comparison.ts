import { z } from 'zod';
import { smallNumberNote } from '../wire/analysis.ts';
import { curveSteps } from '../wire/curveSteps.ts';
import { pathwayBand, pathwayTimes, timePoint } from '../wire/pathway.ts';
import { shownCount } from '../wire/statistics.ts';
import { wireObject } from '../wire/wireObject.ts';
import { listedValues, ownState, question, unshown } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { inDataset, noBody, nothing } from './shapes.ts';

const base = { params: inDataset, query: nothing } as const;
export const conceptId = z.string().max(200);

export const maxGroups = 6;
/** Of combined groups, in all groups of a comparison. */
export const maxParts = 40;
export const maxComparedConcepts = 40;

/** In all, in any, in the first and in none of the others, in one of two (rule 17.23). */
export const setOperations = ['and', 'or', 'minus', 'xor'] as const;
export type SetOperation = (typeof setOperations)[number];

/** A group that stands for itself: of these, others are combined. */
const partChoice = z.union([
  wireObject({ kind: z.literal('cohort') }),
  /** Without a version it is the report as it is now. */
  wireObject({ kind: z.literal('report'), reportId: z.int(), version: z.int().min(1).optional() }),
  wireObject({ kind: z.literal('everyone') }),
  wireObject({
    kind: z.literal('value'),
    conceptId,
    value: z.string().max(1000),
    of: z.enum(['everyone', 'cohort']),
  }),
]);
export type PartChoice = z.output<typeof partChoice>;

export interface CombinedChoice {
  readonly kind: 'combined';
  readonly operation: SetOperation;
  readonly groups: readonly CombinableChoice[];
}
export type CombinableChoice = PartChoice | CombinedChoice;

const combinedOf = (inner: z.ZodType<CombinableChoice>) =>
  wireObject({
    kind: z.literal('combined'),
    operation: z.enum(setOperations),
    groups: z.array(inner).min(2).max(maxGroups).readonly(),
  });
/** Combined groups are combined again, up to three times within one another. */
const combinedChoice: z.ZodType<CombinedChoice> = combinedOf(
  z.union([combinedOf(z.union([combinedOf(partChoice), partChoice])), partChoice]),
);

const combinableChoice: z.ZodType<CombinableChoice> = z.union([combinedChoice, partChoice]);

/**
 * Groups of a comparison (rule 17.1): the active cohort, the cohort of a report, everyone, one value of a concept, what
 * these make when they are combined; everybody in none of the others; or a group for each value of a concept, of
 * everyone or of the active cohort.
 */
const groupChoice = z.union([
  combinedChoice,
  partChoice,
  wireObject({ kind: z.literal('rest') }),
  wireObject({ kind: z.literal('values'), conceptId, of: z.enum(['everyone', 'cohort']) }),
]);
export type GroupChoice = z.output<typeof groupChoice>;

export const groups = z.array(groupChoice).min(1).max(maxGroups);

/**
 * A version of a report, whose cohort stands for the active one (rule 17.26): on the live release, or on the release on
 * which it was saved.
 */
const ofReport = wireObject({
  reportId: z.int(),
  version: z.int().min(1).optional(),
  isAsSaved: z.boolean().optional(),
});
export type ReportOfComparison = z.output<typeof ofReport>;
const report = ofReport.optional();

const share = z.number();

/** A group as it was compared; the receipt is null where no cohort definition says the same. */
const comparedGroupShape = {
  title: z.string(),
  count: shownCount,
  cohortReceipt: z.string().nullable(),
};
const comparedGroup = wireObject(comparedGroupShape);
export type ComparedGroup = z.output<typeof comparedGroup>;

export const tests = ['welch', 'wilcoxon', 'kruskal', 'chiSquared', 'fisher', 'logRank'] as const;

/** A test between the groups (rules 17.6 and 17.14). `isRough`: some expected counts are below 5. */
const testOfGroups = wireObject({
  test: z.enum(tests),
  statistic: z.number().nullable(),
  df: z.array(z.number()),
  p: share,
  isRough: z.boolean(),
});
export type TestOfGroups = z.output<typeof testOfGroups>;

/** Null where the group has too few values. */
const figure = z.number().nullable();

const numberFigures = wireObject({
  n: z.int(),
  mean: figure,
  sd: figure,
  median: figure,
  q1: figure,
  q3: figure,
});

/** One concept of Table 1; lists have an item for each group, in their order (rules 17.3 to 17.7). */
const comparedConcept = wireObject({
  conceptId,
  title: z.string(),
  unit: z.string().nullable(),
  kind: z.enum(['number', 'age', 'values']),
  /** Of numbers and ages with one value a subject; ages in days. */
  numbers: z.array(numberFigures).nullable(),
  /** Subjects with each value. */
  values: z.array(wireObject({ label: z.string(), subjects: z.array(shownCount) })),
  /** Values that are not listed, because others have more subjects. */
  moreValues: z.int(),
  /** Subjects with any value, which percentages are of; null where small numbers are hidden. */
  known: z.array(z.int()).nullable(),
  missing: z.array(shownCount),
  /** The greatest standardised difference of two groups (rule 17.5); null where there is none. */
  difference: figure,
  tests: z.array(testOfGroups),
});
export type ComparedConcept = z.output<typeof comparedConcept>;

export const comparisonTable = wireObject({
  groups: z.array(comparedGroup),
  /** Subjects in more than one group; with any, nothing is tested (rule 17.2). */
  inSeveral: z.int(),
  /** Values of the concept that makes the groups which got none. */
  moreGroups: z.int(),
  concepts: z.array(comparedConcept),
  suppression: smallNumberNote.nullable(),
});
export type ComparisonTable = z.output<typeof comparisonTable>;

/** From where to where curves go; the horizon is in days, and nobody is followed beyond it (rule 17.29). */
const curveTimes = {
  ...{ zero: timePoint, end: timePoint, last: timePoint },
  ...{ entry: timePoint.optional(), competing: timePoint.optional() },
  horizon: z.number().positive().max(100_000).optional(),
};
export const curveSettings = wireObject(curveTimes);
export type CurveSettings = z.output<typeof curveSettings>;

/** Curves by group; times are days from time zero (rules 17.10 to 17.15, and 17.35 where small numbers are hidden). */
export const comparisonCurves = wireObject({
  groups: z.array(comparedGroup),
  inSeveral: z.int(),
  moreGroups: z.int(),
  /** Who has had no event, or, with competing events, who has had one. */
  kind: z.enum(['survival', 'incidence']),
  /** When the numbers at risk are of. */
  times: z.array(z.number()),
  curves: z.array(
    wireObject({
      subjects: shownCount,
      events: shownCount,
      competing: z.int(),
      median: figure,
      steps: curveSteps,
      atRisk: z.array(shownCount),
      /** Subjects who are not followed: no time zero, no entry, no contact after time zero, left before they entered. */
      leftOut: wireObject({
        ...{ noZero: z.int(), noEntry: z.int(), noContact: shownCount, leftBefore: z.int() },
        /** Who entered at the horizon or later (rule 17.29). */
        afterHorizon: z.int().optional(),
      }),
    }),
  ),
  test: testOfGroups.nullable(),
  suppression: smallNumberNote.nullable(),
});
export type ComparisonCurves = z.output<typeof comparisonCurves>;

/** How long subjects took from the stage before, in days (rule 17.32). */
const waitingTime = wireObject({
  n: z.int(),
  median: figure,
  q1: figure,
  q3: figure,
  bins: z.array(wireObject({ label: z.string(), count: z.int() })),
});

/** A stage: who reached it, and of those who reached the next, left by each way, wait, or are not known (rule 17.31). */
const pathwayStage = wireObject({
  reached: z.int(),
  next: z.int(),
  left: z.array(z.int()),
  waiting: z.int(),
  unknown: z.int(),
  /** Null for the first stage. */
  wait: waitingTime.nullable(),
});
export type PathwayStage = z.output<typeof pathwayStage>;

export const comparisonPathway = wireObject({
  group: comparedGroup,
  /** Who never reached the first stage. */
  notReached: z.int(),
  stages: z.array(pathwayStage),
  /** Why bands and gaps cannot become the active cohort (rule 17.33); null where they can. */
  refusal: z.string().nullable(),
  /** Of the active cohort when it was read. */
  snapshotId: z.int().nullable(),
});
export type ComparisonPathway = z.output<typeof comparisonPathway>;

/** A group, and the pathway on which it is followed. */
const courseOfGroup = { group: combinableChoice, ...pathwayTimes };
export const pathwayOfGroup = wireObject(courseOfGroup);
export type PathwayOfGroup = z.output<typeof pathwayOfGroup>;
const ofGroup = { ...courseOfGroup, report };

const inGroups = z.array(z.int().min(0).max(maxGroups)).max(maxGroups);

/** Subjects in just these groups, as positions in the list of groups, and in none of the others (rule 17.24). */
const overlapRegion = wireObject({
  inGroups,
  count: z.int(),
  /** Why the region cannot become the active cohort (rule 17.25); null where it can. */
  refusal: z.string().nullable(),
});
export type OverlapRegion = z.output<typeof overlapRegion>;

/** How groups overlap; regions without subjects are left out, and all others add up to everyone. */
export const comparisonOverlaps = wireObject({
  /** Each with the choice that stands for this group alone. */
  groups: z.array(wireObject({ ...comparedGroupShape, choice: groupChoice })),
  moreGroups: z.int(),
  regions: z.array(overlapRegion),
  everyone: z.int(),
  /** Of the active cohort when it was read. */
  snapshotId: z.int().nullable(),
});
export type ComparisonOverlaps = z.output<typeof comparisonOverlaps>;

const regionMade = wireObject({
  snapshotId: z.int(),
  previousSnapshotId: z.int().nullable(),
});

const named = { conceptId, title: z.string() };

/** What can be compared: concepts for Table 1, and those whose values make groups. */
export const comparisonOptions = wireObject({
  concepts: z.array(wireObject({ conceptId, title: z.string(), collection: z.string() })),
  groupings: z.array(wireObject({ conceptId, title: z.string() })),
  /** What times curves can begin and end with; null where there are none for the caller. */
  times: wireObject({
    hasBirth: z.boolean(),
    concepts: z.array(wireObject(named)),
    collections: z.array(
      wireObject({
        collectionId: z.string(),
        title: z.string(),
        concepts: z.array(wireObject({ ...named, values: z.array(z.string()) })),
      }),
    ),
  }).nullable(),
  /** Whether the caller sees groups of the active cohort, of reports, and the rest (rule 17.7). */
  hasCohorts: z.boolean(),
});
export type ComparisonOptions = z.output<typeof comparisonOptions>;

export const comparisonEndpoints = {
  options: defineEndpoint({
    ...base,
    declares: ownState,
    permission: 'aggregates',
    method: 'GET',
    path: '/api/v2/:dataset/comparison',
    summary: 'What can be compared: concepts, and those whose values make groups',
    body: noBody,
    reply: comparisonOptions,
  }),
  table: defineEndpoint({
    ...base,
    declares: question,
    permission: 'aggregates',
    method: 'POST',
    onlyAsks: true,
    path: '/api/v2/:dataset/comparison/table',
    summary: 'Table 1: concepts side by side in two to six groups of subjects',
    body: wireObject({ groups, concepts: z.array(conceptId).min(1).max(maxComparedConcepts), report }),
    reply: comparisonTable,
  }),
  curves: defineEndpoint({
    ...base,
    declares: question,
    permission: 'aggregates',
    method: 'POST',
    onlyAsks: true,
    path: '/api/v2/:dataset/comparison/curves',
    summary: 'Survival or cumulative incidence from a time zero to an event, by group',
    body: wireObject({ groups, ...curveTimes, report }),
    reply: comparisonCurves,
  }),
  program: defineEndpoint({
    ...base,
    declares: listedValues,
    permission: 'subjects',
    method: 'POST',
    onlyAsks: true,
    path: '/api/v2/:dataset/comparison/program',
    summary: 'A program in R that works out Table 1 and the curves again, and says where a figure differs',
    body: wireObject({
      groups,
      concepts: z.array(conceptId).max(maxComparedConcepts),
      times: curveSettings.optional(),
      report,
    }),
    reply: wireObject({ program: z.string() }),
  }),
  pathway: defineEndpoint({
    ...base,
    declares: question,
    permission: 'subjects',
    method: 'POST',
    onlyAsks: true,
    path: '/api/v2/:dataset/comparison/pathway',
    summary: 'Who of a group reached which stage of a pathway, how long it took, and who left how',
    body: wireObject(ofGroup),
    reply: comparisonPathway,
  }),
  pathwayProgram: defineEndpoint({
    ...base,
    declares: listedValues,
    permission: 'subjects',
    method: 'POST',
    onlyAsks: true,
    path: '/api/v2/:dataset/comparison/pathway/program',
    summary: 'A program in R that works out a pathway again, and says where a figure differs',
    body: wireObject(ofGroup),
    reply: wireObject({ program: z.string() }),
  }),
  band: defineEndpoint({
    ...base,
    declares: unshown,
    permission: 'subjects',
    method: 'POST',
    path: '/api/v2/:dataset/comparison/pathway/cohort',
    summary: 'Makes those who reached a stage of a pathway, or left after it, the active cohort',
    body: wireObject({ ...ofGroup, ...pathwayBand, snapshotId: z.int().nullable() }),
    reply: regionMade,
  }),
  overlaps: defineEndpoint({
    ...base,
    declares: question,
    permission: 'subjects',
    method: 'POST',
    onlyAsks: true,
    path: '/api/v2/:dataset/comparison/overlaps',
    summary: 'How many subjects are in which of two to six groups',
    body: wireObject({ groups, report }),
    reply: comparisonOverlaps,
  }),
  cohort: defineEndpoint({
    ...base,
    declares: unshown,
    permission: 'subjects',
    method: 'POST',
    path: '/api/v2/:dataset/comparison/cohort',
    summary: 'Makes the subjects of some groups, and of none of the others, the active cohort',
    body: wireObject({ groups, inGroups, snapshotId: z.int().nullable(), report }),
    reply: regionMade,
  }),
};
