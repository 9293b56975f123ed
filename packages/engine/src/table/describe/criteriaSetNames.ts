import type { CohortDefinition } from '@atrium/contract';
import { isRootSet, setNames } from '../../cohort/describe/setNames.ts';
import type { Lookup } from '../../dictionary/lookup.ts';

export interface NamedSet {
  readonly entryId: string;
  readonly collectionId: string;
  readonly name: string;
}

/** The sub-collection sets of a cohort with the names by which people know them. */
export function criteriaSetNames(cohort: CohortDefinition, lookup: Lookup): readonly NamedSet[] {
  const names = setNames(cohort, lookup);
  return cohort.flatMap((set) => {
    const name = names.get(set.entryId);
    if (name === undefined || isRootSet(set, lookup)) return [];
    return [{ entryId: set.entryId, collectionId: set.collectionId, name }];
  });
}
