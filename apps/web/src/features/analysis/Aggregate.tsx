import type { AnalysisRole } from '@atrium/contract';
import { Progress } from '@mantine/core';
import { ArrowLeftRight, Columns3, Eraser, Rows3 } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { describeError } from '../../api/apiError.ts';
import { useIsChanging } from '../../api/definition/edits.ts';
import { announce } from '../../ui/announce.ts';
import { Problems, Warnings } from '../../ui/Notices.tsx';
import classes from './Aggregate.module.css';
import { AggregateBody } from './AggregateBody.tsx';
import type { AnalysisDisplay } from './analysisAddress.ts';
import { AxesDialog, type BrowseConcepts } from './axes/AxesDialog.tsx';
import { AggregateBar, type BarAction } from './header/AggregateBar.tsx';
import { analysisKind, type CountedCrossTab, type Population } from './queries.ts';
import { useAxes } from './useAxes.ts';
import { isChosen, useCrossTab } from './useCrossTab.ts';
import { useCsv } from './useCsv.ts';
import { chosenConcepts, gridWords, words } from './words.ts';

export interface AggregateProps {
  readonly dataset: string;
  readonly population: Population;
  readonly display: AnalysisDisplay;
  readonly onDisplay: (change: Partial<AnalysisDisplay>) => void;
  /** The axis whose dialog is open. */
  readonly editing: AnalysisRole | undefined;
  readonly onEditing: (role: AnalysisRole | undefined) => void;
  /** Draws the concepts from which rows and columns are chosen. */
  readonly browse: BrowseConcepts;
  /** Leads to the screen where the cohort is built; for members who may see cohorts. */
  readonly toQuery: ReactNode;
}

/** Counts of subjects by the concepts on rows and columns, and everything that can be done with them. */
export function Aggregate(props: AggregateProps) {
  const { dataset, population, display, onDisplay, editing, onEditing, browse, toQuery } = props;
  const state = useCrossTab({ dataset, population });
  const axes = useAxes(dataset, state);
  const csv = useCsv(dataset);
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
  ];
  const saving = (label: string, useActiveCohort: boolean) => ({
    label,
    onClick: () => csv.mutate(useActiveCohort),
  });
  const choices =
    population.kind === 'everyone'
      ? [saving(words.downloadEveryone, false)]
      : [saving(words.downloadCohort, true), saving(words.downloadEveryone, false)];

  return (
    <section ref={axes.section} className={classes.aggregate}>
      <AggregateBar
        actions={view === undefined ? [] : actions}
        downloads={view === undefined ? undefined : { choices, isEmpty, isBusy: csv.isPending }}
      />
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
        state={state}
        people={population.kind}
        display={display}
        onDisplay={onDisplay}
        onAdd={onEditing}
        onRemove={axes.remove}
        onClear={axes.clear}
        toQuery={toQuery}
      />
      <div className={classes.corner}>
        <Problems title={words.editFailed} problems={axes.problems} onDismiss={axes.forget} />
        <Problems
          title={words.downloadFailed}
          problems={csv.error ? [describeError(csv.error)] : []}
          onDismiss={csv.reset}
        />
      </div>
    </section>
  );
}

/** New figures are told. */
function useSpokenFigures(counted: CountedCrossTab | undefined): void {
  useEffect(() => {
    if (counted === undefined || counted.crossTab === null) return;
    const { axes, crossTab } = counted;
    const size = gridWords.size(crossTab.index.length, crossTab.columns.length);
    announce(`${chosenConcepts(axes)}: ${size}`);
  }, [counted]);
}
