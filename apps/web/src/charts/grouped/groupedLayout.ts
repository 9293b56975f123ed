import { margin, narrowestLabel } from '../frame.ts';

export interface BarValue {
  /** The height of the bar; of a hidden value, a height without meaning. */
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

/** Bars in groups, one of each series in every group. */
export interface GroupedChart {
  readonly groups: readonly string[];
  /** At most ten, the colours of the palette. */
  readonly series: readonly BarSeries[];
  readonly layout: 'grouped' | 'stacked';
}

/** One bar of the drawing: its value, and from where to where it reaches on the axis. */
export interface PlacedBar {
  readonly group: number;
  readonly series: number;
  readonly from: number;
  readonly to: number;
  readonly value: BarValue;
}

/** The bars of every group. Stacked bars are on top of each other, the first series lowest. */
export function placeBars({ groups, series, layout }: GroupedChart): readonly PlacedBar[] {
  return groups.flatMap((_, group) => {
    let top = 0;
    return series.flatMap(({ values }, index): readonly PlacedBar[] => {
      const value = values[group];
      if (value === undefined) return [];
      const from = layout === 'stacked' ? top : 0;
      top = from + value.value;
      return [{ group, series: index, from, to: top, value }];
    });
  });
}

const narrowestBar = 12;
const narrowestGroup = 26;
export const roomBetween = 8;

/** Width of the drawing in pixels: the available width, or more where bars or labels would become too narrow. */
export function drawingWidth({ groups, series, layout }: GroupedChart, available: number): number {
  const bars = layout === 'stacked' ? 1 : series.length;
  const label = groups.reduce((widest, name) => Math.max(widest, narrowestLabel(name)), 0);
  const group = Math.max(narrowestGroup, bars * narrowestBar + roomBetween, label + roomBetween);
  return Math.max(available, groups.length * group + 2 * margin);
}

/** The position of a name in the legend; its colour is left of it. */
export interface LegendPosition {
  readonly x: number;
  readonly y: number;
}

const legendLine = 20;
const legendStart = 16;
const swatchRoom = 18;
const legendGap = 18;
const legendFoot = 10;
const legendLetter = 7;

/** The positions of the names in as many lines as the width needs, and their height in pixels. A single series has none. */
export function placeLegend(names: readonly string[], width: number) {
  const positions: LegendPosition[] = [];
  if (names.length < 2) return { positions, height: 0 };
  let x = legendStart;
  let y = legendLine;
  for (const name of names) {
    const room = swatchRoom + name.length * legendLetter;
    if (x > legendStart && x + room > width - legendStart) {
      x = legendStart;
      y += legendLine;
    }
    positions.push({ x: x + swatchRoom, y });
    x += room + legendGap;
  }
  return { positions, height: y + legendFoot };
}
