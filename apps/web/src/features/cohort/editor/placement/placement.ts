import type { AddFilter, CohortEdited, CohortTransformation, CriteriaSetView } from '@atrium/contract';
import type { NextEdit } from '../../cohortEdits.ts';
import { planMove } from '../../move/planMove.ts';

/** The set that a new filter joins: one of the cohort, or a new one on its collection. */
export type Placement =
  | { readonly kind: 'set'; readonly setId: string }
  | { readonly kind: 'newSet'; readonly collectionId: string };

/** What a choice says that means none of the sets of the cohort. */
export const newSet = 'new';

export const placementOf = (choice: string, collectionId: string): Placement =>
  choice === newSet ? { kind: 'newSet', collectionId } : { kind: 'set', setId: choice };

/**
 * Adds a filter and puts it where it belongs. The server adds it to the first set of its collection (contract 9.4),
 * which is where it stays if it is refused a move; a new set is made only once the filter was accepted.
 */
export const placing =
  (filter: AddFilter, placement: Placement | undefined): NextEdit =>
  (made) => {
    const [added, ...after] = made;
    if (added === undefined) return filter;
    if (placement === undefined || added.entryId === undefined) return undefined;
    if (placement.kind === 'set') return moveTo(added, added.entryId, placement.setId)[after.length];
    const [grown, ...moved] = after;
    if (grown === undefined) return { kind: 'add_criteria_set', collectionId: placement.collectionId };
    const setId = newcomer(added.criteriaSets, grown.criteriaSets)?.entryId;
    return setId === undefined ? undefined : moveTo(grown, added.entryId, setId)[moved.length];
  };

const moveTo = (
  { criteriaSets }: CohortEdited,
  filterId: string,
  setId: string,
): readonly CohortTransformation[] =>
  planMove(criteriaSets, filterId, { kind: 'before', setId, entryId: null });

const newcomer = (before: readonly CriteriaSetView[], after: readonly CriteriaSetView[]) =>
  after.find(({ entryId }) => before.every((set) => set.entryId !== entryId));

/** The answers to all edits as one: the filter is there once it was added, even if its move was refused. */
export function asOneAnswer(made: readonly CohortEdited[]): CohortEdited {
  const [added] = made;
  const last = made.at(-1);
  if (added === undefined || last === undefined) throw new Error('A filter was saved without an answer.');
  if (!added.transformationSuccessful) return added;
  return {
    ...last,
    transformationSuccessful: true,
    transformationWarnings: [...added.transformationWarnings],
    ...(added.entryId === undefined ? {} : { entryId: added.entryId }),
  };
}
