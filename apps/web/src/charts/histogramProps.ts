export interface Bin {
  readonly label: string;
  /** The height of the bar. */
  readonly value: number;
  /** The same as text, which may be a bound such as "<11". */
  readonly shown: string;
}

export interface HistogramProps {
  readonly bins: readonly Bin[];
  /** What the chart is about, in a sentence for those who do not see it. */
  readonly summary: string;
  /** Column headings of the table. */
  readonly headings: readonly [bin: string, value: string];
}
