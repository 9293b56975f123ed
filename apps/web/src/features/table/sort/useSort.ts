import type { ExtendedTable, TableEdited, TableTransformation } from '@atrium/contract';
import { useCallback, useEffect, useRef } from 'react';
import { announce } from '../../../ui/announce.ts';
import { actingSort, readSort, type SortKey, sortAfterClick, sortSteps, writeSort } from './sortKeys.ts';

interface SortState {
  readonly table: ExtendedTable | undefined;
  /** Makes edits as one step, up to the first that is refused. */
  readonly edit: (batch: readonly TableTransformation[]) => Promise<readonly TableEdited[]>;
  /** The sort order in the address. */
  readonly address: string | undefined;
  readonly onAddress: (sort: string | undefined, how: 'push' | 'replace') => void;
}

/**
 * Keeps the order of the rows in the address. A click changes the table and then the address. An address that was
 * copied, or reached by the back button, changes the table.
 */
export function useSort({ table, edit, address, onAddress }: SortState) {
  const applied = useRef<string>(undefined);

  const apply = useCallback(
    async (stored: ExtendedTable, wanted: readonly SortKey[]) => {
      const steps = sortSteps(stored.sort, wanted);
      const replies = await edit(steps).catch(() => []);
      const last = replies.at(-1);
      return last?.transformationSuccessful ? last.extended : undefined;
    },
    [edit],
  );

  const applyAddress = useCallback(() => {
    if (table === undefined || applied.current === address) return;
    applied.current = address;
    if (address === undefined) return;
    const columns = table.fields.map((field) => field.entryId);
    const wanted = readSort(address, columns);
    if (wanted.length > 0) void apply(table, wanted);
  }, [table, address, apply]);
  useEffect(applyAddress, [applyAddress]);

  const sortBy = async (entryId: string) => {
    if (table === undefined) return;
    const before = writeSort(actingSort(table));
    applied.current = before;
    onAddress(before, 'replace');
    const sorted = await apply(table, sortAfterClick(table, entryId));
    if (sorted === undefined) return;
    const next = writeSort(sorted.sort);
    applied.current = next;
    onAddress(next, 'push');
    const [leading] = sorted.sort;
    if (leading)
      announce(`Sorted by ${leading.label}, ${leading.direction === 1 ? 'ascending' : 'descending'}`);
  };
  /** Puts the order of a table that changed otherwise into the address, if the address has an order. */
  const follow = ({ sort }: ExtendedTable) => {
    if (address === undefined) return;
    const next = writeSort(sort);
    applied.current = next;
    onAddress(next, 'replace');
  };
  return { sortBy, follow };
}
