import type { Bar, ChartProps } from '../bar.ts';
import type { SavedFigure } from './figure.ts';
import type { Standalone } from './standaloneSvg.ts';

/** The figures of a chart with a line of headings. Counts have no separators. */
export function chartRows({
  bars,
  headings,
  populations,
}: Pick<ChartProps, 'headings' | 'populations'> & {
  readonly bars: readonly Bar[];
}): readonly (readonly string[])[] {
  const first =
    populations === undefined
      ? headings
      : [headings[0], `${headings[1]} (${populations[0]})`, `${headings[1]} (${populations[1]})`];
  const lines = bars.map(({ label, shown, part }) => [
    label,
    plain(shown),
    ...(populations === undefined ? [] : [plain(part?.shown ?? '')]),
  ]);
  return [first, ...lines];
}

/** Figures as CSV (RFC 4180). */
export const csvOf = ({ rows, disarm }: Pick<SavedFigure, 'rows' | 'disarm'>): string =>
  rows()
    .map((cells) => cells.map((cell) => quoted(disarm(cell))).join(','))
    .join('\r\n')
    .concat('\r\n');

const plain = (shown: string): string => (/^[\d,]+$/.test(shown) ? shown.replaceAll(',', '') : shown);

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const density = 2;

/** The drawing as a picture with two dots per pixel. Rejects if the browser cannot draw it. */
export async function drawPng({ text, width, height }: Standalone): Promise<Blob> {
  const picture = await loaded(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`);
  const canvas = document.createElement('canvas');
  canvas.width = width * density;
  canvas.height = height * density;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('There is no canvas to draw on.');
  pen.scale(density, density);
  pen.drawImage(picture, 0, 0, width, height);
  return await new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The picture is empty.')) : resolve(blob)),
      'image/png',
    ),
  );
}

function loaded(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const picture = new Image();
    picture.onload = () => resolve(picture);
    picture.onerror = () => reject(new Error('The drawing cannot be read.'));
    picture.src = address;
  });
}
