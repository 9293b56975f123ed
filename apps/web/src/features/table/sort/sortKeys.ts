import type { TableTransformation } from '@atrium/contract/wire/tableTransformation';
import type { ExtendedTable } from '@atrium/contract/wire/tableView';

/** A column by which the rows are ordered; 1 is ascending. */
export interface SortKey {
  readonly entryId: string;
  readonly direction: 1 | -1;
}

const maxKeys = 3;

/** The keys in effect: those of the table, or else its first sortable column, ascending (rule 5.13). */
export function actingSort({ sort, fields }: ExtendedTable): readonly SortKey[] {
  if (sort.length > 0) return sort;
  const first = fields.find((field) => field.canSort);
  return first === undefined ? [] : [{ entryId: first.entryId, direction: 1 }];
}

/** The keys after add_sort_entry: the leading one reverses, any other column becomes the leading one. */
function afterAdding(keys: readonly SortKey[], entryId: string): readonly SortKey[] {
  const [leading] = keys;
  const direction = leading?.entryId === entryId && leading.direction === 1 ? -1 : 1;
  return [{ entryId, direction } as const, ...keys.filter((key) => key.entryId !== entryId)].slice(
    0,
    maxKeys,
  );
}

/** How a column joins the order: in front of the others, behind them, or not at all: no column is asked for any more. */
export type SortHow = 'first' | 'then' | 'clear';

/** The keys after a person has asked for a column. */
export function sortAfter(table: ExtendedTable, entryId: string, how: SortHow): readonly SortKey[] {
  if (how === 'clear') return [];
  return how === 'first' ? sortAfterClick(table, entryId) : sortWithin(table, entryId);
}

/**
 * The keys when a column is asked for within the order so far: one that is part of it reverses in its place, any other
 * becomes the last.
 */
function sortWithin(table: ExtendedTable, entryId: string): readonly SortKey[] {
  const keys = actingSort(table);
  if (keys.some((key) => key.entryId === entryId)) return keys.map((key) => reversedIf(key, entryId));
  return [...keys.slice(0, maxKeys - 1), { entryId, direction: 1 }];
}

const reversedIf = (key: SortKey, entryId: string): SortKey =>
  key.entryId === entryId ? { entryId, direction: key.direction === 1 ? -1 : 1 } : key;

/** The keys after a click on a column's sort button. The default order reverses like a chosen one. */
export function sortAfterClick(table: ExtendedTable, entryId: string): readonly SortKey[] {
  const isDefault = table.sort.length === 0 && actingSort(table)[0]?.entryId === entryId;
  return isDefault ? [{ entryId, direction: -1 }] : afterAdding(table.sort, entryId);
}

const isSame = (one: readonly SortKey[], other: readonly SortKey[]): boolean =>
  one.length === other.length &&
  one.every((key, index) => {
    const match = other[index];
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

/** The keys as the address has them: ids separated by dots, a minus before a descending one. */
export const writeSort = (keys: readonly SortKey[]): string | undefined =>
  keys.length === 0
    ? undefined
    : keys.map(({ entryId, direction }) => (direction === 1 ? entryId : `-${entryId}`)).join('.');

/** Parses the keys of an address. Columns that the table does not have are left out. */
export function parseSort(text: string | undefined, columns: readonly string[]): readonly SortKey[] {
  const keys = (text ?? '').split('.').map((word): SortKey => {
    const isDescending = word.startsWith('-');
    return { entryId: isDescending ? word.slice(1) : word, direction: isDescending ? -1 : 1 };
  });
  return keys.filter(({ entryId }) => columns.includes(entryId));
}
