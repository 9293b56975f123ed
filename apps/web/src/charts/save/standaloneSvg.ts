import type { ChartProps } from '../bar.ts';

const looks = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'opacity',
  'font-size',
  'font-weight',
] as const;
const fontFamily = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

/** The drawing as a file of its own: colours and sizes as they are shown, with a ground, a title and a description. */
export function standaloneSvg(
  svg: SVGSVGElement,
  { headings, summary }: Pick<ChartProps, 'headings' | 'summary'>,
): string {
  const copy = svg.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return '';
  const shown = [...svg.querySelectorAll('*')];
  for (const [index, element] of [...copy.querySelectorAll('*')].entries()) {
    const original = shown[index];
    if (original !== undefined) writeLooks(element, getComputedStyle(original));
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('font-family', fontFamily);
  copy.prepend(made('title', headings[0]), made('desc', summary), ground(svg));
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

function ground(svg: SVGSVGElement): Element {
  const rect = inSvg('rect');
  rect.setAttribute('width', '100%');
  rect.setAttribute('height', '100%');
  rect.setAttribute('fill', groundColor(svg));
  return rect;
}

/** The colour behind the drawing: that of the nearest element that has one. */
function groundColor(element: Element | null): string {
  if (element === null) return 'white';
  const color = getComputedStyle(element).backgroundColor;
  return color === '' || color === 'transparent' || color === 'rgba(0, 0, 0, 0)'
    ? groundColor(element.parentElement)
    : color;
}
