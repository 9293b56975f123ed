import type { CohortDefinition, CriteriaSet } from '@atrium/contract/wire/cohortDefinition';
import type { Lookup } from '../../dictionary/lookup.ts';
import { isTargeted, relativeRuleOf } from '../eventRules.ts';
import { alternativesTo, isRootSet, rankOf } from '../setOrder.ts';

/** One step from everyone to the cohort. */
export interface AttritionStep {
  /** What the step adds, as a definition of its own. */
  readonly added: CohortDefinition;
  /** The cohort with this step and all before it. */
  readonly upTo: CohortDefinition;
}

/**
 * The steps from everyone to the cohort. No step may add subjects. So each filter of the root is a step, then each
 * other set as a whole, since its filters must hold on one record and its count rule may set a maximum. Sets that are
 * alternatives or connected by a relative rule are one step. The last step is the whole definition.
 */
export function attritionSteps(
  definition: CohortDefinition,
  { root }: Pick<Lookup, 'root'>,
): readonly AttritionStep[] {
  const people = definition.filter((set) => isRootSet(set, { root }) && isAlone(set, definition));
  const filters = people.flatMap((set) =>
    set.entries.map((entry, index) => ({
      added: [{ ...set, entries: [entry] }],
      held: [{ ...set, entries: set.entries.slice(0, index + 1) }],
    })),
  );
  // The choice of one of each family comes last: a step after it would choose anew, and so might add subjects.
  const rank = ([set]: CohortDefinition): number => (set === undefined ? 0 : rankOf(set, { root }));
  const groups = boundSets(definition.filter((set) => !people.includes(set))).toSorted(
    (left, right) => rank(left) - rank(right),
  );
  return [
    ...filters.map(({ added, held }) => ({ added, upTo: held })),
    ...groups.map((added, index) => ({
      added,
      upTo: [...people, ...groups.slice(0, index + 1).flat()],
    })),
  ];
}

/** Whether the set has no alternative, and no relative rule connects it with another one. */
export const isAlone = (set: CriteriaSet, definition: CohortDefinition): boolean =>
  relativeRuleOf(set) === null &&
  !isTargeted(definition, set.entryId) &&
  alternativesTo(set, definition).length === 0;

/** Sets that name one another or are alternatives, directly or through others, are one group. */
export const boundSets = (sets: readonly CriteriaSet[]): readonly CohortDefinition[] =>
  grouped(sets, (one, other) => areDated(one, other) || areAlternatives(one, other));

/** The set and all that relative rules connect with it, directly or through others. */
export const datedTogether = (set: CriteriaSet, definition: readonly CriteriaSet[]): CohortDefinition =>
  grouped(definition, areDated).find((group) => group.includes(set)) ?? [set];

type AreBound = (one: CriteriaSet, other: CriteriaSet) => boolean;

function grouped(sets: readonly CriteriaSet[], areBound: AreBound): readonly CohortDefinition[] {
  const groups: CriteriaSet[][] = [];
  for (const set of sets) {
    const bound = groups.filter((group) => group.some((other) => areBound(set, other)));
    const joined = [...bound.flat(), set];
    for (const group of bound) groups.splice(groups.indexOf(group), 1);
    groups.push(joined);
  }
  return groups;
}

const areDated: AreBound = (one, other) =>
  relativeRuleOf(one)?.targetEntryId === other.entryId ||
  relativeRuleOf(other)?.targetEntryId === one.entryId;

const areAlternatives: AreBound = (one, other) =>
  one.orGroupId !== undefined && one.orGroupId === other.orGroupId;
