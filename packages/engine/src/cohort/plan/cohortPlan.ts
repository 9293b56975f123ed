import type { CountRule } from '@atrium/contract/wire/cohortDefinition';
import { always, type RowCondition } from '../../concepts/rowCondition.ts';
import type { Collection } from '../../dictionary/dictionary.ts';
import type { KinPlan } from '../kinship.ts';

/**
 * A criteria set: how many of the subject's rows must meet the condition. A set of the root is one where it cannot be
 * part of `subject`.
 */
export interface SetPlan {
  readonly entryId: string;
  readonly collection: Collection;
  readonly condition: RowCondition;
  readonly count: CountRule;
  /** Sets of one group are alternatives (rule 2.24). */
  readonly orGroupId?: string | undefined;
  /** Of whom; absent: of the subject (rule 2.25). */
  readonly kin?: KinPlan | undefined;
  /** The cohort of which one of each family is kept (rule 2.30). */
  readonly rest?: CohortPlan | undefined;
}

/** A whole question about subjects; `subject` is a condition on the root row, and all parts but alternatives are ANDed. */
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

/** The sets of a plan: each inner list has one that must be met, or alternatives. */
export function alternativesOf(sets: readonly SetPlan[]): readonly (readonly SetPlan[])[] {
  const groups = new Map<unknown, SetPlan[]>();
  for (const set of sets) {
    const key = set.orGroupId ?? set;
    groups.set(key, [...(groups.get(key) ?? []), set]);
  }
  return [...groups.values()];
}

/** Whether the set is about records of the subject, and not about the subject's own or those of relatives (rule 2.26). */
const hasRecords = ({ collection, kin }: SetPlan): boolean => !collection.isRoot && kin === undefined;

/** A set with count 0, whatever its operator, restricts subjects only: "at least 0" restricts nothing (rule 4.2). */
const filtersRows = (set: SetPlan): boolean => hasRecords(set) && set.count.value > 0;

/** The set of an entry id, where it says which records of the collection are meant (rules 4.13 and 5.9). */
export const recordSetOf = (
  { sets }: Pick<CohortPlan, 'sets'>,
  entryId: string | null | undefined,
  collectionId: string,
): SetPlan | undefined =>
  sets.find((set) => set.entryId === entryId && set.collection.id === collectionId && hasRecords(set));

/** Whether every row meets the condition, as it asks nothing. */
export const isAlways = (condition: RowCondition): boolean =>
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
