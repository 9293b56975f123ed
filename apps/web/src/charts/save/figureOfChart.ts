import { chartColors } from '../../ui/theme/tokens.ts';
import type { Bar, ChartProps } from '../bar.ts';
import { chartRows } from './chartFiles.ts';
import type { SavedFigure } from './figure.ts';

/** A chart of bars as a figure to save. */
export function figureOfChart(chart: ChartProps & { readonly bars: readonly Bar[] }): SavedFigure {
  const { headings, summary, populations, totals, disarm, fileName, saved } = chart;
  const color = chartColors[0] ?? 'gray';
  return {
    ...{ title: headings[0], summary, disarm, name: fileName ?? headings[0] },
    legend: populations?.map((label, index) => ({ label, color, opacity: index === 0 ? 0.32 : 1 })),
    rows: () => chartRows(chart),
    ...saved,
    words: [
      ...(populations === undefined || totals === undefined
        ? []
        : populations.map((name, index) => `${name}: n = ${(totals[index] ?? 0).toLocaleString('en-US')}`)),
      ...(saved?.words ?? []),
    ],
  };
}
