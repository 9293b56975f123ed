import type { AxisLabel, CrossTab } from '@atrium/contract/wire/analysis';
import { pathOf } from '../../../api/axisLabels.ts';
import type { Stretch } from '../../../ui/grid/useStretch.ts';

/** A header over neighbouring rows or columns with the same label; `start` is the index of the first one. */
export interface HeaderSpan {
  readonly label: AxisLabel;
  readonly start: number;
  readonly length: number;
}

/**
 * The headers of an axis by level, outermost first. Neighbours with equal labels have one header if all their outer
 * labels are equal too. The innermost level has a header for every row or column.
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
  return path.slice(0, level + 1).every((label, index) => label === other[index]);
}

/** The spans within a stretch. A span that begins before it or ends after it is shortened. */
export function spansWithin(spans: readonly HeaderSpan[], { from, to }: Stretch): readonly ShownSpan[] {
  return spans.flatMap((span) => {
    const start = Math.max(span.start, from);
    const end = Math.min(span.start + span.length, to);
    return start < end ? [{ ...span, shownFrom: start, shownLength: end - start }] : [];
  });
}

/** A span of which only a part may be rendered. */
export interface ShownSpan extends HeaderSpan {
  readonly shownFrom: number;
  readonly shownLength: number;
}
