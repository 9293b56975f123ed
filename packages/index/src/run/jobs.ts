import { unreachable } from '@atrium/contract/errors/unreachable';
import type { Step } from '../layout/steps.ts';
import { countSubjects } from './countSubjects.ts';
import type { Described, RowValues } from './described.ts';
import type { JobFigures, PartOfSubjects } from './figures.ts';
import type { Runtime } from './prepare.ts';
import { type CodeGroups, tally, tallyGroups, tallySets } from './tallies.ts';

/** Work of a question as plain data, which each thread does for its part of the subjects. */
export type IndexJob =
  /** One list with one number: how many subjects the step finds. */
  | { readonly job: 'count'; readonly step: Step }
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
  /** How many rows, and in a second list how many subjects, are found by each of these steps beside the first. */
  | { readonly job: 'tallySets'; readonly described: Described; readonly sets: readonly Step[] }
  /** How many rows, and in a second list how many subjects, have a code of each group. */
  | {
      readonly job: 'tallyGroups';
      readonly described: Described;
      readonly values: RowValues;
      readonly groups: CodeGroups;
    };

/** Does a job for some subjects; null where it was stopped. */
export function runJob(job: IndexJob, part: PartOfSubjects, at: Runtime): JobFigures | null {
  switch (job.job) {
    case 'count': {
      const count = countSubjects(job.step, part, at);
      return count === null ? null : [Uint32Array.of(count)];
    }
    case 'tally':
      return tally(job, part, at);
    case 'tallySets':
      return tallySets(job, part, at);
    case 'tallyGroups':
      return tallyGroups(job, part, at);
    default:
      return unreachable(job);
  }
}

/** Whether two parts might count the same row: then one part does all. */
export const isIndivisible = (job: IndexJob): boolean => 'described' in job && job.described.shared !== null;

/** The figures of all parts together; none where there are no parts. */
export const addFigures = (parts: readonly JobFigures[]): JobFigures =>
  parts.reduce((sum, part) => part.map((figures, list) => added(figures, sum[list])), []);

const added = (figures: Uint32Array, sum: Uint32Array | undefined): Uint32Array =>
  sum === undefined ? figures : figures.map((figure, index) => figure + (sum[index] ?? 0));
