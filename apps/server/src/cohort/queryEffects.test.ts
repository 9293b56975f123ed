import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import type { CohortPlan } from '@atrium/engine';
import { expect, it } from 'vitest';
import { aConcept } from '../testing/aConcept.ts';
import { everyone } from './cohortKind.ts';
import { plansInSteps, plansTogether } from './queryEffects.ts';

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

it('one question counts 64 cohorts, and of those with long lists of values fewer (rule 8.17)', () => {
  const plans = Array.from({ length: 130 }, () => everyone);
  expect(plansTogether(plans).map(({ length }) => length)).toEqual([64, 64, 2]);
  const listed = (values: number): CohortPlan => ({
    ...everyone,
    subject: {
      kind: 'not',
      condition: { kind: 'oneOf', concept: aConcept('text'), values: Array(values).fill('a') },
    },
  });
  const [short, long] = [listed(10), listed(25_000)];
  expect(plansTogether([long, long, short, long])).toEqual([
    [long, long],
    [short, long],
  ]);
  const within = { ...everyone, within: [{ ...everyone, without: [listed(24_950)] }] };
  expect(plansTogether([within, within, within])).toEqual([[within, within], [within]]);
  expect(plansTogether([])).toEqual([]);
});
