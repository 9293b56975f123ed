import { unreachable } from '@atrium/contract/errors/unreachable';
import type { Span } from '../kernel/kernel.ts';
import type { Step } from '../layout/steps.ts';
import { countSubjects } from './countSubjects.ts';
import type { Runtime } from './prepare.ts';

/** Work of a question as plain data, which each thread does for its part of the subjects. */
export type IndexJob =
  /** One list with one number: how many subjects the step finds. */
  { readonly job: 'count'; readonly step: Step };

/** Lists of numbers, as long for each part; those of all parts are added. */
export type JobFigures = readonly Uint32Array[];

export interface PartOfSubjects {
  readonly subjects: Span;
  /** Whether nobody waits for the answer any more. */
  readonly isStopped: () => boolean;
}

/** Does a job for some subjects; null where it was stopped. */
export function runJob(job: IndexJob, part: PartOfSubjects, at: Runtime): JobFigures | null {
  switch (job.job) {
    case 'count': {
      const count = countSubjects(job.step, part, at);
      return count === null ? null : [Uint32Array.of(count)];
    }
    default:
      return unreachable(job.job);
  }
}

/** The figures of all parts together; none where there are no parts. */
export const addFigures = (parts: readonly JobFigures[]): JobFigures =>
  parts.reduce((sum, part) => part.map((figures, list) => added(figures, sum[list])), []);

const added = (figures: Uint32Array, sum: Uint32Array | undefined): Uint32Array =>
  sum === undefined ? figures : figures.map((figure, index) => figure + (sum[index] ?? 0));
