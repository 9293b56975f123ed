/** Sizes of every chart, in pixels (rule 11.6). */
export const margin = 50;
export const tickSpacing = 50;
export const minimumWidth = 200;
export const heights = { small: 200, medium: 500 } as const;

const letterWidth = 6.5;

/**
 * The indexes of the labels that are written along an axis: the first, then every n-th. Ticks are about 50 pixels apart,
 * or further where labels are longer than that.
 */
export function tickIndexes(labels: readonly string[], width: number): number[] {
  const longest = Math.max(0, ...labels.map((label) => label.length));
  const room = Math.max(tickSpacing, longest * letterWidth + 10);
  const step = Math.max(1, Math.ceil((labels.length * room) / Math.max(1, width)));
  return labels.map((_, index) => index).filter((index) => index % step === 0);
}

/** The number of ticks on an axis of this length. */
export const tickCount = (length: number): number => Math.max(2, Math.floor(length / tickSpacing));

/** The height of a line of labels. */
export const lineHeight = 13;

/** A label in lines of the given width, none of it cut off: a word that is wider than a line is broken. */
export function linesOf(label: string, width: number): readonly string[] {
  const room = Math.max(3, Math.floor(width / letterWidth));
  const lines: string[] = [];
  for (const word of wordsOf(label)) {
    for (let from = 0; from < word.length; from += room) {
      const piece = word.slice(from, from + room);
      const last = from === 0 ? lines.at(-1) : undefined;
      if (last !== undefined && last.length + piece.length < room)
        lines[lines.length - 1] = `${last} ${piece}`;
      else lines.push(piece);
    }
  }
  return lines;
}

const longestWord = 20;

/** The least width of a label in about three lines, with no word of a usual length broken. */
export function narrowestLabel(label: string): number {
  const longest = Math.max(0, ...wordsOf(label).map((word) => word.length));
  return Math.max(Math.min(longest, longestWord), Math.ceil(label.length / 3)) * letterWidth;
}

/** The width of a label on one line. */
export const labelWidth = (label: string): number => label.length * letterWidth;

const wordsOf = (label: string): readonly string[] => label.split(/\s+/).filter(Boolean);
