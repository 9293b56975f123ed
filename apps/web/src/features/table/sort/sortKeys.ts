import type { ExtendedTable, TableTransformation } from '@atrium/contract';

/** A column by which the rows are ordered; 1 is ascending. */
export interface SortKey {
  readonly entryId: string;
  readonly direction: 1 | -1;
}

const mostKeys = 3;

/** The keys that act: those of the table, or else its first usable column, ascending (rule 5.13). */
export function actingSort({ sort, fields }: ExtendedTable): readonly SortKey[] {
  if (sort.length > 0) return sort;
  const first = fields.find((field) => field.canSort);
  return first === undefined ? [] : [{ entryId: first.entryId, direction: 1 }];
}

/** What add_sort_entry makes of the keys: the leading one flips, any other column comes to the front. */
function afterAdding(keys: readonly SortKey[], entryId: string): readonly SortKey[] {
  const [leading] = keys;
  const direction = leading?.entryId === entryId && leading.direction === 1 ? -1 : 1;
  return [{ entryId, direction } as const, ...keys.filter((key) => key.entryId !== entryId)].slice(
    0,
    mostKeys,
  );
}

/** The keys that a click on a column's sort button asks for; the default order flips like a chosen one. */
export function sortAfterClick(table: ExtendedTable, entryId: string): readonly SortKey[] {
  const isDefault = table.sort.length === 0 && actingSort(table)[0]?.entryId === entryId;
  return isDefault ? [{ entryId, direction: -1 }] : afterAdding(table.sort, entryId);
}

const isSame = (one: readonly SortKey[], other: readonly SortKey[]): boolean =>
  one.length === other.length &&
  one.every((key, place) => {
    const match = other[place];
    return key.entryId === match?.entryId && key.direction === match.direction;
  });

const adding = ({ entryId, direction }: SortKey): readonly TableTransformation[] => {
  const add = { kind: 'add_sort_entry', entryId } as const;
  return direction === 1 ? [add] : [add, add];
};

/** The fewest edits that lead from the stored keys to the wanted ones. */
export function sortSteps(
  stored: readonly SortKey[],
  wanted: readonly SortKey[],
): readonly TableTransformation[] {
  if (isSame(stored, wanted)) return [];
  const [leading] = wanted;
  if (leading === undefined) return [{ kind: 'clear_sort_entries' }];
  const add = { kind: 'add_sort_entry', entryId: leading.entryId } as const;
  const once = afterAdding(stored, leading.entryId);
  if (isSame(once, wanted)) return [add];
  if (isSame(afterAdding(once, leading.entryId), wanted)) return [add, add];
  const clear = stored.length === 0 ? [] : [{ kind: 'clear_sort_entries' } as const];
  return [...clear, ...wanted.toReversed().flatMap(adding)];
}
