import { scaleBand, scaleLinear, scaleLog } from '@visx/scale';
import type { Bar } from './bar.ts';
import { margin, tickCount } from './frame.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
  /** Whether bars are as high as the logarithm of their value, so that rare values are visible beside common ones. */
  readonly isLog?: boolean | undefined;
}

const gap = 0.08;

/** The lowest value of a logarithmic axis; a value of one is above it. */
const lowest = 0.5;

/** The scales of a bar chart. All bars have the same step, and together fill the space between the margins. */
export function scalesOf(bars: readonly Bar[], { width, height, isLog = false }: Size) {
  const x = scaleBand({
    domain: bars.map((_, index) => index),
    range: [margin, width - margin],
    paddingInner: gap,
    paddingOuter: gap / 2,
  });
  const { scale: y, at: top, ticks } = valueScale(bars, { from: height - margin, to: margin, isLog });
  return { x, y, top, ticks };
}

interface Extent {
  readonly from: number;
  readonly to: number;
  readonly isLog?: boolean | undefined;
}

/** The axis of the figures of bars, from a pixel to another: where each figure is on it, and its ticks. */
export function valueScale(bars: readonly Bar[], { from, to, isLog = false }: Extent) {
  const highest = Math.max(1, ...bars.map(({ value, part }) => Math.max(value, part?.value ?? 0)));
  const range: [number, number] = [from, to];
  if (!isLog) {
    const scale = scaleLinear({ domain: [0, highest], range, nice: true });
    return { scale, at: (value: number) => scale(value), ticks: wholeTicks(scale, Math.abs(to - from)) };
  }
  const scale = scaleLog({ domain: [lowest, Math.max(10, highest)], range });
  const at = (value: number) => (value < lowest ? from : scale(value));
  return { scale, at, ticks: powersOfTen(highest) };
}

/** The ticks of an axis of counts: subjects, records and files are whole. */
export const wholeTicks = (
  scale: { readonly ticks: (count: number) => readonly number[] },
  length: number,
): readonly number[] => scale.ticks(tickCount(length)).filter(Number.isInteger);

const powersOfTen = (highest: number): readonly number[] =>
  Array.from({ length: Math.max(2, Math.floor(Math.log10(highest)) + 1) }, (_, power) => 10 ** power);

/** The middle of a bar, in pixels from the left. */
export function middleOf(index: number, bars: number, width: number): number {
  return margin + ((index + 0.5) * (width - 2 * margin)) / Math.max(1, bars);
}

/** Keeps the whole tooltip within a chart; `middle` is the middle of it, in pixels from the left. */
export const clampTip = (middle: number, width: number): number =>
  Math.min(width - margin * 1.6, Math.max(margin * 1.6, middle));
