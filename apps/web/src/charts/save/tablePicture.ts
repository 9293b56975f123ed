import { labelWidth, linesOf } from '../frame.ts';
import { ink, inSvg, madeDrawing } from './svgParts.ts';

const [gap, lineHeight, widest] = [24, 16, 280];

/** A table as a drawing: headings first; the first column begins at the left, the others end at the right. */
export function tablePicture([head = [], ...rows]: readonly (readonly string[])[]): SVGSVGElement {
  const all = [head, ...rows];
  const widths = head.map((_, column) =>
    Math.min(widest, Math.max(...all.map((cells) => labelWidth(cells[column] ?? '')))),
  );
  const lefts = widths.map((_, column) =>
    widths.slice(0, column).reduce((sum, width) => sum + width + gap, gap / 2),
  );
  const width = widths.reduce((sum, own) => sum + own + gap, 0);
  const parts: Element[] = [];
  let top = 0;
  for (const [index, cells] of all.entries()) {
    const lines = cells.map((cell, column) => linesOf(cell, (widths[column] ?? 0) + 1));
    for (const [column, own] of lines.entries()) {
      const isFirst = column === 0;
      const look = {
        ...{ x: (lefts[column] ?? 0) + (isFirst ? indent(cells[column]) : (widths[column] ?? 0)), fill: ink },
        ...{
          'font-size': 12,
          'text-anchor': isFirst ? 'start' : 'end',
          'font-weight': index === 0 ? 600 : 400,
        },
      };
      parts.push(...own.map((line, at) => inSvg('text', { ...look, y: top + (at + 1) * lineHeight }, line)));
    }
    top += Math.max(1, ...lines.map(({ length }) => length)) * lineHeight + 6;
    if (index === 0) parts.push(inSvg('line', { x1: 0, x2: width, y1: top - 2, y2: top - 2, stroke: ink }));
  }
  return madeDrawing({ width, height: top + 8 }, parts);
}

const indent = (cell = ''): number => (cell.startsWith(' ') ? 12 : 0);
