import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import { expect, it } from 'vitest';
import { everyone } from './cohortKind.ts';
import { plansInSteps } from './queryEffects.ts';

it('the cohorts of effects and curves are checked one by one, so that other requests run between two (rule 8.17)', () => {
  const definitions: readonly CohortDefinition[] = [[], []];
  let planned = 0;
  const steps = plansInSteps(definitions, () => {
    planned += 1;
    return everyone;
  });
  expect(steps.next().done).toBe(false);
  expect(planned).toBe(1);
  expect(steps.next().done).toBe(false);
  expect(steps.next()).toEqual({ done: true, value: [everyone, everyone] });
});
