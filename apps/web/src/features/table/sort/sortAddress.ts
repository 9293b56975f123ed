import type { SortKey } from './sortKeys.ts';

/** The keys as the address spells them: ids with dots between, a minus before a descending one. */
export const writeSort = (keys: readonly SortKey[]): string | undefined =>
  keys.length === 0
    ? undefined
    : keys.map(({ entryId, direction }) => (direction === 1 ? entryId : `-${entryId}`)).join('.');

/** Reads the keys of an address; columns that the table does not have are left out. */
export function readSort(text: string | undefined, columns: readonly string[]): readonly SortKey[] {
  const keys = (text ?? '').split('.').map((word): SortKey => {
    const isDescending = word.startsWith('-');
    return { entryId: isDescending ? word.slice(1) : word, direction: isDescending ? -1 : 1 };
  });
  return keys.filter(({ entryId }) => columns.includes(entryId));
}
