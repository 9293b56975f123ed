import type { AnalysisRole } from '@atrium/contract/wire/analysis';
import { Button, Group, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { describeError } from '../../api/apiError.ts';
import type { Noun } from '../../api/nouns.ts';
import { FilterX, Plus, Unplug } from '../../ui/icons.ts';
import { Sentences } from '../../ui/Notices.tsx';
import { PaneMessage, stripClass } from '../../ui/pane/Pane.tsx';
import { ReferenceMark } from '../../ui/ReferenceMark.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import classes from './Aggregate.module.css';
import type { AnalysisDisplay } from './analysisAddress.ts';
import { axisWords, chosenConcepts, words } from './analysisWords.ts';
import { CrossTabFigures } from './CrossTabFigures.tsx';
import { ExampleCrossTab } from './ExampleCrossTab.tsx';
import type { AxisActions } from './grid/gridLayout.ts';
import { type CrossTabState, isChosen } from './useCrossTab.ts';

export interface AggregateBodyProps extends AxisActions {
  readonly dataset: string;
  readonly state: CrossTabState;
  readonly people: 'cohort' | 'everyone';
  readonly subject: Noun;
  readonly display: AnalysisDisplay;
  readonly onDisplay: (change: Partial<AnalysisDisplay>) => void;
  readonly onClear: () => void;
  /** Takes over the example that is shown while nothing is chosen. */
  readonly onUse: () => void;
  /** Leads to the screen where the cohort is built; for members who may see cohorts. */
  readonly toQuery: ReactNode;
}

/** The figures, or a message that says why there are none. */
export function AggregateBody(props: AggregateBodyProps) {
  const { state, subject, onAdd, onClear } = props;
  const { view, counted, error } = state;
  if (error !== null) {
    return (
      <PaneMessage>
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
      </PaneMessage>
    );
  }
  if (view === undefined) return <AggregatePending subject={subject} />;
  if (!isChosen(view)) {
    const { dataset, display, onDisplay, onUse } = props;
    return (
      <>
        <EmptyFrame subject={subject} onAdd={onAdd} isShort={view.example !== undefined} />
        {view.example !== undefined && (
          <ExampleCrossTab {...{ dataset, subject, display, onDisplay }} axes={view.example} onUse={onUse} />
        )}
      </>
    );
  }
  if (counted === undefined) return <AggregatePending subject={subject} />;
  if (counted.errors.length > 0) return <Broken errors={counted.errors} toQuery={props.toQuery} />;
  return <Figures {...props} counted={counted} />;
}

interface BrokenProps {
  readonly errors: readonly string[];
  readonly toQuery: ReactNode;
}

const Broken = ({ errors, toQuery }: BrokenProps) => (
  <PaneMessage>
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
  </PaneMessage>
);

interface FiguresProps extends AggregateBodyProps {
  readonly counted: NonNullable<CrossTabState['counted']>;
}

function Figures({
  dataset,
  counted,
  state,
  people,
  subject,
  display,
  onDisplay,
  onAdd,
  onRemove,
  onLevel,
  toQuery,
}: FiguresProps) {
  const { axes, crossTab, suppression } = counted;
  const chosen = chosenConcepts(axes);
  if (crossTab === null || crossTab.index.length === 0 || crossTab.columns.length === 0) {
    return (
      <PaneMessage>
        <StateMessage
          kind="empty"
          icon={<FilterX size={28} aria-hidden />}
          title={suppression === undefined ? words.nobody(subject) : words.allHidden}
          detail={suppression === undefined ? words.nobodyDetail(chosen) : suppression.explanation}
          action={toQuery}
        />
      </PaneMessage>
    );
  }
  const shown = { ...counted, crossTab };
  return (
    <>
      <CrossTabFigures
        dataset={dataset}
        counted={shown}
        subject={subject}
        people={people}
        display={display}
        onDisplay={onDisplay}
        isStale={state.isStale}
        onAdd={onAdd}
        onRemove={onRemove}
        onLevel={onLevel}
      />
      {counted.receipt !== undefined && !state.isStale && (
        <div className={stripClass} data-edge="top">
          <ReferenceMark
            label={words.receipt}
            text={counted.receipt}
            href={`/${dataset}/receipts/${counted.receipt}`}
            copy={words.copyReceipt}
            copied={words.receiptCopied}
          />
        </div>
      )}
    </>
  );
}

const skeletonWidths = [92, 78, 85, 64, 88, 71, 80, 58];

/** Shown in place of the figures while they are counted for the first time. */
const AggregatePending = ({ subject }: Pick<AggregateBodyProps, 'subject'>) => (
  <div className={classes.pending} aria-busy="true">
    <VisuallyHidden role="status">{words.loading(subject)}</VisuallyHidden>
    {skeletonWidths.map((width) => (
      <Skeleton key={width} height={18} width={`${width}%`} mb={12} radius="sm" />
    ))}
  </div>
);

/** A cross-tab without concepts, with buttons that add the first one to either axis. */
function EmptyFrame({
  subject,
  onAdd,
  isShort,
}: Pick<AggregateBodyProps, 'subject' | 'onAdd'> & { readonly isShort: boolean }) {
  const add = (role: AnalysisRole) => (
    <Button variant="light" leftSection={<Plus size={16} aria-hidden />} onClick={() => onAdd(role)}>
      {axisWords.add[role]}
    </Button>
  );
  return (
    <ScrollRegion label={words.title} className={classes.empty} data-short={isShort}>
      <div className={classes.quadrants}>
        <div aria-hidden />
        <div className={classes.quadrant}>{add('cols')}</div>
        <div className={classes.quadrant}>{add('rows')}</div>
        <div className={classes.invitation}>
          <Text fw={650} size="lg">
            {words.start(subject)}
          </Text>
          <Text c="dimmed">{words.startDetail}</Text>
        </div>
      </div>
    </ScrollRegion>
  );
}
