import type { CohortDefinition, CriteriaSet } from '@atrium/contract';
import type { Lookup } from '../../dictionary/lookup.ts';

export const isRootSet = (set: CriteriaSet, { root }: Lookup): boolean => set.collectionId === root.id;

/** Each set's name by entry id: its alias, or the collection and the set's place among those of the collection. */
export function setNames(definition: CohortDefinition, lookup: Lookup): ReadonlyMap<string, string> {
  const places = new Map<string, number>();
  const names = new Map<string, string>();
  for (const set of definition) {
    const place = (places.get(set.collectionId) ?? 0) + 1;
    places.set(set.collectionId, place);
    const title = lookup.collection(set.collectionId)?.title ?? set.collectionId;
    names.set(set.entryId, set.alias ?? (isRootSet(set, lookup) ? title : `${title} ${place}`));
  }
  return names;
}
