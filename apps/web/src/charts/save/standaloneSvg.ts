import { linesOf } from '../frame.ts';
import { type LegendItem, type SavedFigure, wordsBelow } from './figure.ts';
import { ink, inSvg, quietInk } from './svgParts.ts';

const looks = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'opacity',
  'font-size',
  'font-weight',
  'overflow',
] as const;
const fontFamily = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const [side, lineHeight, gap] = [16, 16, 8];
const letterWidth = 6.5;
const minWidth = 360;

export interface Standalone {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/**
 * The drawing as a file of its own: the colours and sizes on the screen, a background, a title, a legend, a description,
 * and below it the words of the figure.
 */
export function standaloneSvg(svg: SVGSVGElement, figure: SavedFigure, now: Date): Standalone {
  const own = svg.viewBox.baseVal;
  const width = Math.max(minWidth, own.width);
  const room = width - 2 * side;
  const title = textLines(linesOf(figure.title, room), { top: gap, isTitle: true });
  const legend = legendOf(figure.legend ?? [], { top: title.bottom, room });
  const drawing = inSvg('g', { transform: `translate(${(width - own.width) / 2} ${legend.bottom})` });
  drawing.append(...drawnCopy(svg));
  const below = wordsBelow(figure, now).flatMap((word) => linesOf(word, room));
  const words = textLines(below, { top: legend.bottom + own.height + gap, isTitle: false });
  const height = words.bottom + gap;
  const file = inSvg('svg', {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${width} ${height}`,
    ...{ width, height, 'font-family': fontFamily },
  });
  const paper = inSvg('rect', { width: '100%', height: '100%', fill: backgroundOf(svg) });
  file.append(inSvg('title', {}, figure.title), inSvg('desc', {}, figure.summary), paper);
  file.append(...title.parts, ...legend.parts, drawing, ...words.parts);
  resolveColors(file, svg);
  return { text: new XMLSerializer().serializeToString(file), width, height };
}

/** What is drawn, with the looks that it has on the screen. */
export function drawnCopy(svg: SVGSVGElement): readonly Node[] {
  const copy = svg.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return [];
  const shown = [...svg.querySelectorAll('*')];
  for (const [index, element] of [...copy.querySelectorAll('*')].entries()) {
    const original = shown[index];
    if (original !== undefined) writeLooks(element, original);
  }
  return [...copy.childNodes];
}

function writeLooks(element: Element, original: Element): void {
  if (original.isConnected) {
    const style = getComputedStyle(original);
    for (const look of looks) {
      const value = style.getPropertyValue(look);
      if (value !== '') element.setAttribute(look, value);
    }
  }
  for (const name of ['class', 'style', 'font-family']) element.removeAttribute(name);
}

/** Colours of the theme as they are on this screen. */
function resolveColors(file: Element, svg: SVGSVGElement): void {
  const style = getComputedStyle(svg.isConnected ? svg : document.documentElement);
  for (const element of file.querySelectorAll('*')) {
    for (const name of ['fill', 'stroke']) {
      const variable = /^var\((--[\w-]+)\)$/.exec(element.getAttribute(name) ?? '')?.[1];
      if (variable === undefined) continue;
      element.setAttribute(name, style.getPropertyValue(variable).trim() || 'black');
    }
  }
}

/** The background colour of the nearest element that has one. */
function backgroundOf(element: Element | null): string {
  if (element === null) return 'white';
  const color = getComputedStyle(element.isConnected ? element : document.body).backgroundColor;
  return color === '' || color === 'transparent' || color === 'rgba(0, 0, 0, 0)'
    ? backgroundOf(element.parentElement)
    : color;
}

interface Lines {
  readonly parts: readonly Element[];
  readonly bottom: number;
}

function textLines(
  lines: readonly string[],
  { top, isTitle }: { readonly top: number; readonly isTitle: boolean },
): Lines {
  const look = isTitle
    ? { fill: ink, 'font-size': 14, 'font-weight': 600 }
    : { fill: quietInk, 'font-size': 11 };
  const parts = lines.map((line, index) =>
    inSvg('text', { x: side, y: top + (index + 1) * lineHeight, ...look }, line),
  );
  return { parts, bottom: top + lines.length * lineHeight + gap };
}

/** What the marks are called, in as many rows as they take. */
function legendOf(
  items: readonly LegendItem[],
  { top, room }: { readonly top: number; readonly room: number },
): Lines {
  const parts: Element[] = [];
  let [left, y] = [side, top];
  for (const { label, color, opacity = 1, dash } of items) {
    const width = label.length * letterWidth + 40;
    if (left > side && left + width > side + room) [left, y] = [side, y + lineHeight];
    parts.push(
      inSvg('line', {
        ...{
          x1: left,
          x2: left + 18,
          y1: y + 8,
          y2: y + 8,
          stroke: color,
          'stroke-width': dash === undefined ? 8 : 3,
        },
        ...{ 'stroke-opacity': opacity, ...(dash === undefined ? {} : { 'stroke-dasharray': dash }) },
      }),
      inSvg('text', { x: left + 24, y: y + 12, fill: ink, 'font-size': 12 }, label),
    );
    left += width;
  }
  return { parts, bottom: items.length === 0 ? top : y + lineHeight + gap };
}
