import type { SavedFigure } from './save/figure.ts';

/** A figure as a number and as text, which may be a bound such as "<11". */
export interface Figure {
  readonly value: number;
  readonly shown: string;
}

/** One bar of a chart: a bin of a histogram, or a value. */
export interface Bar extends Figure {
  readonly label: string;
  /** The figure of a smaller population, which is drawn over it. */
  readonly part?: Figure | undefined;
}

/** How many there are in each population, of which bars are shares. */
export type Totals = readonly [whole: number, part: number];

/** The texts and options of every chart. */
export interface ChartProps {
  /** A sentence that describes the chart, for screen readers. */
  readonly summary: string;
  /** Column headings of the table; the second also names the axis. */
  readonly headings: readonly [bar: string, value: string];
  /** The names of both populations, where bars have parts: everybody, and the smaller one. */
  readonly populations?: readonly [whole: string, part: string] | undefined;
  /** The sizes of both populations, where bars may be drawn as shares of them. */
  readonly totals?: Totals | undefined;
  /** Keeps a spreadsheet from running a text of the saved figures as a formula (rule 5.19). */
  readonly disarm: (text: string) => string;
  /** The name of a saved file, without its extension. */
  readonly fileName?: string | undefined;
  /** What a saved picture says besides. */
  readonly saved?: Pick<SavedFigure, 'words' | 'dataset' | 'receipt'> | undefined;
  /** Whether it is one of several small charts: low on every screen, and without a legend. */
  readonly isCompact?: boolean | undefined;
}
