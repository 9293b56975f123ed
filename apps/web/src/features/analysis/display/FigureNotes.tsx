import { useMemo } from 'react';
import type { AnalysisDisplay } from '../analysisAddress.ts';
import { hiddenAs } from '../grid/figures.ts';
import type { ShownCrossTab } from '../queries.ts';
import { noteWords } from '../words.ts';
import classes from './FigureNotes.module.css';

interface FigureNotesProps {
  readonly counted: ShownCrossTab;
  readonly display: AnalysisDisplay;
  readonly people: 'cohort' | 'everyone';
}

/** What the figures mean, in words, with the legend of shading and hatching. */
export function FigureNotes({ counted, display, people }: FigureNotesProps) {
  const { crossTab, suppression } = counted;
  const { percentOf, hasSums, isShaded } = display;
  const hidden = useMemo(() => hiddenAs(crossTab.data), [crossTab]);
  const isBounded = hidden !== undefined && (hasSums || percentOf !== undefined);
  return (
    <div className={classes.notes}>
      <div className={classes.legend}>
        {isShaded && (
          <span className={classes.entry}>
            {noteWords.legend}: {noteWords.legendLow}
            <span className={classes.ramp} aria-hidden />
            {noteWords.legendHigh}
          </span>
        )}
        {hidden !== undefined && (
          <span className={classes.entry}>
            <span className={classes.hatch} aria-hidden />
            {noteWords.hiddenLegend(hidden)}
          </span>
        )}
      </div>
      <p>
        {[
          noteWords.cells[people],
          ...(suppression === undefined ? [] : [suppression.explanation]),
          ...(suppression === undefined && hidden !== undefined ? [noteWords.hidden(hidden)] : []),
          ...(hasSums ? [noteWords.sums] : []),
          ...(percentOf === undefined ? [] : [noteWords.percent[percentOf]]),
          ...(isBounded ? [noteWords.bound] : []),
        ].join(' ')}
      </p>
    </div>
  );
}
