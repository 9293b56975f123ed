import { figuresOf, type Result } from './figures.ts';
import { sizeInWords } from './size.ts';

const width = 960;
const panel = { width: 420, height: 260, left: 60, top: 40 } as const;
const colours = ['#1b6ac9', '#d9480f', '#2b8a3e', '#862e9c', '#868e96', '#e67700'];
/** In milliseconds, as powers of ten: the lowest and the highest line of a panel. */
const powers = { low: -1, high: 5 } as const;

/** A panel for each kind: the median of each engine against the size of the data, both ways in powers of ten. */
export function plotOf(results: readonly Result[]): string {
  const measured = results.flatMap((result) => result.measured);
  const kinds = [...new Set(measured.map(({ kind }) => kind))];
  const engines = [...new Set(measured.map(({ engine }) => engine))];
  const panels = kinds.map((kind, index) => {
    const x = (index % 2) * (panel.width + panel.left);
    const y = Math.floor(index / 2) * (panel.height + panel.top);
    return `<g transform="translate(${x + panel.left} ${y + panel.top})">${panelOf(kind, engines, results)}</g>`;
  });
  const height = Math.ceil(kinds.length / 2) * (panel.height + panel.top) + 60;
  const legend = engines.map(
    (engine, index) =>
      `<text x="${60 + (index % 3) * 300}" y="${height - 30 + Math.floor(index / 3) * 18}" fill="${colours[index]}">${escaped(engine)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" role="img">`,
    '<title>Milliseconds of each kind of question by the events of the data, for each engine</title>',
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...panels,
    ...legend,
    '</svg>',
    '',
  ].join('\n');
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;');

const heightOf = (ms: number): number => {
  const part = (Math.log10(ms) - powers.low) / (powers.high - powers.low);
  return Math.round((panel.height - 60) * (1 - Math.min(1, Math.max(0, part))));
};

function panelOf(kind: string, engines: readonly string[], results: readonly Result[]): string {
  const inner = panel.width - 60;
  const at = (index: number): number => Math.round((inner * (index + 0.5)) / results.length);
  const grid = Array.from({ length: powers.high - powers.low + 1 }, (_, index) => {
    const ms = 10 ** (powers.low + index);
    const y = heightOf(ms);
    return `<line x1="0" x2="${inner}" y1="${y}" y2="${y}" stroke="#dee2e6"/><text x="-6" y="${y + 4}" text-anchor="end">${ms} ms</text>`;
  });
  const names = results.map(({ size }, index) => {
    const [subjects = '', events = ''] = sizeInWords(size).split(', ');
    const y = panel.height - 40;
    return `<text x="${at(index)}" y="${y}" text-anchor="middle">${subjects}</text><text x="${at(index)}" y="${y + 14}" text-anchor="middle">${events}</text>`;
  });
  const lines = engines.map((engine, number) => {
    const points = results.flatMap(({ measured }, index) => {
      const { median } = figuresOf(measured, kind, engine);
      return Number.isFinite(median) ? [`${at(index)},${heightOf(median)}`] : [];
    });
    const dots = points.map((point) => {
      const [x, y] = point.split(',');
      return `<circle cx="${x}" cy="${y}" r="3" fill="${colours[number]}"/>`;
    });
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colours[number]}" stroke-width="2"/>${dots.join('')}`;
  });
  const title = `<text x="0" y="-12" font-weight="bold">${escaped(kind)}</text>`;
  return [title, ...grid, ...names, ...lines].join('');
}
