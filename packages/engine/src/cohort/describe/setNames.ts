import type { CohortDefinition, CriteriaSet } from '@atrium/contract/wire/cohortDefinition';
import type { Lookup } from '../../dictionary/lookup.ts';

export const isRootSet = (set: CriteriaSet, { root }: Lookup): boolean => set.collectionId === root.id;

/** Each set's name by entry id: its alias, or the collection and the number of the set among those of the collection. */
export function setNames(definition: CohortDefinition, lookup: Lookup): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  for (const set of definition) {
    const number = (counts.get(set.collectionId) ?? 0) + 1;
    counts.set(set.collectionId, number);
    const title = lookup.collection(set.collectionId)?.title ?? set.collectionId;
    names.set(set.entryId, set.alias ?? (isRootSet(set, lookup) ? title : `${title} ${number}`));
  }
  return names;
}
