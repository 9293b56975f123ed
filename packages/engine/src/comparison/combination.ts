import type { SetOperation } from '@atrium/contract/endpoints/comparison';
import { unreachable } from '@atrium/contract/errors/unreachable';
import type { CohortPlan } from '../cohort/plan/cohortPlan.ts';
import { always } from '../concepts/rowCondition.ts';
import { groupOf, restOf } from './groupPlans.ts';

/** Cohorts that are combined: a part, or an operation on others (rule 17.23). `xor` has two parts. */
export type Combination<Part> =
  | { readonly kind: 'part'; readonly part: Part }
  | {
      readonly kind: 'combined';
      readonly operation: SetOperation;
      readonly of: readonly Combination<Part>[];
    };

export const combined = <Part>(
  operation: SetOperation,
  of: readonly Combination<Part>[],
): Combination<Part> => ({ kind: 'combined', operation, of });

/** The same with "and", "or" and "not" only. */
export type Logic<Part> =
  | { readonly kind: 'part'; readonly part: Part }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Logic<Part>[] }
  | { readonly kind: 'not'; readonly of: Logic<Part> };

export function logicOf<Part>(combination: Combination<Part>): Logic<Part> {
  if (combination.kind === 'part') return combination;
  const of = combination.of.map(logicOf);
  const not = (one: Logic<Part>): Logic<Part> => ({ kind: 'not', of: one });
  switch (combination.operation) {
    case 'and':
    case 'or':
      return { kind: combination.operation, of };
    case 'minus':
      return { kind: 'and', of: of.map((one, index) => (index === 0 ? one : not(one))) };
    case 'xor':
      return {
        kind: 'and',
        of: [
          { kind: 'or', of },
          { kind: 'or', of: of.map(not) },
        ],
      };
    default:
      return unreachable(combination.operation);
  }
}

/** The subjects of a combination, with all their records (rule 17.3). */
export const planOfCombination = (combination: Combination<CohortPlan>): CohortPlan =>
  planOf(logicOf(combination));

function planOf(logic: Logic<CohortPlan>): CohortPlan {
  switch (logic.kind) {
    case 'part':
      return groupOf(logic.part);
    case 'and':
      return { subject: always, sets: [], within: logic.of.map(planOf) };
    case 'or':
      return restOf([restOf(logic.of.map(planOf))]);
    case 'not':
      return restOf([planOf(logic.of)]);
    default:
      return unreachable(logic);
  }
}
