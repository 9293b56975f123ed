import type { CriteriaSetView } from '@atrium/contract/wire/cohortView';

/** Where a filter can be put: before an entry of a set (or at its end), or beside an entry as its alternative. */
export type Position =
  | { readonly kind: 'before'; readonly setId: string; readonly entryId: string | null }
  | { readonly kind: 'join'; readonly setId: string; readonly entryId: string };

export const positionKey = ({ kind, setId, entryId }: Position): string =>
  `${kind} ${setId} ${entryId ?? ''}`;

/** A top-level entry of a set: its id, and the filters that it holds. */
export interface Slot {
  readonly entryId: string;
  readonly filterIds: readonly string[];
  readonly names: readonly string[];
}

export const slotsOf = (set: CriteriaSetView): readonly Slot[] =>
  set.entries.map((entry) => {
    const filters = 'kind' in entry ? entry.entries : [entry];
    return {
      entryId: entry.entryId,
      filterIds: filters.map(({ entryId }) => entryId),
      names: filters.map(({ conceptName }) => conceptName),
    };
  });

/** The set that holds a filter. */
export const holderOf = (sets: readonly CriteriaSetView[], filterId: string): CriteriaSetView | undefined =>
  sets.find((set) => slotsOf(set).some(({ filterIds }) => filterIds.includes(filterId)));

/** Every position of the sets that a filter may lie in, from top to bottom; those on other collections are left out. */
export function positionsFor(sets: readonly CriteriaSetView[], filterId: string): readonly Position[] {
  const home = holderOf(sets, filterId);
  return sets
    .filter(({ collectionId }) => collectionId === home?.collectionId)
    .flatMap((set) => [
      ...slotsOf(set).flatMap(({ entryId }): readonly Position[] => [
        { kind: 'before', setId: set.entryId, entryId },
        { kind: 'join', setId: set.entryId, entryId },
      ]),
      { kind: 'before', setId: set.entryId, entryId: null },
    ]);
}
