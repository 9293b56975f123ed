import type { Preview } from '@atrium/contract/wire/tableView';
import { useMemo, useRef } from 'react';
import { useColumnPreferences } from './columns/columnPreferences.ts';
import { DataGrid } from './grid/DataGrid.tsx';
import { gridRows } from './grid/gridRows.ts';
import { PendingGrid } from './grid/PendingGrid.tsx';
import { Pager } from './paging/Pager.tsx';
import { actingSort, type SortKey } from './sort/sortKeys.ts';
import type { TableAddress } from './tableAddress.ts';

export interface ReadOnlyTableProps {
  readonly dataset: string;
  readonly label: string;
  /** Undefined while the first page loads. */
  readonly page: Preview | undefined;
  /** An older page stands in. */
  readonly isStale: boolean;
  readonly address: Pick<TableAddress, 'page' | 'size'>;
  readonly onAddress: (change: Partial<Pick<TableAddress, 'page' | 'size'>>) => void;
  /** The column by which the reader has sorted; undefined leaves the order to the table. */
  readonly sort: SortKey | undefined;
  readonly onSort: (key: SortKey) => void;
}

/** The rows of a kept table, sorted by one column at a time. Its columns stay as they are. */
export function ReadOnlyTable(props: ReadOnlyTableProps) {
  const { dataset, label, page, isStale, address, onAddress, sort, onSort } = props;
  const look = useColumnPreferences(dataset);
  const region = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => (page === undefined ? [] : gridRows(page.extended.fields, page)), [page]);
  if (page === undefined) return <PendingGrid />;
  const columns = page.extended.fields;
  const keys = sort === undefined ? actingSort(page.extended) : [sort];
  const reversed = (entryId: string): SortKey => {
    const [leading] = keys;
    return { entryId, direction: leading?.entryId === entryId && leading.direction === 1 ? -1 : 1 };
  };
  return (
    <>
      <DataGrid
        dataset={dataset}
        label={label}
        look={look}
        columns={columns}
        rows={rows}
        sort={keys}
        actions={{ onSort: (entryId) => onSort(reversed(entryId)) }}
        recordCount={page.recordCount}
        isStale={isStale}
        region={region}
      />
      <Pager
        paginator={page.paginator}
        recordCount={page.recordCount}
        page={address.page}
        size={address.size}
        onPage={(next) => onAddress({ page: next })}
        onSize={(size) => onAddress({ size, page: 1 })}
      />
    </>
  );
}
