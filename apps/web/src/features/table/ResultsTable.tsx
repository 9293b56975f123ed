import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { describeError } from '../../api/apiError.ts';
import { useNouns } from '../../api/collections.ts';
import { useBatch, useIsChanging } from '../../api/definition/edits.ts';
import { type HistoryStep, historyWords, useHistory } from '../../api/definition/history.ts';
import { quantityOf } from '../../api/nouns.ts';
import { announce } from '../../ui/announce.ts';
import {
  BookmarkPlus,
  ChartColumn,
  Columns3,
  Download,
  ListFilter,
  Redo2,
  RotateCcw,
  Undo2,
} from '../../ui/icons.ts';
import { Problems, Warnings } from '../../ui/Notices.tsx';
import { ActionBar, type BarAction } from '../../ui/pane/ActionBar.tsx';
import { Pane } from '../../ui/pane/Pane.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { columnHeading } from './columns/columnHeading.ts';
import { useColumnEdits, useFirstTable } from './columns/useColumnEdits.ts';
import { DownloadNotice } from './download/DownloadNotice.tsx';
import { useCsvSettings } from './download/useCsvSettings.tsx';
import { exportChoices, exportedResults, useDownload } from './download/useDownload.ts';
import { PendingGrid } from './grid/PendingGrid.tsx';
import { type SubjectCells, SubjectCellsContext } from './grid/subjectCells.ts';
import { ColumnOptions } from './options/ColumnOptions.tsx';
import { type BrowseColumns, ColumnPicker } from './picker/ColumnPicker.tsx';
import { ResultsBody } from './ResultsBody.tsx';
import classes from './ResultsTable.module.css';
import { useSort } from './sort/useSort.ts';
import type { TableAddress, TableDialog } from './tableAddress.ts';
import { type CohortSnapshot, type TableOf, tableKind } from './tableQueries.ts';
import { words } from './tableWords.ts';
import { useResults } from './useResults.ts';

export interface ResultsTableProps {
  readonly dataset: string;
  readonly cohort: CohortSnapshot;
  /** The concepts of its filters, in their order. */
  readonly filtered: readonly string[];
  readonly address: TableAddress;
  readonly onAddress: (change: Partial<TableAddress>, how: 'push' | 'replace') => void;
  readonly dialog: TableDialog | undefined;
  /** Opens a dialog, or closes the one on top and changes the address. */
  readonly onDialog: (dialog: TableDialog | undefined, also?: Partial<TableAddress>) => void;
  /** Saves cohort and table as a report; absent where that is not offered. */
  readonly onSave?: (() => void) | undefined;
  /** Renders the concepts from which columns are chosen. */
  readonly browse: BrowseColumns;
  /** Leads to the screen where the cohort is built. */
  readonly toQuery: ReactNode;
  /** Charts of the cohort, where the dataset has them. */
  readonly overview?: Overview | undefined;
  /** Opens single subjects from their ids. */
  readonly subjects?: SubjectCells | null | undefined;
}

export interface Overview {
  readonly isShown: boolean;
  readonly onToggle: (isShown: boolean) => void;
  readonly content: ReactNode;
}

/** The rows of the active cohort, page by page, and everything that can be done with them. */
export function ResultsTable(props: ResultsTableProps) {
  const { dataset, cohort, address, onAddress, dialog, onDialog, onSave, browse, toQuery, overview } = props;
  const of = { dataset, cohort };
  const results = useResults(of, address);
  const { page, table, error } = results;
  const { edit, columns, sorting, history } = useTableEdits(of, { table, address, onAddress });
  const addable = useAddable(of, { table, filtered: props.filtered });
  const csv = useCsvSettings();
  const exported = useMemo(
    () => exportedResults(dataset, { receipt: page?.tableReceipt, csv: csv.choice.csv }),
    [dataset, page?.tableReceipt, csv.choice.csv],
  );
  const downloading = useDownload(exported, page?.recordCount);
  const isChanging = useIsChanging(tableKind, dataset);
  const isBusy = error === null && (isChanging || results.isStale || page === undefined);
  const isBroken = error !== null || (page?.errors.length ?? 0) > 0;
  const onEditColumns = () => onDialog({ kind: 'columns', column: undefined });
  const repairs: readonly BarAction[] = [
    { label: words.reset, icon: RotateCcw, onClick: columns.reset },
    historyAction(historyWords.undo, Undo2, history.undo),
    historyAction(historyWords.redo, Redo2, history.redo),
  ];
  const ofFilters: BarAction = {
    label: words.ofFilters,
    name: words.ofFiltersName,
    icon: ListFilter,
    isDisabled: addable.length === 0,
    onClick: () => columns.addOf(addable),
  };
  const files = exportChoices(downloading, csv.choice);
  const isDownloading = downloading.state.kind === 'running';
  const actions = [
    ...repairs,
    ofFilters,
    ...otherActions({ overview, files, isDownloading, onEditColumns, onSave }),
  ];
  const optioned =
    dialog?.kind === 'options'
      ? table?.extended.fields.find(({ entryId }) => entryId === dialog.column)
      : undefined;
  return (
    <Pane
      bar={
        <ResultsBar
          dataset={dataset}
          counts={isBroken ? null : page}
          actions={isBroken ? repairs : actions}
        />
      }
      busy={isBusy ? words.loading : undefined}
      notices={
        <>
          <DownloadNotice {...downloading} />
          <EditProblems edit={edit} history={history} />
        </>
      }
    >
      {overview?.isShown && (
        <ScrollRegion label={words.overview} className={classes.overview}>
          {overview.content}
        </ScrollRegion>
      )}
      {csv.dialog}
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
      <SubjectCellsContext.Provider value={props.subjects ?? null}>
        <ResultsBody
          results={results}
          dataset={dataset}
          address={address}
          onAddress={onAddress}
          onMove={columns.move}
          onSort={sorting.sortBy}
          onRemove={columns.remove}
          onOptions={({ entryId }) => onDialog({ kind: 'options', column: entryId })}
          onEditColumns={onEditColumns}
          toQuery={toQuery}
        />
      </SubjectCellsContext.Provider>
      <ColumnOptions
        of={of}
        column={optioned && { ...optioned, name: columnHeading(optioned).name }}
        onClose={() => onDialog(undefined)}
        save={{ kind: 'now', onSaved: () => onDialog(undefined, { page: 1 }) }}
      />
    </Pane>
  );
}

interface Edited extends Pick<ResultsTableProps, 'address' | 'onAddress'> {
  readonly table: ReturnType<typeof useResults>['table'];
}

/** The edits of the columns and of their order, and the steps back. */
function useTableEdits(of: TableOf, { table, address, onAddress }: Edited) {
  const edit = useBatch(tableKind, of);
  const columns = useColumnEdits({ table, edit, onAddress });
  const sorting = useSort({
    table: table?.extended,
    edit: edit.mutateAsync,
    address: address.sort,
    onAddress: (sort, how) => onAddress(how === 'push' ? { sort, page: 1 } : { sort }, how),
  });
  const history = useHistory(tableKind, {
    of,
    view: table,
    onStep: (says, { extended }) => {
      announce(says);
      sorting.follow(extended);
      onAddress({ page: 1 }, 'replace');
    },
  });
  return { edit, columns, sorting, history };
}

/** The concepts of the filters that have no column yet; a first table gets them by itself. */
function useAddable(
  of: TableOf,
  { table, filtered }: Pick<Edited, 'table'> & Pick<ResultsTableProps, 'filtered'>,
) {
  const known = new Set(table?.extended.fields.map(({ conceptId }) => conceptId));
  const addable = filtered.filter((conceptId) => !known.has(conceptId));
  useFirstTable({ of, table, addable });
  return addable;
}

/** Why the last edit or step was not made. */
function EditProblems({ edit, history }: Pick<ReturnType<typeof useTableEdits>, 'edit' | 'history'>) {
  const failed = [...edit.errors, history.error];
  return (
    <Problems
      title={words.editFailed}
      problems={[
        ...edit.results.flatMap((edited) => edited?.transformationErrors ?? []),
        ...failed.flatMap((error) => (error ? [describeError(error)] : [])),
      ]}
      onDismiss={() => {
        edit.reset();
        history.forget();
      }}
    />
  );
}

const historyAction = (label: string, icon: typeof Undo2, { name, isOff, go }: HistoryStep): BarAction => ({
  label,
  name,
  icon,
  isDisabled: isOff,
  onClick: go,
});

interface OtherActions {
  readonly overview: Overview | undefined;
  readonly files: ReturnType<typeof exportChoices>;
  readonly isDownloading: boolean;
  readonly onEditColumns: () => void;
  readonly onSave: (() => void) | undefined;
}

/** The actions that a table in error does not have. */
const otherActions = ({
  overview,
  files,
  isDownloading,
  onEditColumns,
  onSave,
}: OtherActions): readonly BarAction[] => [
  { label: words.edit, icon: Columns3, onClick: onEditColumns },
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
    isBusy: isDownloading,
    choices: files,
  },
  ...(onSave === undefined
    ? []
    : [{ label: words.save, name: words.saveName, icon: BookmarkPlus, onClick: onSave }]),
];

/** The results while the cohort is still loading. */
export const ResultsPending = ({ dataset }: { readonly dataset: string }) => (
  <Pane bar={<ResultsBar dataset={dataset} counts={undefined} actions={[]} />}>
    <PendingGrid />
  </Pane>
);

interface ResultsBarProps {
  readonly dataset: string;
  /** Undefined while they load, null where there are none to show. */
  readonly counts: { readonly recordCount: number; readonly subjectCount: number } | null | undefined;
  readonly actions: readonly BarAction[];
}

/** How many records there are, and what can be done with the table as a whole. */
const ResultsBar = ({ dataset, counts, actions }: ResultsBarProps) => (
  <ActionBar
    title={words.title}
    detail={<CountLine dataset={dataset} counts={counts} />}
    actions={actions}
    menuLabel={words.more}
  />
);

function CountLine({ dataset, counts }: Pick<ResultsBarProps, 'dataset' | 'counts'>) {
  const { subject } = useNouns(dataset);
  if (counts === null) return null;
  if (counts === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {words.loading}
      </Text>
    );
  }
  return (
    <Text size="sm" c="dimmed" className="tabular" data-testid="table-counts">
      <strong className={classes.figure}>{formatQuantity(counts.recordCount, words.record)}</strong>
      {' of '}
      <strong className={classes.figure}>{quantityOf(counts.subjectCount, subject)}</strong>
    </Text>
  );
}
