import type { Bar, ChartProps } from '../bar.ts';

/** The figures of a chart as CSV (RFC 4180) with a line of headings; counts without separators. */
export function chartCsv({
  bars,
  headings,
  populations,
}: Pick<ChartProps, 'headings' | 'populations'> & { readonly bars: readonly Bar[] }): string {
  const first =
    populations === undefined
      ? headings
      : [headings[0], `${headings[1]} (${populations[0]})`, `${headings[1]} (${populations[1]})`];
  const lines = bars.map(({ label, shown, part }) => [
    label,
    plain(shown),
    ...(populations === undefined ? [] : [plain(part?.shown ?? '')]),
  ]);
  return [first, ...lines]
    .map((cells) => cells.map(quoted).join(','))
    .join('\r\n')
    .concat('\r\n');
}

const plain = (shown: string): string => (/^[\d,]+$/.test(shown) ? shown.replaceAll(',', '') : shown);

/** A cell that a spreadsheet would run as a formula gets an apostrophe before it; a number stays one. */
function quoted(cell: string): string {
  const safe = /^[=+\-@\t\r]/.test(cell) && !Number.isFinite(Number(cell)) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
