import type { CohortPlan } from '../cohort/plan/cohortPlan.ts';
import { always } from '../concepts/rowCondition.ts';

/** The subjects of a cohort with all their records (rule 17.3). */
export const groupOf = (plan: CohortPlan): CohortPlan => ({ subject: always, sets: [], within: [plan] });

/** Everybody in none of these groups. */
export const restOf = (groups: readonly CohortPlan[]): CohortPlan => ({
  subject: always,
  sets: [],
  without: groups,
});

/** Everybody in this group and in none of the others. */
const onlyIn = (group: CohortPlan, groups: readonly CohortPlan[]): CohortPlan => ({
  subject: always,
  sets: [],
  within: [group],
  without: groups.filter((other) => other !== group),
});

/** The cohorts by which it is counted how many subjects are in more than one group: everyone, nobody's, each one's own. */
export const overlapPlans = (groups: readonly CohortPlan[]): readonly CohortPlan[] => [
  restOf([]),
  restOf(groups),
  ...groups.map((group) => onlyIn(group, groups)),
];

/** The subjects in more than one group, from the counts of `overlapPlans`. */
export const countInSeveral = ([all = 0, none = 0, ...own]: readonly number[]): number =>
  all - none - own.reduce((sum, count) => sum + count, 0);
