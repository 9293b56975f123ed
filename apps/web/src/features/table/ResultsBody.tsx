import { formatQuantity } from '@atrium/contract/calendar/numerals';
import type { ColumnView, Preview, TableView } from '@atrium/contract/wire/tableView';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { describeError } from '../../api/apiError.ts';
import { useNouns } from '../../api/collections.ts';
import { type Noun, quantityOf } from '../../api/nouns.ts';
import { announce } from '../../ui/announce.ts';
import { Columns3, FilterX, Unplug } from '../../ui/icons.ts';
import { Sentences } from '../../ui/Notices.tsx';
import { PaneMessage, stripClass } from '../../ui/pane/Pane.tsx';
import { ReferenceMark } from '../../ui/ReferenceMark.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { useColumnPreferences } from './columns/columnPreferences.ts';
import { DataGrid } from './grid/DataGrid.tsx';
import { gridRows, pendingRows } from './grid/gridRows.ts';
import { PendingGrid } from './grid/PendingGrid.tsx';
import { Pager } from './paging/Pager.tsx';
import { actingSort, type SortHow } from './sort/sortKeys.ts';
import type { TableAddress } from './tableAddress.ts';
import { words } from './tableWords.ts';
import type { Results } from './useResults.ts';

interface ResultsBodyProps extends RowActions {
  readonly results: Results;
}

/** The rows with their pager, or a message that says why there are none. */
export function ResultsBody({ results, ...actions }: ResultsBodyProps) {
  const { table, page, error, retry } = results;
  if (error !== null) {
    return (
      <PaneMessage>
        <StateMessage kind="error" title={words.failed} detail={describeError(error)} onRetry={retry} />
      </PaneMessage>
    );
  }
  if (page !== undefined && page.errors.length > 0) {
    return (
      <PaneMessage>
        <StateMessage
          kind="error"
          icon={<Unplug size={28} aria-hidden />}
          title={words.brokenCohort}
          detail={<BrokenCohort errors={page.errors} />}
          action={actions.toQuery}
        />
      </PaneMessage>
    );
  }
  if (table === undefined) return <PendingGrid />;
  return <ResultsRows table={table} page={page} isStale={results.isStale} {...actions} />;
}

const BrokenCohort = ({ errors }: { readonly errors: readonly string[] }) => (
  <>
    <strong>
      <Sentences of={errors} />
    </strong>
    <br />
    {words.brokenCohortDetail}
  </>
);

interface RowActions {
  readonly dataset: string;
  readonly address: TableAddress;
  readonly onAddress: (change: Partial<TableAddress>, how: 'push' | 'replace') => void;
  readonly onSort: (entryId: string, how: SortHow) => void;
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
function ResultsRows({ table, page, isStale, ...actions }: ResultsRowsProps) {
  const { dataset, address, onAddress, onSort, onRemove, onOptions, onMove } = actions;
  const look = useColumnPreferences(dataset);
  const { subject } = useNouns(dataset);
  const region = useRef<HTMLDivElement>(null);
  const columns = table.extended.fields;
  const rows = useMemo(
    () => (page === undefined ? pendingRows(columns, address.size) : gridRows(columns, page)),
    [columns, page, address.size],
  );
  useNewPage(isStale ? undefined : page, region, subject);

  const instead = insteadOfRows({ table, page, subject, ...actions });
  if (instead !== null) return <PaneMessage>{instead}</PaneMessage>;
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
          edits: {
            onOptions,
            onMove,
            onRemove: (column) => onRemove(column, () => region.current?.focus()),
          },
        }}
        recordCount={page?.recordCount}
        isStale={isStale}
        region={region}
      />
      {page?.tableReceipt !== undefined && !isStale && (
        <div className={stripClass} data-edge="top">
          <ReferenceMark
            label={words.receipt}
            text={page.tableReceipt}
            href={`/${dataset}/receipts/${page.tableReceipt}`}
            copy={words.copyReceipt}
            copied={words.receiptCopied}
          />
        </div>
      )}
      {page !== undefined && (
        <Pager
          paginator={page.paginator}
          recordCount={page.recordCount}
          page={address.page}
          size={address.size}
          onPage={(next) => onAddress({ page: next }, 'push')}
          onSize={(size) => onAddress({ size, page: 1 }, 'push')}
        />
      )}
    </>
  );
}

/** Scrolls a new page to its top and announces it. */
function useNewPage(
  page: Preview | undefined,
  region: React.RefObject<HTMLDivElement | null>,
  subject: Noun,
): void {
  useEffect(() => {
    if (page === undefined || page.errors.length > 0) return;
    region.current?.scrollTo?.({ top: 0 });
    const { recordCount, subjectCount } = page;
    announce(`${formatQuantity(recordCount, words.record)} of ${quantityOf(subjectCount, subject)}`);
  }, [page, region, subject]);
}

interface NoRows extends Omit<ResultsRowsProps, 'isStale'> {
  readonly subject: Noun;
}

/** The message in place of the rows, if there are none. */
function insteadOfRows(of: NoRows): ReactNode {
  const { table, page, subject, toQuery, onAddress, onEditColumns } = of;
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
        title={isNobody ? words.empty(subject) : words.noRecords}
        detail={isNobody ? words.emptyDetail : words.noRecordsDetail(subject)}
        action={toQuery}
      />
    );
  }
  if (page.data.length > 0) return null;
  const back = <Button onClick={() => onAddress({ page: 1 }, 'replace')}>{words.firstPage}</Button>;
  return <StateMessage kind="empty" title={words.pastEnd} detail={words.pastEndDetail} action={back} />;
}
