import type { AnalysisView, CrossTab, ShownCount } from '@atrium/contract';
import { labelText, pathOf } from './axisLabels.ts';
import { columnWidth, rowHeaderWidth, widenedFor } from './cellWidths.ts';
import { type CellSum, type CellSums, type PercentOf, shareOf, sumCells } from './figures.ts';
import { type HeaderSpan, headerSpans } from './headerSpans.ts';

export type AxisConcept = AnalysisView['extended']['rows'][number];

/** A cross-tab made ready for drawing: its headers, widths in pixels, and sums. */
export interface GridLayout {
  readonly crossTab: CrossTab;
  readonly rows: readonly AxisConcept[];
  readonly cols: readonly AxisConcept[];
  /** Headers by level, outermost first; an axis without concepts has one level. */
  readonly rowSpans: readonly (readonly HeaderSpan[])[];
  readonly columnSpans: readonly (readonly HeaderSpan[])[];
  readonly rowHeaderWidths: readonly number[];
  readonly columnWidths: readonly number[];
  readonly sums: CellSums;
}

interface Shape {
  readonly axes: AnalysisView['extended'];
  readonly crossTab: CrossTab;
  readonly hasShares: boolean;
}

const roomForShares = 30;

export function gridLayout({ axes: { rows, cols }, crossTab, hasShares }: Shape): GridLayout {
  const rowSpans = headerSpans(crossTab.index, Math.max(1, rows.length));
  const columnSpans = headerSpans(crossTab.columns, Math.max(1, cols.length));
  return {
    crossTab,
    rows,
    cols,
    rowSpans,
    columnSpans,
    rowHeaderWidths: widenedFor(
      cols.map((concept) => concept.label),
      rowSpans.map((spans, level) => rowHeaderWidth(rows[level]?.label ?? '', labelsOf(spans))),
    ),
    columnWidths: (columnSpans.at(-1) ?? []).map(
      ({ label }) => columnWidth(labelText(label)) + (hasShares ? roomForShares : 0),
    ),
    sums: sumCells(crossTab.data, crossTab.columns.length),
  };
}

const labelsOf = (spans: readonly HeaderSpan[]): readonly string[] => [
  ...new Set(spans.map(({ label }) => labelText(label))),
];

/** The sum of which a cell is a part. */
export const wholeOf = (sums: CellSums, of: PercentOf, row: number, column: number): CellSum =>
  (of === 'row' ? sums.rows[row] : sums.columns[column]) ?? sums.all;

/** All labels of a row or column in one phrase: "Female, alive". */
export const pathText = (label: CrossTab['index'][number] | undefined): string =>
  label === undefined ? '' : pathOf(label).map(labelText).join(', ');

/** How strongly a cell is shaded, from 0 to 1; hidden cells and zeros are not. */
export type Heat = (cell: ShownCount, row: number, column: number) => number;

/** Shades by the figure that is shown: the count, or the part of its row or column. The root lets small ones be seen. */
export function heatOf({ crossTab, sums }: GridLayout, percentOf: PercentOf | undefined): Heat {
  const figure = (cell: ShownCount, row: number, column: number): number => {
    if (percentOf !== undefined) return shareOf(cell, wholeOf(sums, percentOf, row, column)) ?? 0;
    return typeof cell === 'number' ? cell : 0;
  };
  let highest = 0;
  for (const [row, line] of crossTab.data.entries()) {
    for (const [column, cell] of line.entries()) highest = Math.max(highest, figure(cell, row, column));
  }
  return (cell, row, column) => (highest === 0 ? 0 : Math.sqrt(figure(cell, row, column) / highest));
}
