/** One step of an attrition, everyone first. */
export interface AttritionStep {
  readonly label: string;
  readonly count: number;
}

interface StepBox {
  readonly lines: readonly string[];
  readonly count: number;
  /** Says how many the step leaves out; null for the first. */
  readonly leftOut: string | null;
  readonly top: number;
  readonly height: number;
}

export interface AttritionLayout {
  readonly width: number;
  readonly height: number;
  readonly boxWidth: number;
  /** Where the arrow stands, and the text beside it. */
  readonly arrowAt: number;
  readonly besideAt: number;
  readonly boxes: readonly StepBox[];
}

export const lineHeight = 18;
export const boxPadding = 12;
const gap = 34;
/** Beside the boxes there is room for how many are left out; a narrow drawing has it between them. */
const wide = { leastWidth: 640, boxWidth: 420, maxLine: 54, arrowAt: 210, besideAt: 446 };
const narrow = { leastWidth: 320, boxWidth: 320, maxLine: 40, arrowAt: 24, besideAt: 42 };
/** At least that of a character of that text. */
const characterWidth = 7.5;
const margin = 1;
const maxLines = 6;

/**
 * The boxes of a flow diagram, from top to bottom; a long label is broken into lines, and a very long one is cut. The
 * drawing is as wide as the longest text beside a box needs.
 */
export function layOutAttrition(
  steps: readonly AttritionStep[],
  leftOutOf: (count: number) => string,
  isNarrow = false,
): AttritionLayout {
  const { leastWidth, boxWidth, maxLine, arrowAt, besideAt } = isNarrow ? narrow : wide;
  let top = margin;
  const boxes = steps.map(({ label, count }, index): StepBox => {
    const lines = linesOf(label, maxLine);
    const height = 2 * boxPadding + (lines.length + 1) * lineHeight;
    const before = steps[index - 1];
    const leftOut = before === undefined ? null : leftOutOf(before.count - count);
    const box = { lines, count, leftOut, top, height };
    top += height + gap;
    return box;
  });
  const longest = Math.max(0, ...boxes.map(({ leftOut }) => leftOut?.length ?? 0));
  const width = Math.max(leastWidth, Math.ceil(besideAt + longest * characterWidth));
  return { width, boxWidth, arrowAt, besideAt, boxes, height: Math.max(margin, top - gap) + margin };
}

export const arrowLength = gap;

/** Breaks a text at its spaces; a word that is longer than a line is broken within. */
function linesOf(text: string, maxLine: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  const words = text.split(' ').flatMap((word) => word.match(new RegExp(`.{1,${maxLine}}`, 'gsu')) ?? []);
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length > maxLine) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  lines.push(line);
  return lines.length <= maxLines ? lines : [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]} …`];
}
