import type { AnalysisResult, AnalysisView } from '@atrium/contract/wire/analysis';
import { useState } from 'react';
import { useNouns } from '../../api/collections.ts';
import { FilterX } from '../../ui/icons.ts';
import { PaneMessage } from '../../ui/pane/Pane.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { type AnalysisDisplay, parseAnalysisAddress } from './analysisAddress.ts';
import { chosenConcepts, words } from './analysisWords.ts';
import { CrossTabFigures } from './CrossTabFigures.tsx';

export interface KeptCrossTabProps {
  readonly dataset: string;
  readonly axes: AnalysisView['extended'];
  readonly result: AnalysisResult;
}

/** The figures of a cross-tab that a report keeps. How they are shown can be changed, what is counted cannot. */
export function KeptCrossTab({ dataset, axes, result }: KeptCrossTabProps) {
  const { subject } = useNouns(dataset);
  const [display, setDisplay] = useState<AnalysisDisplay>(() => parseAnalysisAddress({}));
  const { dataset: crossTab, warnings, errors } = result;
  const suppression = result.suppression ?? undefined;
  const chosen = chosenConcepts(axes);
  if (crossTab === null || crossTab.index.length === 0 || crossTab.columns.length === 0) {
    return (
      <PaneMessage>
        <StateMessage
          kind="empty"
          icon={<FilterX size={28} aria-hidden />}
          title={suppression === undefined ? words.nobody(subject) : words.allHidden}
          detail={suppression === undefined ? words.nobodyDetail(chosen) : suppression.explanation}
        />
      </PaneMessage>
    );
  }
  const counted = { axes, crossTab, warnings, errors, suppression };
  const onDisplay = (change: Partial<AnalysisDisplay>) => setDisplay((held) => ({ ...held, ...change }));
  return (
    <CrossTabFigures
      counted={counted}
      subject={subject}
      people="report"
      display={display}
      onDisplay={onDisplay}
      isStale={false}
    />
  );
}
