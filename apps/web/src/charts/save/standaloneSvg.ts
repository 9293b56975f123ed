import type { ChartProps } from '../bar.ts';

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
/** Of a drawing outside of the page, which brings no face of its own. */
export const fontFamily = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

export type SavedChart = Pick<ChartProps, 'headings' | 'summary' | 'populations'>;

/** The drawing as a file of its own: the colours and sizes on the screen, a background, a title and a description. */
export function standaloneSvg(svg: SVGSVGElement, { headings, summary, populations }: SavedChart): string {
  const copy = svg.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return '';
  const shown = [...svg.querySelectorAll('*')];
  for (const [index, element] of [...copy.querySelectorAll('*')].entries()) {
    const original = shown[index];
    if (original !== undefined) writeLooks(element, getComputedStyle(original));
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('font-family', fontFamily);
  copy.prepend(made('title', headings[0]), made('desc', summary), background(svg));
  copy.append(...headOf(svg, headings[0], populations));
  return new XMLSerializer().serializeToString(copy);
}

function writeLooks(element: Element, style: CSSStyleDeclaration): void {
  for (const look of looks) {
    const value = style.getPropertyValue(look);
    if (value !== '') element.setAttribute(look, value);
  }
  for (const name of ['class', 'style', 'font-family']) element.removeAttribute(name);
}

const inSvg = (name: string) => document.createElementNS('http://www.w3.org/2000/svg', name);

function made(name: string, text: string): Element {
  const element = inSvg(name);
  element.textContent = text;
  return element;
}

function background(svg: SVGSVGElement): Element {
  const rect = inSvg('rect');
  rect.setAttribute('width', '100%');
  rect.setAttribute('height', '100%');
  rect.setAttribute('fill', backgroundOf(svg));
  return rect;
}

/** The background colour of the nearest element that has one. */
function backgroundOf(element: Element | null): string {
  if (element === null) return 'white';
  const color = getComputedStyle(element).backgroundColor;
  return color === '' || color === 'transparent' || color === 'rgba(0, 0, 0, 0)'
    ? backgroundOf(element.parentElement)
    : color;
}

const titleY = 18;
const legendY = 38;
const letterWidth = 6.5;

/** The texts that the page shows around the drawing: its name and the legend. */
function headOf(svg: SVGSVGElement, name: string, populations: SavedChart['populations']): Element[] {
  const middle = svg.viewBox.baseVal.width / 2;
  const ink = getComputedStyle(svg).color || 'black';
  const title = written(name, { x: middle, y: titleY, fill: ink });
  title.setAttribute('font-weight', '600');
  title.setAttribute('text-anchor', 'middle');
  if (populations === undefined) return [title];
  const bar = svg.querySelector('rect[fill-opacity]');
  const color = bar === null ? 'gray' : getComputedStyle(bar).fill;
  let left = middle - (populations.join('').length * letterWidth + 60) / 2;
  return [
    title,
    ...populations.flatMap((population, index) => {
      const swatch = inSvg('rect');
      const look = { x: left, y: legendY - 10, width: 11, height: 11, rx: 2, fill: color };
      for (const [key, value] of Object.entries(look)) swatch.setAttribute(key, String(value));
      if (index === 0) swatch.setAttribute('fill-opacity', '0.32');
      const text = written(population, { x: left + 16, y: legendY, fill: ink });
      left += population.length * letterWidth + 36;
      return [swatch, text];
    }),
  ];
}

function written(
  words: string,
  { x, y, fill }: { readonly x: number; readonly y: number; readonly fill: string },
): Element {
  const text = made('text', words);
  const look = { x, y, fill, 'font-size': 12 };
  for (const [key, value] of Object.entries(look)) text.setAttribute(key, String(value));
  return text;
}
