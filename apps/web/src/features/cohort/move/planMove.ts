import type { CohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import type { CriteriaSetView } from '@atrium/contract/wire/cohortView';
import { holderOf, type Position, type Slot, slotsOf } from './position.ts';

type Edits = readonly CohortTransformation[];

/**
 * The edits that put a filter into a position, in the transformations that the server knows (rules 3.14 and 3.16): none where
 * it already lies there or may not lie there, two where order and grouping both change.
 */
export function planMove(sets: readonly CriteriaSetView[], filterId: string, position: Position): Edits {
  const home = holderOf(sets, filterId);
  const target = sets.find(({ entryId }) => entryId === position.setId);
  if (home === undefined || target === undefined || home.collectionId !== target.collectionId) return [];
  const moving: Moving = { filterId, target, slots: slotsOf(target), isHome: home === target };
  return position.kind === 'join' ? joining(moving, position.entryId) : placing(moving, position.entryId);
}

interface Moving {
  readonly filterId: string;
  readonly target: CriteriaSetView;
  readonly slots: readonly Slot[];
  /** Whether the filter lies in the target set already. */
  readonly isHome: boolean;
}

const holds = ({ filterIds }: Slot, filterId: string): boolean => filterIds.includes(filterId);
const without = ({ filterIds }: Slot, filterId: string): readonly string[] =>
  filterIds.filter((id) => id !== filterId);

function sorted({ target, slots }: Moving, childIds: readonly string[]): Edits {
  const now = slots.flatMap(({ filterIds }) => filterIds);
  return now.join() === childIds.join()
    ? []
    : [{ kind: 'sort_cd_entries', entryId: target.entryId, childIds: [...childIds] }];
}

/** The flat order with the filter before an entry, or last. */
const orderBefore = ({ filterId, slots }: Moving, entryId: string | null): readonly string[] => [
  ...slots.flatMap((slot) => [...(slot.entryId === entryId ? [filterId] : []), ...without(slot, filterId)]),
  ...(entryId === null ? [filterId] : []),
];

function placing(moving: Moving, entryId: string | null): Edits {
  const { filterId, slots } = moving;
  if (entryId === filterId) return [];
  const order = orderBefore(moving, entryId);
  const edits = sorted(moving, order);
  const group = slots.find((slot) => holds(slot, filterId) && slot.filterIds.length > 1);
  if (group === undefined) return edits;
  // Beside its own group a filter would still belong to it: the group is split as well.
  const rest = without(group, filterId);
  const at = order.indexOf(filterId);
  if (order[at + 1] === rest[0]) return [...edits, { kind: 'change_to_boolean_and', entryId: filterId }];
  const last = rest.at(-1);
  if (last !== undefined && order[at - 1] === last)
    return [...edits, { kind: 'change_to_boolean_and', entryId: last }];
  return edits;
}

function joining(moving: Moving, entryId: string): Edits {
  const { filterId, slots } = moving;
  const index = slots.findIndex((slot) => slot.entryId === entryId);
  const joined = slots[index];
  const last = joined?.filterIds.at(-1);
  if (joined === undefined || last === undefined || holds(joined, filterId)) return [];
  const before: Edits = [...sorted(moving, orderBefore(moving, entryId)), or(filterId)];
  const after: Edits = [...sorted(moving, orderAfter(moving, entryId)), or(last)];
  // On the side of its old group the filter would bring that group along.
  if (isOldGroup(slots[index - 1], filterId)) return after;
  return isOldGroup(slots[index + 1], filterId) || before.length < after.length ? before : after;
}

const isOldGroup = (slot: Slot | undefined, filterId: string): boolean =>
  slot !== undefined && slot.filterIds.length > 1 && holds(slot, filterId);

const or = (entryId: string): CohortTransformation => ({ kind: 'change_to_boolean_or', entryId });

const orderAfter = ({ filterId, slots }: Moving, entryId: string): readonly string[] =>
  slots.flatMap((slot) => [...without(slot, filterId), ...(slot.entryId === entryId ? [filterId] : [])]);
