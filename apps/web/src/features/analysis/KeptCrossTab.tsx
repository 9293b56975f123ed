import type { AnalysisResult, AnalysisView } from '@atrium/contract';
import { FilterX } from 'lucide-react';
import { useRef, useState } from 'react';
import { PaneMessage } from '../../ui/pane/Pane.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { type AnalysisDisplay, readAnalysisAddress } from './analysisAddress.ts';
import { CrossTabChart } from './chart/CrossTabChart.tsx';
import { DisplayOptions } from './DisplayOptions.tsx';
import { FigureNotes } from './FigureNotes.tsx';
import { CrossTabGrid } from './grid/CrossTabGrid.tsx';
import { chosenConcepts, gridWords, peopleWords, words } from './words.ts';

export interface KeptCrossTabProps {
  readonly axes: AnalysisView['extended'];
  readonly result: AnalysisResult;
}

/** The figures of a cross-tab that a report keeps. How they are shown can be changed, what is counted cannot. */
export function KeptCrossTab({ axes, result }: KeptCrossTabProps) {
  const [display, setDisplay] = useState<AnalysisDisplay>(() => readAnalysisAddress({}));
  const region = useRef<HTMLDivElement>(null);
  const { dataset: crossTab, warnings, errors } = result;
  const suppression = result.suppression ?? undefined;
  const chosen = chosenConcepts(axes);
  if (crossTab === null || crossTab.index.length === 0 || crossTab.columns.length === 0) {
    return (
      <PaneMessage>
        <StateMessage
          kind="empty"
          icon={<FilterX size={28} aria-hidden />}
          title={suppression === undefined ? words.nobody : words.allHidden}
          detail={suppression === undefined ? words.nobodyDetail(chosen) : suppression.explanation}
        />
      </PaneMessage>
    );
  }
  const counted = { axes, crossTab, warnings, errors, suppression };
  const onDisplay = (change: Partial<AnalysisDisplay>) => setDisplay((held) => ({ ...held, ...change }));
  return (
    <>
      <DisplayOptions display={display} onDisplay={onDisplay} />
      {display.view === 'chart' ? (
        <CrossTabChart
          counted={counted}
          bars={display.bars}
          isStale={false}
          onTable={() => onDisplay({ view: 'table' })}
        />
      ) : (
        <>
          <CrossTabGrid
            counted={counted}
            display={display}
            caption={gridWords.caption(chosen, peopleWords.report)}
            isStale={false}
            region={region}
          />
          <FigureNotes counted={counted} display={display} people="report" />
        </>
      )}
    </>
  );
}
