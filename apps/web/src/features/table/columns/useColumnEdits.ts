import type { TableTransformation } from '@atrium/contract/wire/tableTransformation';
import type { ColumnView, TableEdited, TableView } from '@atrium/contract/wire/tableView';
import { useEffect, useRef } from 'react';
import { type Edits, useBatch } from '../../../api/definition/edits.ts';
import { announce } from '../../../ui/announce.ts';
import type { TableAddress } from '../tableAddress.ts';
import { type TableOf, tableKind } from '../tableQueries.ts';
import { headingWords, words } from '../tableWords.ts';

interface ColumnEditing {
  readonly table: TableView | undefined;
  readonly edit: Edits<readonly TableTransformation[], TableEdited | null>;
  readonly onAddress: (change: Partial<TableAddress>, how: 'push' | 'replace') => void;
}

const nameOf = (column: ColumnView): string => column.alias ?? column.conceptName;

/** The edits of columns that need no dialog. */
export function useColumnEdits({ table, edit, onAddress }: ColumnEditing) {
  const remove = (column: ColumnView, after: () => void) =>
    edit.mutate([{ kind: 'delete_entry', entryId: column.entryId }], {
      onSuccess: () => {
        announce(headingWords.removed(nameOf(column)));
        onAddress({ page: 1 }, 'replace');
        after();
      },
    });
  const move = (column: ColumnView, by: -1 | 1) => {
    const entryIds = table?.extended.fields.map(({ entryId }) => entryId) ?? [];
    const to = entryIds.indexOf(column.entryId) + by;
    if (to < 0 || to >= entryIds.length) return;
    const others = entryIds.filter((entryId) => entryId !== column.entryId);
    edit.mutate([{ kind: 'resort_columns', entryIds: others.toSpliced(to, 0, column.entryId) }], {
      onSuccess: () => announce(headingWords.moved(nameOf(column), to + 1, entryIds.length)),
    });
  };
  const reset = () =>
    edit.mutate([{ kind: 'resort_columns', entryIds: [] }], {
      onSuccess: () => onAddress({ page: 1, sort: undefined }, 'replace'),
    });
  const addOf = (conceptIds: readonly string[]) =>
    edit.mutate([{ kind: 'bulk_add_entries', conceptIdList: [...conceptIds] }], {
      onSuccess: () => {
        announce(words.addedOfFilters(conceptIds.length));
        onAddress({ page: 1 }, 'replace');
      },
    });
  return { remove, move, reset, addOf };
}

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
