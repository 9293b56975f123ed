import type { AxisLabel } from '@atrium/contract';
import type { AxisPlan } from '../analysis/compileAnalysis.ts';

/** Which of everyone a member sees: it follows from the values of single-valued concepts of the root. */
export interface SeenSubjects {
  readonly by: readonly AxisPlan[];
  /** By the keys along these concepts. */
  isSeen(keys: readonly (AxisLabel | null)[]): boolean;
}
