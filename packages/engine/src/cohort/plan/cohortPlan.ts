import type { CountRule } from '@atrium/contract/wire/cohortDefinition';
import { always, type RowCondition } from '../../concepts/rowCondition.ts';
import type { Collection } from '../../dictionary/dictionary.ts';

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
  /**
   * The numbers of subjects who were found to be in the cohort already: only they are meant, and nobody else is looked
   * for.
   */
  readonly among?: readonly number[];
  /** Subjects of each of these cohorts, of whom all records are shown. */
  readonly within?: readonly CohortPlan[];
  /** Subjects of none of these cohorts. */
  readonly without?: readonly CohortPlan[];
}

/** A set with count 0, whatever its operator, restricts subjects only: "at least 0" restricts nothing (rule 4.2). */
const filtersRows = ({ count }: SetPlan): boolean => count.value > 0;

const isAlways = (condition: RowCondition): boolean =>
  condition.kind === 'and' && condition.conditions.every(isAlways);

/**
 * Which rows of a collection belong to the cohort: those that meet any of its sets on that collection (rule
 * 4.2), or null when no set restricts them. To be put on the join, so that subjects stay (rule 5.2).
 */
export function rowFilter(plan: CohortPlan, collectionId: string): RowCondition | null {
  const sets = plan.sets.filter((set) => set.collection.id === collectionId && filtersRows(set));
  if (sets.length === 0) return null;
  const conditions = sets.map((set) => set.condition);
  return conditions.some(isAlways) ? always : { kind: 'or', conditions };
}
