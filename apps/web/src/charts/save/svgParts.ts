/** An element of a drawing with these attributes. */
export function inSvg(
  name: string,
  looks: Readonly<Record<string, string | number>> = {},
  text?: string,
): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(looks)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/** A drawing that is made to be saved, and never stands on the page. */
export function madeDrawing(
  { width, height }: { readonly width: number; readonly height: number },
  parts: readonly Element[],
): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.append(...parts);
  return svg;
}

/** The ink of texts and lines in made drawings; it is resolved when they are saved. */
export const ink = 'var(--atrium-text)';
export const quietInk = 'var(--atrium-text-quiet)';
