import type { Span } from '../kernel/kernel.ts';

/** The part of a question that a thread works on. */
export interface PartOfSubjects {
  /** The subjects, in blocks that are looked at one after the other. */
  readonly blocks: readonly Span[];
  /** Whether nobody waits for the answer any more. */
  readonly isStopped: () => boolean;
}
