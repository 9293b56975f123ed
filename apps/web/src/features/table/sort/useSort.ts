import type { TableTransformation } from '@atrium/contract/wire/tableTransformation';
import type { ExtendedTable, TableEdited } from '@atrium/contract/wire/tableView';
import { useCallback, useEffect, useRef } from 'react';
import { announce } from '../../../ui/announce.ts';
import { sortWords } from '../tableWords.ts';
import {
  actingSort,
  parseSort,
  type SortHow,
  type SortKey,
  sortAfter,
  sortSteps,
  writeSort,
} from './sortKeys.ts';

interface SortState {
  readonly table: ExtendedTable | undefined;
  /** Makes edits as one, all or none. */
  readonly edit: (batch: readonly TableTransformation[]) => Promise<TableEdited | null>;
  /** The sort order in the address. */
  readonly address: string | undefined;
  readonly onAddress: (sort: string | undefined, how: 'push' | 'replace') => void;
}

/** Before the first address was looked at. */
const nothing = Symbol('nothing');

/**
 * Keeps the order of the rows in the address. A click changes the table and then the address. An address that was
 * copied, or reached by the back button, changes the table.
 */
export function useSort({ table, edit, address, onAddress }: SortState) {
  const seen = useRef<string | undefined | typeof nothing>(nothing);
  /** Addresses with the order that the table has already, but which the screen has not reached yet. */
  const own = useRef<readonly (string | undefined)[]>([]);
  /** The table after the newest of these edits: a second click may come before the screen has it. */
  const newest = useRef(table);
  const queue = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    newest.current = table;
  }, [table]);

  const apply = useCallback(
    async (stored: ExtendedTable, wanted: readonly SortKey[]) => {
      const steps = sortSteps(stored.sort, wanted);
      const edited = await edit(steps).catch(() => null);
      return edited?.transformationSuccessful ? edited.extended : undefined;
    },
    [edit],
  );

  const applyAddress = useCallback(() => {
    if (table === undefined || seen.current === address) return;
    seen.current = address;
    const at = own.current.lastIndexOf(address);
    own.current = at < 0 ? [] : own.current.slice(at + 1);
    if (at >= 0 || address === undefined) return;
    const columns = table.fields.map((field) => field.entryId);
    const wanted = parseSort(address, columns);
    if (wanted.length > 0) void apply(table, wanted);
  }, [table, address, apply]);
  useEffect(applyAddress, [applyAddress]);

  const tell = (sort: string | undefined, how: 'push' | 'replace') => {
    if (sort !== (own.current.length > 0 ? own.current.at(-1) : seen.current))
      own.current = [...own.current, sort];
    onAddress(sort, how);
  };
  const sortNow = async (entryId: string, how: SortHow) => {
    const shown = newest.current;
    if (shown === undefined) return;
    tell(writeSort(actingSort(shown)), 'replace');
    const sorted = await apply(shown, sortAfter(shown, entryId, how));
    if (sorted === undefined) return;
    newest.current = sorted;
    tell(writeSort(sorted.sort), 'push');
    announce(sortWords(sorted.sort));
  };
  /** One after the other, so that each starts from what the one before made. */
  const sortBy = (entryId: string, how: SortHow) => {
    queue.current = queue.current.then(() => sortNow(entryId, how));
  };
  /** Puts the order of a table that changed otherwise into the address, if the address has an order. */
  const follow = ({ sort }: ExtendedTable) => {
    if (address !== undefined) tell(writeSort(sort), 'replace');
  };
  return { sortBy, follow };
}
