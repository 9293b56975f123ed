import { type CriteriaSet, oneOfFamily } from '@atrium/contract/wire/cohortDefinition';
import type { Lookup } from '../dictionary/lookup.ts';

/** Whether the set is a condition on the subject's own record; there is one at most (rule 3.15). A pathway is a set of its own. */
export const isRootSet = (
  { collectionId, about, pathway }: Pick<CriteriaSet, 'collectionId' | 'about' | 'pathway'>,
  { root }: Pick<Lookup, 'root'>,
): boolean => collectionId === root.id && about === undefined && pathway === undefined;

/** The other sets of the set's group (rule 2.24). */
export const alternativesTo = (
  { entryId, orGroupId }: CriteriaSet,
  definition: readonly CriteriaSet[],
): readonly CriteriaSet[] =>
  orGroupId === undefined
    ? []
    : definition.filter((other) => other.orGroupId === orGroupId && other.entryId !== entryId);

/** Root sets stand first, and the choice of one of each family, which is made of all others, last. */
export const rankOf = (set: CriteriaSet, lookup: Pick<Lookup, 'root'>): number =>
  isRootSet(set, lookup) ? 0 : set.about === oneOfFamily ? 2 : 1;

/** The sets as they are shown: by rank, alternatives side by side, else in the order of the definition. */
export function setsInOrder(
  definition: readonly CriteriaSet[],
  lookup: Pick<Lookup, 'root'>,
): readonly CriteriaSet[] {
  const sets = definition.toSorted((left, right) => rankOf(left, lookup) - rankOf(right, lookup));
  return [...new Set(sets.flatMap((set) => [set, ...alternativesTo(set, sets)]))];
}
