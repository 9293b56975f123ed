import { useMemo, useRef } from 'react';
import type { Noun } from '../../api/nouns.ts';
import type { AnalysisDisplay } from './analysisAddress.ts';
import type { ShownCrossTab } from './analysisQueries.ts';
import { chosenConcepts, gridWords, type People } from './analysisWords.ts';
import { CrossTabChart } from './chart/CrossTabChart.tsx';
import { DisplayOptions } from './DisplayOptions.tsx';
import { FigureNotes } from './FigureNotes.tsx';
import { arrange, countNotSet } from './grid/arrange.ts';
import { CrossTabGrid } from './grid/CrossTabGrid.tsx';
import type { OfferedActions } from './grid/gridLayout.ts';

interface CrossTabFiguresProps extends OfferedActions {
  /** Of which saved pictures speak. */
  readonly dataset?: string;
  readonly counted: ShownCrossTab;
  readonly subject: Noun;
  readonly people: People;
  readonly display: AnalysisDisplay;
  readonly onDisplay: (change: Partial<AnalysisDisplay>) => void;
  readonly isStale: boolean;
}

/** The figures as a table or a chart, with the options of how they are shown. */
export function CrossTabFigures({ counted, display, onDisplay, ...props }: CrossTabFiguresProps) {
  const { dataset, subject, people, isStale, onAdd, onRemove, onLevel } = props;
  const region = useRef<HTMLDivElement>(null);
  const { axes, crossTab } = counted;
  const { order, isFolded } = display;
  const arranged = useMemo(() => arrange(crossTab, { order, isFolded }), [crossTab, order, isFolded]);
  const shown = { ...counted, crossTab: arranged };
  const missing = countNotSet(crossTab);
  const mayFold = missing.rows + missing.columns > 0;
  return (
    <>
      <DisplayOptions display={display} onDisplay={onDisplay} mayFold={mayFold} />
      {display.view === 'chart' ? (
        <CrossTabChart
          dataset={dataset}
          counted={shown}
          subject={subject}
          bars={display.bars}
          isStale={isStale}
          onTable={() => onDisplay({ view: 'table' })}
        />
      ) : (
        <>
          <CrossTabGrid
            counted={shown}
            subject={subject}
            display={display}
            caption={gridWords.caption(chosenConcepts(axes), people, subject)}
            isStale={isStale}
            region={region}
            onAdd={onAdd}
            onRemove={onRemove}
            onLevel={onLevel}
          />
          <FigureNotes
            counted={shown}
            subject={subject}
            display={display}
            people={people}
            folded={isFolded && mayFold ? missing : undefined}
          />
        </>
      )}
    </>
  );
}
