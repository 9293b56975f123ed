import { scaleBand, scaleLinear } from '@visx/scale';
import type { Bar } from './bar.ts';
import { margin } from './frame.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const gap = 0.08;

/** Scales of a bar chart: every bar has the same step, and the steps fill the space between the margins. */
export function scalesOf(bars: readonly Bar[], { width, height }: Size) {
  const x = scaleBand({
    domain: bars.map((_, index) => index),
    range: [margin, width - margin],
    paddingInner: gap,
    paddingOuter: gap / 2,
  });
  const y = scaleLinear({
    domain: [0, Math.max(1, ...bars.map(({ value }) => value))],
    range: [height - margin, margin],
    nice: true,
  });
  return { x, y };
}

/** The middle of a bar, in pixels from the left. */
export function middleOf(index: number, bars: number, width: number): number {
  return margin + ((index + 0.5) * (width - 2 * margin)) / Math.max(1, bars);
}
