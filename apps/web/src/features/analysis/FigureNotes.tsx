import { useMemo } from 'react';
import type { Noun } from '../../api/nouns.ts';
import { stripClass } from '../../ui/pane/Pane.tsx';
import type { AnalysisDisplay } from './analysisAddress.ts';
import type { ShownCrossTab } from './analysisQueries.ts';
import { noteWords, type People } from './analysisWords.ts';
import classes from './FigureNotes.module.css';
import { hiddenAs } from './grid/figures.ts';

interface FigureNotesProps {
  readonly counted: ShownCrossTab;
  readonly subject: Noun;
  readonly display: AnalysisDisplay;
  readonly people: People;
  /** How many rows and columns without a value are left out. */
  readonly folded: { readonly rows: number; readonly columns: number } | undefined;
}

/** The meaning of the figures in words, and the legend of shading and hatching. */
export function FigureNotes({ counted, subject, display, people, folded }: FigureNotesProps) {
  const { axes, crossTab, suppression } = counted;
  const { percentOf, hasTotals, isShaded } = display;
  const hidden = useMemo(() => hiddenAs(crossTab.data), [crossTab]);
  return (
    <div className={`${stripClass} ${classes.notes}`} data-edge="top">
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
            {noteWords.hiddenLegend}
          </span>
        )}
      </div>
      <p>
        {[
          noteWords.cells(people, subject),
          ...(suppression === undefined ? [] : [suppression.explanation]),
          ...(suppression === undefined && hidden !== undefined ? [noteWords.hidden(subject)] : []),
          ...exactTerms(axes),
          ...(hasTotals && crossTab.totals !== undefined ? [noteWords.totals(subject)] : []),
          ...(percentOf === undefined ? [] : [noteWords.percent[percentOf](subject)]),
          ...(folded === undefined ? [] : [noteWords.folded(folded, subject)]),
        ].join(' ')}
      </p>
    </div>
  );
}

/** Says where a term does not hold its narrower ones, as it does in a filter. */
function exactTerms({ rows, cols }: ShownCrossTab['axes']): readonly string[] {
  const names = [...rows, ...cols]
    .filter(({ mayRollUp, level }) => mayRollUp === true && level === undefined)
    .map(({ label }) => label);
  return names.length === 0 ? [] : [noteWords.exactTerms(names)];
}
