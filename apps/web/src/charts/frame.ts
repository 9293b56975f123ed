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

const maxLines = 3;

/** A label in up to three lines of the given width. The rest is cut off with an ellipsis. */
export function wrapLabel(label: string, width: number): readonly string[] {
  const room = Math.max(3, Math.floor(width / letterWidth));
  const lines: string[] = [];
  for (const word of label.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const kept = lines.slice(0, maxLines).map((line) => cut(line, room));
  if (lines.length <= maxLines) return kept;
  return [...kept.slice(0, -1), cut(`${kept.at(-1) ?? ''}……`, room)];
}

/**
 * Labels of at most so many letters. A common beginning of several labels is left out, so that "Abnormality of the eye"
 * and "Abnormality of the ear" stay distinct.
 */
export function shortLabels(labels: readonly string[], room: number): readonly string[] {
  const shortened = labels.map((label) => cut(label, room));
  return labels.map((label, index) => {
    const alike = labels.filter((other, at) => other !== label && shortened[at] === shortened[index]);
    const shared = Math.max(0, ...alike.map((other) => sharedWords(label, other)));
    return shared === 0 ? (shortened[index] ?? '') : cut(`…${wordsOf(label).slice(shared).join(' ')}`, room);
  });
}

const wordsOf = (label: string): readonly string[] => label.split(/\s+/).filter(Boolean);

/** How many words two labels have in common at the beginning. The last word of a label never counts. */
function sharedWords(label: string, other: string): number {
  const [own, others] = [wordsOf(label), wordsOf(other)];
  const first = own.findIndex((word, at) => word !== others[at]);
  return Math.min(first === -1 ? own.length : first, own.length - 1);
}

/** A text cut to at most so many letters. */
export const cut = (text: string, room: number): string =>
  text.length <= room ? text.replace(/…+$/, '…') : `${text.slice(0, Math.max(1, room - 1)).trimEnd()}…`;
