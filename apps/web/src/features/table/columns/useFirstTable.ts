import type { TableView } from '@atrium/contract/wire/tableView';
import { useEffect, useRef } from 'react';
import { useBatch } from '../../../api/definition/edits.ts';
import { announce } from '../../../ui/announce.ts';
import { type TableOf, tableKind } from '../tableQueries.ts';
import { words } from '../tableWords.ts';

interface FirstTable {
  readonly of: TableOf;
  readonly table: TableView | undefined;
  /** The concepts of the filters that have no column yet. */
  readonly addable: readonly string[];
}

/**
 * Gives a table that its person has never edited the columns of the filters, once (rule 11.35). That is an edit like any
 * other, which undo takes back; where it is refused, the table stays as it is.
 */
export function useFirstTable({ of, table, addable }: FirstTable): void {
  const { mutate } = useBatch(tableKind, of);
  const isTried = useRef(false);
  const isFirst = table?.snapshotId === null && addable.length > 0;
  useEffect(() => {
    if (!isFirst || isTried.current) return;
    isTried.current = true;
    mutate([{ kind: 'bulk_add_entries', conceptIdList: [...addable] }], {
      onSuccess: () => announce(words.addedOfFilters(addable.length)),
    });
  }, [isFirst, addable, mutate]);
}
