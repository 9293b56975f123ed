import { analysisEndpoints } from '@atrium/contract/endpoints/analysis';
import type { AnalysisRole } from '@atrium/contract/wire/analysis';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { describeError } from '../../api/apiError.ts';
import { download } from '../../api/client.ts';
import { useNouns } from '../../api/collections.ts';
import { csvQuery, useChosenCsv } from '../../api/csvForm.ts';
import { useIsChanging } from '../../api/definition/edits.ts';
import { exportName } from '../../lib/exportName.ts';
import { announce } from '../../ui/announce.ts';
import { ArrowLeftRight, BookmarkPlus, Columns3, Download, Eraser, Rows3 } from '../../ui/icons.ts';
import { Problems, Warnings } from '../../ui/Notices.tsx';
import { ActionBar, type BarAction } from '../../ui/pane/ActionBar.tsx';
import { Pane } from '../../ui/pane/Pane.tsx';
import classes from './Aggregate.module.css';
import { AggregateBody } from './AggregateBody.tsx';
import type { AnalysisDisplay } from './analysisAddress.ts';
import { analysisKind, type CountedCrossTab, type Population } from './analysisQueries.ts';
import { chosenConcepts, gridWords, words } from './analysisWords.ts';
import { AxesDialog, type BrowseConcepts } from './axes/AxesDialog.tsx';
import { useAxes } from './useAxes.ts';
import { isChosen, useCrossTab } from './useCrossTab.ts';

export interface AggregateProps {
  readonly dataset: string;
  readonly population: Population;
  readonly display: AnalysisDisplay;
  readonly onDisplay: (change: Partial<AnalysisDisplay>) => void;
  /** The axis whose dialog is open. */
  readonly editing: AnalysisRole | undefined;
  readonly onEditing: (role: AnalysisRole | undefined) => void;
  /** Saves cohort, table and cross-tab as a report; absent for members without a cohort. */
  readonly onSave?: () => void;
  /** Renders the concepts from which rows and columns are chosen. */
  readonly browse: BrowseConcepts;
  /** Leads to the screen where the cohort is built; for members who may see cohorts. */
  readonly toQuery: ReactNode;
}

/** Counts of subjects by the concepts on rows and columns, and everything that can be done with them. */
export function Aggregate(props: AggregateProps) {
  const { dataset, population, display, onDisplay, editing, onEditing, onSave, browse, toQuery } = props;
  const state = useCrossTab({ dataset, population });
  const axes = useAxes(dataset, state);
  const csv = useCsv(dataset);
  const { subject } = useNouns(dataset);
  const { view, counted, isStale } = state;
  const isEmpty = view === undefined || !isChosen(view);
  const isBusy = useIsChanging(analysisKind, dataset) || isStale;
  useSpokenFigures(isStale ? undefined : counted);

  const actions: readonly BarAction[] = [
    { label: words.editRows, icon: Rows3, onClick: () => onEditing('rows') },
    { label: words.editCols, icon: Columns3, onClick: () => onEditing('cols') },
    { label: words.swap, icon: ArrowLeftRight, onClick: axes.swap, isDisabled: isEmpty },
    ...axes.history,
    { label: words.clear, icon: Eraser, onClick: axes.clear, isDisabled: isEmpty },
    downloadAction(population.kind, { save: csv.mutate, isDisabled: isEmpty, isBusy: csv.isPending }),
    ...(onSave === undefined
      ? []
      : [{ label: words.save, name: words.saveName, icon: BookmarkPlus, onClick: onSave }]),
  ];
  return (
    <Pane
      ref={axes.section}
      className={classes.aggregate}
      bar={
        <ActionBar
          title={words.title}
          actions={view === undefined ? [] : actions}
          menuLabel={words.more}
          isDense
        />
      }
      busy={isBusy ? words.loading(subject) : undefined}
      notices={
        <>
          <Problems title={words.editFailed} problems={axes.problems} onDismiss={axes.forget} />
          <Problems
            title={words.downloadFailed}
            problems={csv.error ? [describeError(csv.error)] : []}
            onDismiss={csv.reset}
          />
        </>
      }
    >
      {view !== undefined && (
        <AxesDialog
          dataset={dataset}
          view={view}
          role={editing}
          onOpen={onEditing}
          onClose={() => onEditing(undefined)}
          browse={browse}
        />
      )}
      <Warnings warnings={counted?.warnings ?? []} />
      <AggregateBody
        dataset={dataset}
        state={state}
        people={population.kind}
        subject={subject}
        display={display}
        onDisplay={onDisplay}
        onAdd={onEditing}
        onRemove={axes.remove}
        onLevel={axes.setLevel}
        onUse={axes.takeExample}
        onClear={axes.clear}
        toQuery={toQuery}
      />
    </Pane>
  );
}

interface Saving {
  readonly save: (useActiveCohort: boolean) => void;
  readonly isDisabled: boolean;
  readonly isBusy: boolean;
}

/** Saves the figures as CSV. Members without a cohort have nothing to choose. */
function downloadAction(people: Population['kind'], { save, ...state }: Saving): BarAction {
  const look = { label: words.download, icon: Download, ...state };
  if (people === 'everyone') return { ...look, onClick: () => save(false) };
  const choices = [
    { label: words.downloadCohort, onClick: () => save(true) },
    { label: words.downloadEveryone, onClick: () => save(false) },
  ];
  return { ...look, hasArrow: true, choices };
}

/** Announces new figures to screen readers. */
function useSpokenFigures(counted: CountedCrossTab | undefined): void {
  useEffect(() => {
    if (counted === undefined || counted.crossTab === null) return;
    const { axes, crossTab } = counted;
    const size = gridWords.size(crossTab.index.length, crossTab.columns.length);
    announce(`${chosenConcepts(axes)}: ${size}`);
  }, [counted]);
}

/** Saves the active cross-tab as CSV, over the active cohort or over the whole dataset (rules 6.9 and 11.9). */
function useCsv(dataset: string) {
  const [csv] = useChosenCsv();
  return useMutation({
    mutationFn: (useActiveCohort: boolean) =>
      download(analysisEndpoints.exportCsv, {
        params: { dataset },
        query: { useActiveCohort, ...csvQuery(csv) },
        filename: (headers) =>
          exportName('aggregate_export', 'csv', { dataset, receipt: headers.get('atrium-analysis-receipt') }),
      }),
    onSuccess: () => announce(words.downloaded),
  });
}
