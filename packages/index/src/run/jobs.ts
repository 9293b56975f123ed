import { unreachable } from '@atrium/contract/errors/unreachable';
import type { StackedLines } from '../layout/lines.ts';
import type { Step } from '../layout/steps.ts';
import { countEach, countSubjects, type SharedSteps } from './countEach.ts';
import type { Described, RowValues } from './described.ts';
import { firstLines, mergeKeys } from './firstLines.ts';
import { type FollowUpJob, tallyFollowUp } from './followUp.ts';
import type { PartOfSubjects } from './partOfSubjects.ts';
import { type PathwayJob, tallyPathway } from './pathway.ts';
import type { Runtime } from './prepare.ts';
import { lineBuckets, linesBetween, type SubjectLines } from './subjectLines.ts';
import { tally, tallyEach, tallySets } from './tallies.ts';
import { type FilesJob, tallyFiles } from './tallyFiles.ts';
import { type GroupsJob, tallyGroups } from './tallyGroups.ts';
import { addTallies, tallyLines } from './tallyLines.ts';

/** Work of a question as plain data, which each thread does for its part of the subjects. */
export type IndexJob =
  /** One list with one number: how many subjects the step finds. */
  | { readonly job: 'count'; readonly step: Step }
  /** One list: how many subjects each of the sets has. */
  | ({ readonly job: 'counts' } & SharedSteps)
  /**
   * For each code how many rows have it, and where they are wanted, in a second list how many subjects. Of single
   * values, code 0 counts the rows without one, of subjects it means nothing.
   */
  | {
      readonly job: 'tally';
      readonly described: Described;
      readonly values: RowValues;
      readonly bySubject: boolean;
    }
  /** A list for each of these values: how many rows have each code. */
  | { readonly job: 'tallies'; readonly described: Described; readonly values: readonly RowValues[] }
  /** How many of the rows, and in a second list how many of their subjects, are found by each of these steps. */
  | { readonly job: 'tallySets'; readonly described: Described; readonly sets: readonly Step[] }
  /** How many rows, where they are wanted, and in a second list how many subjects, have a code of each group; in a third one, where it is wanted, how many rows have each code. */
  | ({ readonly job: 'tallyGroups' } & GroupsJob)
  /** Lists of files, of their subjects and of bytes for each group, from 1 on. */
  | ({ readonly job: 'tallyFiles' } & FilesJob)
  /** The keys of at most so many different lines, and how many subjects have each; no list where there are too many. */
  | { readonly job: 'tallyLines'; readonly lines: StackedLines; readonly max: number }
  /** The keys of the first lines, and in a second list how many there are; no two subjects have a line in common. */
  | { readonly job: 'firstLines'; readonly lines: StackedLines; readonly max: number }
  /** Keys that say how subjects were followed, and how many subjects have each; no list where there are too many. */
  | ({ readonly job: 'followUp' } & FollowUpJob)
  /** The same of the courses of subjects on a pathway. */
  | ({ readonly job: 'pathway' } & PathwayJob)
  /** One list: how many lines of subjects have a key in each of some ranges. */
  | ({ readonly job: 'lineBuckets'; readonly shift: number } & SubjectLines)
  /** The keys of the lines of subjects in one range, in no order, and in a second list their subjects. */
  | ({ readonly job: 'linesBetween'; readonly high: number; readonly max: number } & SubjectLines);

/** Lists of numbers. */
export type JobFigures = readonly (Uint32Array | Float64Array)[];

/** Does a job for some subjects; null where it was stopped. */
export function runJob(job: IndexJob, part: PartOfSubjects, at: Runtime): JobFigures | null {
  switch (job.job) {
    case 'count': {
      const count = countSubjects(job.step, part, at);
      return count === null ? null : [Uint32Array.of(count)];
    }
    case 'counts': {
      const counts = countEach(job, part, at);
      return counts === null ? null : [counts];
    }
    case 'tally':
      return tally(job, part, at);
    case 'tallies':
      return tallyEach(job, part, at);
    case 'tallySets':
      return tallySets(job, part, at);
    case 'tallyGroups':
      return tallyGroups(job, part, at);
    case 'tallyFiles':
      return tallyFiles(job, part, at);
    case 'tallyLines':
      return tallyLines(job, part, at);
    case 'firstLines':
      return firstLines(job, part, at);
    case 'followUp':
      return tallyFollowUp(job, part, at);
    case 'pathway':
      return tallyPathway(job, part, at);
    case 'lineBuckets':
      return lineBuckets(job, part, at);
    case 'linesBetween':
      return linesBetween(job, part, at);
    default:
      return unreachable(job);
  }
}

/** Whether two parts might count the same row or file: then one part does all. */
export const isIndivisible = (job: IndexJob): boolean =>
  job.job === 'tallyFiles' || ('described' in job && job.described.shared !== null);

/** The figures of all parts together; none where there are no parts. */
export function joinFigures(job: IndexJob, parts: readonly JobFigures[]): JobFigures {
  switch (job.job) {
    case 'count':
    case 'counts':
    case 'tally':
    case 'tallies':
    case 'tallySets':
    case 'tallyGroups':
    case 'tallyFiles':
    case 'lineBuckets':
      return addFigures(parts);
    case 'tallyLines':
      return joinTallies(parts, job.max);
    case 'followUp':
    case 'pathway':
      return joinTallies(parts, Number.MAX_SAFE_INTEGER);
    case 'firstLines':
      return parts.reduce(([keys = new Float64Array(), lines], [others = new Float64Array(), more]) => [
        mergeKeys(keys, others, job.max),
        Float64Array.of((lines?.[0] ?? 0) + (more?.[0] ?? 0)),
      ]);
    case 'linesBetween':
      return [0, 1].map((list) => Float64Array.from(parts.flatMap((part) => [...(part[list] ?? [])])));
    default:
      return unreachable(job);
  }
}

function joinTallies(parts: readonly JobFigures[], max: number): JobFigures {
  let sum = { keys: new Float64Array(), counts: new Uint32Array() };
  for (const [keys, counts] of parts) {
    if (keys === undefined || counts === undefined) return [];
    sum = addTallies(sum, { keys, counts }, max);
  }
  return [sum.keys, sum.counts];
}

/** The figures of parts with lists as long. */
const addFigures = (parts: readonly JobFigures[]): JobFigures =>
  parts.reduce((sum, part) => part.map((figures, list) => added(figures, sum[list])), []);

const added = (figures: Uint32Array | Float64Array, sum: Uint32Array | Float64Array | undefined) =>
  sum === undefined ? figures : figures.map((figure, index) => figure + (sum[index] ?? 0));
