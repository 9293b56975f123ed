import type { ColumnView } from '@atrium/contract';
import { ChartColumn, Columns3, Download, RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { describeError } from '../../api/apiError.ts';
import { announce } from '../../ui/announce.ts';
import { Problems, Warnings } from '../../ui/Notices.tsx';
import { columnHeading } from './columns/columnHeading.ts';
import { DownloadNotice } from './download/DownloadNotice.tsx';
import { exportFiles, exportKinds } from './download/exportKinds.ts';
import { useDownload } from './download/useDownload.ts';
import type { BarAction } from './header/BarActions.tsx';
import { HeaderBar } from './header/HeaderBar.tsx';
import { ColumnOptions } from './options/ColumnOptions.tsx';
import { type BrowseColumns, ColumnPicker } from './picker/ColumnPicker.tsx';
import type { CohortSnapshot } from './queries.ts';
import { ResultsBody } from './ResultsBody.tsx';
import classes from './ResultsTable.module.css';
import { useSort } from './sort/useSort.ts';
import type { TableAddress } from './tableAddress.ts';
import { useTableEdit } from './tableEdits.ts';
import { useResults } from './useResults.ts';
import { headingWords, words } from './words.ts';

export interface ResultsTableProps {
  readonly dataset: string;
  readonly cohort: CohortSnapshot;
  readonly address: TableAddress;
  readonly onAddress: (change: Partial<TableAddress>, how: 'push' | 'replace') => void;
  /** Draws the concepts from which columns are chosen. */
  readonly browse: BrowseColumns;
  /** Leads to the screen where the cohort is built. */
  readonly toQuery: ReactNode;
  /** Charts of the cohort, where the dataset has them. */
  readonly overview?: Overview | undefined;
}

export interface Overview {
  readonly isShown: boolean;
  readonly onToggle: (isShown: boolean) => void;
  readonly content: ReactNode;
}

type Dialog = { readonly kind: 'picker' } | { readonly kind: 'options'; readonly column: ColumnView };

/** The rows of the active cohort, page by page, and everything that can be done with them. */
export function ResultsTable(props: ResultsTableProps) {
  const { dataset, cohort, address, onAddress, browse, toQuery, overview } = props;
  const of = { dataset, cohort };
  const results = useResults(of, address);
  const edit = useTableEdit(of);
  const downloading = useDownload(dataset, results.page?.recordCount);
  const [dialog, setDialog] = useState<Dialog>();
  const sortBy = useSort({
    table: results.table?.extended,
    edit,
    address: address.sort,
    onAddress: (sort, how) => onAddress(how === 'push' ? { sort, page: 1 } : { sort }, how),
  });

  const { page, table, error } = results;
  const isBroken = error !== null || (page?.errors.length ?? 0) > 0;
  const toFirstPage = () => onAddress({ page: 1 }, 'replace');
  const remove = (column: ColumnView, after: () => void) =>
    edit.mutate(
      { kind: 'delete_entry', entryId: column.entryId },
      {
        onSuccess: () => {
          announce(headingWords.removed(column.alias ?? column.conceptName));
          toFirstPage();
          after();
        },
      },
    );
  const move = (column: ColumnView, by: -1 | 1) => {
    const fields = table?.extended.fields ?? [];
    const entryIds = fields.map(({ entryId }) => entryId);
    const to = entryIds.indexOf(column.entryId) + by;
    if (to < 0 || to >= entryIds.length) return;
    const others = entryIds.filter((entryId) => entryId !== column.entryId);
    edit.mutate(
      { kind: 'resort_columns', entryIds: others.toSpliced(to, 0, column.entryId) },
      {
        onSuccess: () =>
          announce(headingWords.moved(column.alias ?? column.conceptName, to + 1, fields.length)),
      },
    );
  };
  const reset = () =>
    edit.mutate(
      { kind: 'resort_columns', entryIds: [] },
      { onSuccess: () => onAddress({ page: 1, sort: undefined }, 'replace') },
    );

  const openPicker = () => setDialog({ kind: 'picker' });
  const actions: readonly BarAction[] = [
    { label: words.reset, icon: RotateCcw, onClick: reset },
    { label: words.edit, icon: Columns3, onClick: openPicker },
    ...(overview === undefined
      ? []
      : [
          {
            label: words.overview,
            icon: ChartColumn,
            isOn: overview.isShown,
            onClick: () => overview.onToggle(!overview.isShown),
          },
        ]),
    {
      label: words.download,
      icon: Download,
      isBusy: downloading.state.kind === 'running',
      choices: exportKinds.map((kind) => ({
        label: exportFiles[kind].title,
        detail: exportFiles[kind].detail,
        onClick: () => void downloading.start(kind),
      })),
    },
  ];

  return (
    <section className={classes.results}>
      <HeaderBar counts={isBroken ? null : page} actions={isBroken ? actions.slice(0, 1) : actions} />
      {overview?.isShown && <div className={classes.overview}>{overview.content}</div>}
      <Warnings warnings={page?.warnings ?? []} />
      <ResultsBody
        results={results}
        dataset={dataset}
        onMove={move}
        address={address}
        onAddress={onAddress}
        onSort={(entryId) => void sortBy(entryId)}
        onRemove={remove}
        onOptions={(column) => setDialog({ kind: 'options', column })}
        onEditColumns={openPicker}
        toQuery={toQuery}
      />
      <div className={classes.corner}>
        <DownloadNotice {...downloading} />
        <Problems
          title={words.editFailed}
          problems={edit.error ? [describeError(edit.error)] : (edit.data?.transformationErrors ?? [])}
          onDismiss={edit.reset}
        />
      </div>
      {table !== undefined && (
        <ColumnPicker
          of={of}
          table={table}
          isOpen={dialog?.kind === 'picker'}
          onClose={() => setDialog(undefined)}
          onApplied={toFirstPage}
          browse={browse}
        />
      )}
      <ColumnOptions
        of={of}
        column={
          dialog?.kind === 'options'
            ? { ...dialog.column, name: columnHeading(dialog.column).name }
            : undefined
        }
        onClose={() => setDialog(undefined)}
        save={{ kind: 'now', onSaved: toFirstPage }}
      />
    </section>
  );
}
