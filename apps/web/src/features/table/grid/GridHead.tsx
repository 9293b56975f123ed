import { memo, useInsertionEffect, useMemo, useRef } from 'react';
import type { ColumnPreferenceEvent } from '../columns/columnPreferences.ts';
import type { SortKey } from '../sort/sortKeys.ts';
import type { ColumnActions } from './ColumnMenu.tsx';
import { HeaderCell } from './HeaderCell.tsx';
import { useHeadKeys } from './headKeys.ts';
import type { PlacedColumn } from './usePlacedColumns.ts';

interface GridHeadProps {
  readonly dataset: string;
  readonly columns: readonly PlacedColumn[];
  readonly sort: readonly SortKey[];
  readonly hasRows: boolean;
  readonly actions: ColumnActions;
  readonly onLook: (event: ColumnPreferenceEvent) => void;
}

/** The headings. They are rendered again only when a column or the order changes. */
export function GridHead({ dataset, columns, sort, hasRows, actions, onLook }: GridHeadProps) {
  const stable = useStableActions(actions);
  const { head, onKeyDown } = useHeadKeys(hasRows);
  return (
    <thead ref={head} onKeyDown={onKeyDown}>
      <tr aria-rowindex={1}>
        {columns.map((placed, index) => (
          <StableCell
            key={placed.column.entryId}
            dataset={dataset}
            placed={placed}
            index={index}
            sort={sort}
            actions={stable}
            onLook={onLook}
          />
        ))}
      </tr>
    </thead>
  );
}

const StableCell = memo(HeaderCell);

/** Functions that never change, and call the newest actions. */
function useStableActions(actions: ColumnActions): ColumnActions {
  const newest = useRef(actions);
  useInsertionEffect(() => {
    newest.current = actions;
  });
  const hasEdits = actions.edits !== undefined;
  return useMemo(
    () => ({
      onSort: (entryId, how) => newest.current.onSort(entryId, how),
      ...(hasEdits && {
        edits: {
          onRemove: (column) => newest.current.edits?.onRemove(column),
          onOptions: (column) => newest.current.edits?.onOptions(column),
          onMove: (column, by) => newest.current.edits?.onMove(column, by),
        },
      }),
    }),
    [hasEdits],
  );
}
