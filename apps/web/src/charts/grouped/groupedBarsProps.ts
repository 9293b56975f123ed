export interface BarValue {
  /** The height of the bar; of a hidden value, a height that says nothing. */
  readonly value: number;
  /** The same as text, which may be a bound such as "<11". */
  readonly shown: string;
  /** The value is not known; the bar is hatched. */
  readonly isHidden: boolean;
}

export interface BarSeries {
  readonly name: string;
  /** One value for each group. */
  readonly values: readonly BarValue[];
}

export interface GroupedBarsProps {
  readonly groups: readonly string[];
  /** At most ten, the colours of the palette. */
  readonly series: readonly BarSeries[];
  readonly layout: 'grouped' | 'stacked';
  /** What the chart is about, in a sentence for those who do not see it. */
  readonly summary: string;
  /** Names of the axis of groups and of the axis of values. */
  readonly headings: readonly [group: string, value: string];
  /** Name of a saved file, without its ending. */
  readonly fileName?: string | undefined;
}
