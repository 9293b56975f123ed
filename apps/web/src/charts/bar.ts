/** A figure as it is drawn and as it is written; the text may be a bound such as "<11". */
export interface Figure {
  readonly value: number;
  readonly shown: string;
}

/** One bar of a chart: a bin of a histogram, or a value. */
export interface Bar extends Figure {
  readonly label: string;
  /** How much of it belongs to a smaller population, drawn over it. */
  readonly part?: Figure | undefined;
}

/** What every chart says beside its bars. */
export interface ChartProps {
  /** What the chart is about, in a sentence for those who do not see it. */
  readonly summary: string;
  /** Column headings of the table; the second also names the axis. */
  readonly headings: readonly [bar: string, value: string];
  /** Names of the two populations where bars have parts: everybody, and those drawn over. */
  readonly populations?: readonly [whole: string, part: string] | undefined;
  /** Name of a saved file, without its ending. */
  readonly fileName?: string | undefined;
  /** One of several small charts: it is low on every screen, and its legend stands elsewhere. */
  readonly isCompact?: boolean | undefined;
}
