import type { AxisLabel, CrossTab } from '@atrium/contract';
import { pathOf } from './axisLabels.ts';

/** Neighbouring rows or columns under one label; `start` counts from 0 along the axis. */
export interface HeaderSpan {
  readonly label: AxisLabel;
  readonly start: number;
  readonly length: number;
}

/** A stretch of an axis: `from` is in it, `to` is the first after it. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * The headers of an axis level by level, outermost first: equal neighbours are one span as long as all labels outside
 * them are equal too. The innermost level has a header for every row or column.
 */
export function headerSpans(axis: CrossTab['columns'], levels: number): readonly (readonly HeaderSpan[])[] {
  const paths = axis.map(pathOf);
  return Array.from({ length: levels }, (_, level) => {
    const spans: HeaderSpan[] = [];
    for (const [start, path] of paths.entries()) {
      const label = path[level] ?? '';
      const last = spans.at(-1);
      const joins = level < levels - 1 && last !== undefined && isSameUpTo(level, path, paths[start - 1]);
      if (joins) spans[spans.length - 1] = { ...last, length: last.length + 1 };
      else spans.push({ label, start, length: 1 });
    }
    return spans;
  });
}

function isSameUpTo(level: number, path: readonly AxisLabel[], other: readonly AxisLabel[] = []): boolean {
  return path.slice(0, level + 1).every((label, place) => label === other[place]);
}

/** What of the spans lies in a stretch; a span that begins before it or ends after it is cut. */
export function spansWithin(spans: readonly HeaderSpan[], { from, to }: Stretch): readonly ShownSpan[] {
  return spans.flatMap((span) => {
    const start = Math.max(span.start, from);
    const end = Math.min(span.start + span.length, to);
    return start < end ? [{ ...span, shownFrom: start, shownLength: end - start }] : [];
  });
}

/** A span of which only a part is drawn. */
export interface ShownSpan extends HeaderSpan {
  readonly shownFrom: number;
  readonly shownLength: number;
}
