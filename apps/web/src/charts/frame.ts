/** Sizes of every chart, in pixels (spec 9). */
export const margin = 50;
export const tickSpacing = 50;
export const minimumWidth = 200;
export const heights = { small: 200, medium: 500 } as const;

const letterWidth = 6.5;

/**
 * Which of the labels along an axis are written: the first, then every n-th, so that ticks stand about
 * 50 pixels apart, or further where the labels are longer than that.
 */
export function tickIndexes(labels: readonly string[], width: number): number[] {
  const longest = Math.max(0, ...labels.map((label) => label.length));
  const room = Math.max(tickSpacing, longest * letterWidth + 10);
  const step = Math.max(1, Math.ceil((labels.length * room) / Math.max(1, width)));
  return labels.map((_, index) => index).filter((index) => index % step === 0);
}

/** How many ticks an axis of this length carries. */
export const tickCount = (length: number): number => Math.max(2, Math.floor(length / tickSpacing));
