import type { ColumnView, Preview, TableView } from '@atrium/contract';
import { Button } from '@mantine/core';
import { Columns3, FilterX } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { formatQuantity } from '../../lib/formatNumber.ts';
import { announce } from '../../ui/announce.ts';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { useColumnPreferences } from './columns/useColumnPreferences.ts';
import { DataGrid } from './grid/DataGrid.tsx';
import { gridRows, pendingRows } from './grid/gridRows.ts';
import { Message } from './Message.tsx';
import { Pager } from './paging/Pager.tsx';
import { actingSort } from './sort/sortKeys.ts';
import type { TableAddress } from './tableAddress.ts';
import { words } from './words.ts';

export interface RowActions {
  readonly dataset: string;
  readonly address: TableAddress;
  readonly onAddress: (change: Partial<TableAddress>, how: 'push' | 'replace') => void;
  readonly onSort: (entryId: string) => void;
  readonly onRemove: (column: ColumnView, after: () => void) => void;
  readonly onOptions: (column: ColumnView) => void;
  readonly onMove: (column: ColumnView, by: -1 | 1) => void;
  readonly onEditColumns: () => void;
  readonly toQuery: ReactNode;
}

interface ResultsRowsProps extends RowActions {
  readonly table: TableView;
  readonly page: Preview | undefined;
  readonly isStale: boolean;
}

/** The grid with its pager. */
export function ResultsRows({ table, page, isStale, ...actions }: ResultsRowsProps) {
  const { dataset, address, onAddress, onSort, onRemove, onOptions, onMove } = actions;
  const look = useColumnPreferences(dataset);
  const region = useRef<HTMLDivElement>(null);
  const columns = table.extended.fields;
  const rows = useMemo(
    () => (page === undefined ? pendingRows(columns, address.size) : gridRows(columns, page)),
    [columns, page, address.size],
  );
  useNewPage(isStale ? undefined : page, region);

  const instead = insteadOfRows({ table, page, ...actions });
  if (instead !== null) return <Message>{instead}</Message>;
  return (
    <>
      <DataGrid
        dataset={dataset}
        look={look}
        columns={columns}
        rows={rows}
        sort={actingSort(table.extended)}
        actions={{
          onSort,
          onOptions,
          onMove,
          onRemove: (column) => onRemove(column, () => region.current?.focus()),
        }}
        recordCount={page?.recordCount}
        isStale={isStale}
        region={region}
      />
      {page !== undefined && (
        <Pager
          paginator={page.paginator}
          page={address.page}
          size={address.size}
          onPage={(next) => onAddress({ page: next }, 'push')}
          onSize={(size) => onAddress({ size, page: 1 }, 'push')}
        />
      )}
    </>
  );
}

/** A new page is told, and read from its top. */
function useNewPage(page: Preview | undefined, region: React.RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    if (page === undefined || page.errors.length > 0) return;
    region.current?.scrollTo?.({ top: 0 });
    const { recordCount, subjectCount } = page;
    announce(
      `${formatQuantity(recordCount, words.record)} of ${formatQuantity(subjectCount, words.subject)}`,
    );
  }, [page, region]);
}

/** Why there are no rows, if there are none. */
function insteadOfRows(of: Omit<ResultsRowsProps, 'isStale'>): ReactNode {
  const { table, page, toQuery, onAddress, onEditColumns } = of;
  if (table.extended.fields.length === 0) {
    const edit = (
      <Button leftSection={<Columns3 size={16} aria-hidden />} onClick={onEditColumns}>
        {words.edit}
      </Button>
    );
    return <StateMessage kind="empty" title={words.noColumns} detail={words.noColumnsDetail} action={edit} />;
  }
  if (page === undefined) return null;
  if (page.recordCount === 0) {
    const isNobody = page.subjectCount === 0;
    return (
      <StateMessage
        kind="empty"
        icon={<FilterX size={28} aria-hidden />}
        title={isNobody ? words.empty : words.noRecords}
        detail={isNobody ? words.emptyDetail : words.noRecordsDetail}
        action={toQuery}
      />
    );
  }
  if (page.data.length > 0) return null;
  const back = <Button onClick={() => onAddress({ page: 1 }, 'replace')}>{words.firstPage}</Button>;
  return <StateMessage kind="empty" title={words.pastEnd} detail={words.pastEndDetail} action={back} />;
}
