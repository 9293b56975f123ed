import type { CriteriaSetView } from '@atrium/contract/wire/cohortView';

/** The sets as they are drawn: one by itself, or alternatives, which stand side by side (rule 2.24). */
export function setGroups(sets: readonly CriteriaSetView[]): readonly (readonly CriteriaSetView[])[] {
  const groups: CriteriaSetView[][] = [];
  for (const set of sets) {
    const last = groups.at(-1);
    if (last !== undefined && areAlternatives(last[0], set)) last.push(set);
    else groups.push([set]);
  }
  return groups;
}

/** Whether a subject needs to meet only one of the two. */
export const areAlternatives = (one: CriteriaSetView | undefined, other: CriteriaSetView): boolean =>
  one?.orGroupId !== undefined && one.orGroupId === other.orGroupId;
