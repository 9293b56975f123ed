import type { CriteriaSetView } from '@atrium/contract/wire/cohortView';
import { setName } from '../setName.ts';
import { holderOf, type Position, slotsOf } from './position.ts';

/** Where a filter can be moved by menu; what is not possible is absent. */
export interface MoveMenu {
  readonly up: Position | undefined;
  readonly down: Position | undefined;
  readonly out: Position | undefined;
  readonly join: readonly { readonly position: Position; readonly names: readonly string[] }[];
  readonly sets: readonly { readonly position: Position; readonly name: string }[];
}

export function moveMenu(sets: readonly CriteriaSetView[], filterId: string): MoveMenu {
  const home = holderOf(sets, filterId);
  if (home === undefined) return { up: undefined, down: undefined, out: undefined, join: [], sets: [] };
  const slots = slotsOf(home);
  const index = slots.findIndex(({ filterIds }) => filterIds.includes(filterId));
  const isGrouped = (slots[index]?.filterIds.length ?? 0) > 1;
  const before = (at: number): Position => ({
    kind: 'before',
    setId: home.entryId,
    entryId: slots[at]?.entryId ?? null,
  });
  return {
    up: !isGrouped && index > 0 ? before(index - 1) : undefined,
    down: !isGrouped && index < slots.length - 1 ? before(index + 2) : undefined,
    out: isGrouped ? before(index + 1) : undefined,
    join: slots
      .filter((_, at) => at !== index)
      .map(({ entryId, names }) => ({ position: { kind: 'join', setId: home.entryId, entryId }, names })),
    sets: sets
      .filter((set) => set !== home && set.collectionId === home.collectionId)
      .map((set) => ({
        position: { kind: 'before', setId: set.entryId, entryId: null },
        name: setName(set),
      })),
  };
}

/** Whether there is anywhere to go. */
export const isEmptyMenu = ({ up, down, out, join, sets }: MoveMenu): boolean =>
  (up ?? down ?? out) === undefined && join.length + sets.length === 0;
