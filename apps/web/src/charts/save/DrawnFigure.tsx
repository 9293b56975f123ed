import { type ReactNode, type Ref, useRef } from 'react';
import classes from '../Chart.module.css';
import type { SavedFigure } from './figure.ts';
import { SaveMenu } from './SaveMenu.tsx';

interface DrawnFigureProps {
  readonly frame: Ref<HTMLElement>;
  readonly figure: SavedFigure;
  readonly width: number;
  readonly height: number;
  /** What each label of the legend looks like. */
  readonly marks: readonly { readonly label: string; readonly mark: ReactNode }[];
  /** What is drawn. */
  readonly children: ReactNode;
}

/** A drawing with its legend, and the menu that saves it. A table beside it says the same. */
export function DrawnFigure({ frame, figure, width, height, marks, children }: DrawnFigureProps) {
  const drawing = useRef<SVGSVGElement>(null);
  const { summary } = figure;
  return (
    <figure ref={frame} className={classes.chart} aria-label={summary}>
      <div className={classes.tools}>
        <SaveMenu figure={figure} drawing={() => drawing.current} />
      </div>
      <svg
        ref={drawing}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={summary}
      >
        {children}
      </svg>
      <ul className={classes.stepLegend} aria-hidden>
        {marks.map(({ label, mark }) => (
          <li key={label}>
            {mark}
            {label}
          </li>
        ))}
      </ul>
    </figure>
  );
}
