import { oneOfFamily } from '@atrium/contract/wire/cohortDefinition';
import type { CriteriaSetView } from '@atrium/contract/wire/cohortView';

/** The sets that a filter of a collection may join; that of the subject's own record is the only one of its kind. */
export const setsFor = (sets: readonly CriteriaSetView[], collectionId: string): readonly CriteriaSetView[] =>
  sets.filter(
    (set) =>
      set.collectionId === collectionId &&
      set.isRootCollection !== true &&
      set.isPathway !== true &&
      set.about !== oneOfFamily,
  );

/** The set that a new filter joins by default: the first set without a filter, else the first set about the subject. */
export function nextSet(sets: readonly CriteriaSetView[], collectionId: string): CriteriaSetView | undefined {
  const possible = setsFor(sets, collectionId);
  return (
    possible.find(({ entries }) => entries.length === 0) ?? possible.find(({ about }) => about === undefined)
  );
}
