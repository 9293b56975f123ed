import type { CountRule } from '@atrium/contract';
import type { RowCondition } from '../concepts/rowCondition.ts';
import type { Collection } from '../dictionary/dictionary.ts';

/** A criteria set on a sub-collection: how many of the subject's rows must meet the condition. */
export interface SetPlan {
  readonly entryId: string;
  readonly collection: Collection;
  readonly condition: RowCondition;
  readonly count: CountRule;
}

/** A whole question about subjects; `subject` is a condition on the root row, and all parts are ANDed. */
export interface CohortPlan {
  readonly subject: RowCondition;
  readonly sets: readonly SetPlan[];
}
