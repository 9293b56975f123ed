import { Button, Group } from '@mantine/core';
import { FilterX, Unplug } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { describeError } from '../../api/apiError.ts';
import { Sentences } from '../../ui/Notices.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import classes from './Aggregate.module.css';
import { AggregatePending } from './AggregatePending.tsx';
import type { AnalysisDisplay } from './analysisAddress.ts';
import { CrossTabChart } from './chart/CrossTabChart.tsx';
import { DisplayOptions } from './display/DisplayOptions.tsx';
import { FigureNotes } from './display/FigureNotes.tsx';
import { EmptyFrame } from './EmptyFrame.tsx';
import { CrossTabGrid } from './grid/CrossTabGrid.tsx';
import type { AxisActions } from './grid/gridProps.ts';
import { type CrossTabState, isChosen } from './useCrossTab.ts';
import { chosenConcepts, gridWords, peopleWords, words } from './words.ts';

export interface AggregateBodyProps extends AxisActions {
  readonly state: CrossTabState;
  readonly people: 'cohort' | 'everyone';
  readonly display: AnalysisDisplay;
  readonly onDisplay: (change: Partial<AnalysisDisplay>) => void;
  readonly onClear: () => void;
  /** Leads to the screen where the cohort is built; for members who may see cohorts. */
  readonly toQuery: ReactNode;
}

/** The figures, or why there are none. */
export function AggregateBody(props: AggregateBodyProps) {
  const { state, onAdd, onClear } = props;
  const { view, counted, error } = state;
  if (error !== null) {
    return (
      <Message>
        <StateMessage
          kind="error"
          title={words.failed}
          detail={describeError(error)}
          action={
            <Group gap="sm" justify="center">
              <Button variant="default" onClick={state.retry}>
                {words.tryAgain}
              </Button>
              {view !== undefined && isChosen(view) && (
                <>
                  <Button variant="default" onClick={() => onAdd('rows')}>
                    {words.editRows}
                  </Button>
                  <Button variant="default" onClick={onClear}>
                    {words.clear}
                  </Button>
                </>
              )}
            </Group>
          }
        />
      </Message>
    );
  }
  if (view === undefined) return <AggregatePending />;
  if (!isChosen(view)) return <EmptyFrame onAdd={onAdd} />;
  if (counted === undefined) return <AggregatePending />;
  if (counted.errors.length > 0) return <Broken errors={counted.errors} toQuery={props.toQuery} />;
  return <Figures {...props} counted={counted} />;
}

const Message = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.message}>{children}</div>
);

interface BrokenProps {
  readonly errors: readonly string[];
  readonly toQuery: ReactNode;
}

const Broken = ({ errors, toQuery }: BrokenProps) => (
  <Message>
    <StateMessage
      kind="error"
      icon={<Unplug size={28} aria-hidden />}
      title={words.broken}
      detail={
        <>
          <strong>
            <Sentences of={errors} />
          </strong>
          <br />
          {words.brokenDetail}
        </>
      }
      action={toQuery}
    />
  </Message>
);

interface FiguresProps extends AggregateBodyProps {
  readonly counted: NonNullable<CrossTabState['counted']>;
}

function Figures({ counted, state, people, display, onDisplay, onAdd, onRemove, toQuery }: FiguresProps) {
  const region = useRef<HTMLDivElement>(null);
  const { axes, crossTab } = counted;
  const chosen = chosenConcepts(axes);
  if (crossTab === null || crossTab.index.length === 0 || crossTab.columns.length === 0) {
    return (
      <Message>
        <StateMessage
          kind="empty"
          icon={<FilterX size={28} aria-hidden />}
          title={words.nobody}
          detail={words.nobodyDetail(chosen)}
          action={toQuery}
        />
      </Message>
    );
  }
  const shown = { ...counted, crossTab };
  return (
    <>
      <DisplayOptions display={display} onDisplay={onDisplay} />
      {display.view === 'chart' ? (
        <CrossTabChart
          counted={shown}
          bars={display.bars}
          isStale={state.isStale}
          onTable={() => onDisplay({ view: 'table' })}
        />
      ) : (
        <>
          <CrossTabGrid
            counted={shown}
            display={display}
            caption={gridWords.caption(chosen, peopleWords[people])}
            isStale={state.isStale}
            region={region}
            onAdd={onAdd}
            onRemove={onRemove}
          />
          <FigureNotes counted={shown} display={display} people={people} />
        </>
      )}
    </>
  );
}
