import type { ColumnView } from '@atrium/contract';
import { Progress } from '@mantine/core';
import { ChartColumn, Columns3, Download, Redo2, RotateCcw, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { describeError } from '../../api/apiError.ts';
import { useBatch, useIsChanging } from '../../api/definition/edits.ts';
import { type HistoryStep, historyWords, useHistory } from '../../api/definition/history.ts';
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
import { type CohortSnapshot, tableKind } from './queries.ts';
import { ResultsBody } from './ResultsBody.tsx';
import classes from './ResultsTable.module.css';
import { useSort } from './sort/useSort.ts';
import type { TableAddress, TableDialog } from './tableAddress.ts';
import { useResults } from './useResults.ts';
import { headingWords, words } from './words.ts';

export interface ResultsTableProps {
  readonly dataset: string;
  readonly cohort: CohortSnapshot;
  readonly address: TableAddress;
  readonly onAddress: (change: Partial<TableAddress>, how: 'push' | 'replace') => void;
  readonly dialog: TableDialog | undefined;
  /** Opens a dialog, or closes the one on top and says what the address is to be besides. */
  readonly onDialog: (dialog: TableDialog | undefined, also?: Partial<TableAddress>) => void;
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

/** The rows of the active cohort, page by page, and everything that can be done with them. */
export function ResultsTable(props: ResultsTableProps) {
  const { dataset, cohort, address, onAddress, dialog, onDialog, browse, toQuery, overview } = props;
  const of = { dataset, cohort };
  const results = useResults(of, address);
  const edit = useBatch(tableKind, of);
  const downloading = useDownload(dataset, results.page?.recordCount);
  const sorting = useSort({
    table: results.table?.extended,
    edit: edit.mutateAsync,
    address: address.sort,
    onAddress: (sort, how) => onAddress(how === 'push' ? { sort, page: 1 } : { sort }, how),
  });

  const { page, table, error } = results;
  const history = useHistory(tableKind, {
    of,
    view: table,
    onStep: (says, { extended }) => {
      announce(says);
      sorting.follow(extended);
      onAddress({ page: 1 }, 'replace');
    },
  });
  const isChanging = useIsChanging(tableKind, dataset);
  const isBusy = error === null && (isChanging || results.isStale || page === undefined);
  const isBroken = error !== null || (page?.errors.length ?? 0) > 0;
  const toFirstPage = () => onAddress({ page: 1 }, 'replace');
  const remove = (column: ColumnView, after: () => void) =>
    edit.mutate([{ kind: 'delete_entry', entryId: column.entryId }], {
      onSuccess: () => {
        announce(headingWords.removed(column.alias ?? column.conceptName));
        toFirstPage();
        after();
      },
    });
  const move = (column: ColumnView, by: -1 | 1) => {
    const fields = table?.extended.fields ?? [];
    const entryIds = fields.map(({ entryId }) => entryId);
    const to = entryIds.indexOf(column.entryId) + by;
    if (to < 0 || to >= entryIds.length) return;
    const others = entryIds.filter((entryId) => entryId !== column.entryId);
    edit.mutate([{ kind: 'resort_columns', entryIds: others.toSpliced(to, 0, column.entryId) }], {
      onSuccess: () =>
        announce(headingWords.moved(column.alias ?? column.conceptName, to + 1, fields.length)),
    });
  };
  const reset = () =>
    edit.mutate([{ kind: 'resort_columns', entryIds: [] }], {
      onSuccess: () => onAddress({ page: 1, sort: undefined }, 'replace'),
    });

  const openPicker = () => onDialog({ kind: 'columns', column: undefined });
  const optioned =
    dialog?.kind === 'options'
      ? table?.extended.fields.find(({ entryId }) => entryId === dialog.column)
      : undefined;
  const step = (label: string, icon: typeof Undo2, { name, isOff, go }: HistoryStep): BarAction => ({
    label,
    name,
    icon,
    isDisabled: isOff,
    onClick: go,
  });
  const actions: readonly BarAction[] = [
    { label: words.reset, icon: RotateCcw, onClick: reset },
    step(historyWords.undo, Undo2, history.undo),
    step(historyWords.redo, Redo2, history.redo),
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
      <HeaderBar counts={isBroken ? null : page} actions={isBroken ? actions.slice(0, 3) : actions} />
      {isBusy && (
        <Progress
          value={100}
          animated
          size={3}
          radius={0}
          className={classes.progress}
          aria-label={words.loading}
        />
      )}
      {overview?.isShown && <div className={classes.overview}>{overview.content}</div>}
      {table !== undefined && (
        <ColumnPicker
          of={of}
          table={table}
          isOpen={dialog?.kind === 'columns'}
          optioned={dialog?.kind === 'columns' ? dialog.column : undefined}
          onOpen={(column) => onDialog({ kind: 'columns', column })}
          onClose={() => onDialog(undefined)}
          onApplied={() => onDialog(undefined, { page: 1 })}
          browse={browse}
        />
      )}
      <Warnings warnings={page?.warnings ?? []} />
      <ResultsBody
        results={results}
        dataset={dataset}
        onMove={move}
        address={address}
        onAddress={onAddress}
        onSort={(entryId) => void sorting.sortBy(entryId)}
        onRemove={remove}
        onOptions={({ entryId }) => onDialog({ kind: 'options', column: entryId })}
        onEditColumns={openPicker}
        toQuery={toQuery}
      />
      <div className={classes.corner}>
        <DownloadNotice {...downloading} />
        <Problems
          title={words.editFailed}
          problems={[
            ...(edit.data?.at(-1)?.transformationErrors ?? []),
            ...[edit.error, history.error].flatMap((failed) => (failed ? [describeError(failed)] : [])),
          ]}
          onDismiss={() => {
            edit.reset();
            history.forget();
          }}
        />
      </div>
      <ColumnOptions
        of={of}
        column={optioned && { ...optioned, name: columnHeading(optioned).name }}
        onClose={() => onDialog(undefined)}
        save={{ kind: 'now', onSaved: () => onDialog(undefined, { page: 1 }) }}
      />
    </section>
  );
}
