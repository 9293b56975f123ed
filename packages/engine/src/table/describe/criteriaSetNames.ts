import type { CohortDefinition } from '@atrium/contract';
import type { Lookup } from '../../dictionary/lookup.ts';

export interface NamedSet {
  readonly entryId: string;
  readonly collectionId: string;
  readonly name: string;
}

/** The sub-collection sets of a cohort with the names by which people know them: the alias, else "{collection} {n}". */
export function criteriaSetNames(cohort: CohortDefinition, lookup: Lookup): readonly NamedSet[] {
  const counted = new Map<string, number>();
  return cohort.flatMap(({ entryId, collectionId, alias }) => {
    const collection = lookup.collection(collectionId);
    if (collection === undefined || collection.isRoot) return [];
    const number = (counted.get(collectionId) ?? 0) + 1;
    counted.set(collectionId, number);
    const name = alias === undefined || alias === '' ? `${collection.title} ${number}` : alias;
    return [{ entryId, collectionId, name }];
  });
}
