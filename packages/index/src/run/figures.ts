import type { Span } from '../kernel/kernel.ts';

/** Lists of numbers, as long for each part; those of all parts are added. */
export type JobFigures = readonly Uint32Array[];

export interface PartOfSubjects {
  readonly subjects: Span;
  /** Whether nobody waits for the answer any more. */
  readonly isStopped: () => boolean;
}
