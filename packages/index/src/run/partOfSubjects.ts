import type { Span } from '../kernel/kernel.ts';

/** The part of a question that a thread works on. */
export interface PartOfSubjects {
  readonly subjects: Span;
  /** Whether nobody waits for the answer any more. */
  readonly isStopped: () => boolean;
}
