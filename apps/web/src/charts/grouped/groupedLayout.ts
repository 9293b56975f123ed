import { margin } from '../frame.ts';
import type { BarValue, GroupedBarsProps } from './groupedBarsProps.ts';

/** One bar of the drawing: which value it stands for, and between which values of the axis it reaches. */
export interface PlacedBar {
  readonly group: number;
  readonly series: number;
  readonly from: number;
  readonly to: number;
  readonly value: BarValue;
}

type Bars = Pick<GroupedBarsProps, 'groups' | 'series' | 'layout'>;

/** The bars of every group; stacked ones stand on each other, the first series lowest. */
export function placeBars({ groups, series, layout }: Bars): readonly PlacedBar[] {
  return groups.flatMap((_, group) => {
    let top = 0;
    return series.flatMap(({ values }, place): readonly PlacedBar[] => {
      const value = values[group];
      if (value === undefined) return [];
      const from = layout === 'stacked' ? top : 0;
      top = from + value.value;
      return [{ group, series: place, from, to: top, value }];
    });
  });
}

const narrowestBar = 12;
const narrowestGroup = 26;
const roomBetween = 8;

/** Width of the drawing in pixels: what there is, or more where bars would become too narrow to point at. */
export function drawingWidth({ groups, series, layout }: Bars, available: number): number {
  const bars = layout === 'stacked' ? 1 : series.length;
  const group = Math.max(narrowestGroup, bars * narrowestBar + roomBetween);
  return Math.max(available, groups.length * group + 2 * margin);
}

const letterWidth = 6.2;

/** A label cut to a width in pixels. */
export function cutLabel(label: string, width: number): string {
  const letters = Math.max(3, Math.floor(width / letterWidth));
  return label.length <= letters ? label : `${label.slice(0, letters - 1).trimEnd()}…`;
}

/** Where a name of the legend stands; the swatch is left of it. */
export interface LegendPlace {
  readonly x: number;
  readonly y: number;
}

const legendLine = 20;
const legendStart = 16;
const swatchRoom = 18;
const legendGap = 18;
const legendFoot = 10;
const legendLetter = 7;

/** The legend in as many lines as the width needs, and their height in pixels; none for a single series. */
export function placeLegend(names: readonly string[], width: number) {
  const places: LegendPlace[] = [];
  if (names.length < 2) return { places, height: 0 };
  let x = legendStart;
  let y = legendLine;
  for (const name of names) {
    const room = swatchRoom + name.length * legendLetter;
    if (x > legendStart && x + room > width - legendStart) {
      x = legendStart;
      y += legendLine;
    }
    places.push({ x: x + swatchRoom, y });
    x += room + legendGap;
  }
  return { places, height: y + legendFoot };
}
