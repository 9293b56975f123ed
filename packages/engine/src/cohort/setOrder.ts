import type { CriteriaSet } from '@atrium/contract/wire/cohortDefinition';
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

/** The sets as they are shown: root sets first, alternatives side by side, else in the order of the definition. */
export function setsInOrder(
  definition: readonly CriteriaSet[],
  lookup: Pick<Lookup, 'root'>,
): readonly CriteriaSet[] {
  const sets = definition.toSorted(
    (left, right) => Number(isRootSet(right, lookup)) - Number(isRootSet(left, lookup)),
  );
  return [...new Set(sets.flatMap((set) => [set, ...alternativesTo(set, sets)]))];
}
