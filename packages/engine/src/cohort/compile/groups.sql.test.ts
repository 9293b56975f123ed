import { setOperations } from '@atrium/contract/endpoints/comparison';
import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import { beforeAll, expect, it } from 'vitest';
import { combined, planOfCombination } from '../../comparison/combination.ts';
import { countInSeveral, groupOf, overlapPlans, restOf } from '../../comparison/groupPlans.ts';
import { choice, set } from '../../testing/definitions.ts';
import { planOf } from '../../testing/findSubjects.ts';
import { type OpenRelease, openRelease } from '../../testing/openRelease.ts';
import { ask } from '../../testing/testEngine.ts';
import { workedExample } from '../../testing/workedExample.ts';
import { canonicalCohort } from '../plan/canonicalCohort.ts';
import type { CohortPlan } from '../plan/cohortPlan.ts';

let open: OpenRelease;
beforeAll(async () => {
  open = await openRelease(workedExample);
});

const women: CohortDefinition = [set('subject', [choice('sex', 'F')])];
const asian: CohortDefinition = [set('subject', [choice('race', 'Asian')])];
const white: CohortDefinition = [set('subject', [choice('race', 'White')])];

const groupsOf = (...definitions: readonly CohortDefinition[]): readonly CohortPlan[] =>
  definitions.map((definition) => groupOf(planOf(open, definition)));

async function countAll(plans: readonly CohortPlan[]): Promise<readonly number[]> {
  const [row] = await ask(open, { kind: 'counts', plans });
  return plans.map((_, index) => Number(row?.[`c${index}`]));
}

it('a group is the subjects of its cohort, and the rest is who is in none of them (rule 17.1)', async () => {
  const groups = groupsOf(women, white);
  expect(await countAll([...groups, restOf(groups), restOf([restOf(groups)])])).toEqual([2, 3, 2, 4]);
});

it('groups are combined by "and", "or", "without" and "either, but not both" (rule 17.23)', async () => {
  const parts = [women, white].map((one) => ({ kind: 'part', part: planOf(open, one) }) as const);
  const plans = setOperations.map((operation) => planOfCombination(combined(operation, parts)));
  const nested = planOfCombination(combined('minus', [combined('or', parts), combined('and', parts)]));
  expect(await countAll([...plans, nested])).toEqual([1, 4, 1, 3, 3]);
});

it('how many are in more than one group is counted once each (rule 17.2)', async () => {
  const counts = await countAll(overlapPlans(groupsOf(women, asian, white)));
  expect(countInSeveral(counts)).toBe(2);
  expect(countInSeveral(await countAll(overlapPlans(groupsOf(women, [...women]))))).toBe(2);
});

it('a group and the rest are no questions with the meaning of a cohort', () => {
  const plan = planOf(open, women);
  const meanings = [plan, groupOf(plan), restOf([plan]), groupOf(groupOf(plan))].map(canonicalCohort);
  expect(new Set(meanings).size).toBe(4);
});
