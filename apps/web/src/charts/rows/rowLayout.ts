import type { Bar } from '../bar.ts';
import { labelWidth, lineHeight, linesOf } from '../frame.ts';
import { type Size, valueScale } from '../geometry.ts';

/** Where the rows begin, below the name, the legend and the axis. */
export const rowsTop = 64;

const lowestRow = 24;
const thickest = 40;
const roomBetween = 6;
const roomBeside = 8;
const foot = 12;
const roomForFigures = 60;

/** Labels take at most this part of the width, and wrap. */
const labelPart = 0.4;

/**
 * Bars as rows, each behind its whole label, in pixels. They share the height of the chart; where that is too little for
 * all of them, the drawing is higher.
 */
export function rowsOf(bars: readonly Bar[], { width, height, isLog }: Size) {
  const widest = bars.reduce((most, { label }) => Math.max(most, labelWidth(label)), 0);
  const room = Math.min(widest, width * labelPart);
  const left = room + 2 * roomBeside;
  const labels = bars.map(({ label }) => linesOf(label, room));
  const lines = labels.reduce((most, label) => Math.max(most, label.length), 1);
  const step = Math.max(
    lowestRow,
    lines * lineHeight + roomBetween,
    (height - rowsTop - foot) / Math.max(1, bars.length),
  );
  return {
    left,
    step,
    labels,
    labelEnd: left - roomBeside,
    thickness: Math.min(thickest, step * 0.7),
    middle: (row: number) => rowsTop + (row + 0.5) * step,
    height: rowsTop + step * bars.length + foot,
    ...valueScale(bars, { from: left, to: width - roomForFigures, isLog }),
  };
}
