import type { AnalysisRole, AnalysisView, CrossTab } from '@atrium/contract/wire/analysis';
import type { ShownCount } from '@atrium/contract/wire/statistics';
import { labelText, pathOf } from '../../../api/axisLabels.ts';
import type { Noun } from '../../../api/nouns.ts';
import { columnWidth } from '../../../ui/grid/columnWidth.ts';
import type { ShownStretch } from '../../../ui/grid/useStretch.ts';
import type { AnalysisDisplay } from '../analysisAddress.ts';
import { type PercentOf, shareOf, wholeOf } from './figures.ts';
import { type HeaderSpan, headerSpans } from './headerSpans.ts';

export type AxisConcept = AnalysisView['extended']['rows'][number];

/** A cross-tab with all that rendering needs: its headers and widths in pixels. */
export interface GridLayout {
  readonly crossTab: CrossTab;
  readonly rows: readonly AxisConcept[];
  readonly cols: readonly AxisConcept[];
  /** Headers by level, outermost first; an axis without concepts has one level. */
  readonly rowSpans: readonly (readonly HeaderSpan[])[];
  readonly columnSpans: readonly (readonly HeaderSpan[])[];
  readonly rowHeaderWidths: readonly number[];
  readonly columnWidths: readonly number[];
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
  };
}

const labelsOf = (spans: readonly HeaderSpan[]): readonly string[] => [
  ...new Set(spans.map(({ label }) => labelText(label))),
];

/** All labels of a row or column as one text: "Female, alive". */
export const pathText = (label: CrossTab['index'][number] | undefined): string =>
  label === undefined ? '' : pathOf(label).map(labelText).join(', ');

/** How strongly a cell is shaded, from 0 to 1; 0 for hidden cells and zeros. */
export type Heat = (cell: ShownCount, row: number, column: number) => number;

/** Shades by the shown figure: the count or the share. The square root keeps small figures visible. */
export function heatOf({ crossTab }: GridLayout, percentOf: PercentOf | undefined): Heat {
  const figure = (cell: ShownCount, row: number, column: number): number => {
    if (percentOf !== undefined)
      return shareOf(cell, wholeOf(crossTab.totals, percentOf, { row, column })) ?? 0;
    return typeof cell === 'number' ? cell : 0;
  };
  let highest = 0;
  for (const [row, line] of crossTab.data.entries()) {
    for (const [column, cell] of line.entries()) highest = Math.max(highest, figure(cell, row, column));
  }
  return (cell, row, column) => (highest === 0 ? 0 : Math.sqrt(figure(cell, row, column) / highest));
}

const narrowestRowHeader = 124;
/** Where there is no room for more, so that figures stay in view. */
const widestRowHeader = 280;

const letter = 6.7;
const roomForButtons = 76;

/** Width of a concept's name with its buttons. */
const nameWidth = (name: string): number => Math.round(name.length * letter + roomForButtons);

/** Width of the headers of one row concept: that of its longest label or of its name. */
export const rowHeaderWidth = (name: string, labels: readonly string[]): number =>
  labels.reduce(
    (widest, label) => Math.max(widest, columnWidth(label)),
    Math.max(narrowestRowHeader, nameWidth(name)),
  );

/**
 * The widths that row headers get in a region: up to a limit each, or together two fifths of it, and what else they need of
 * the room beside the figures.
 */
export function withRoom(
  wanted: readonly number[],
  { width: all, room }: { readonly width: number; readonly room: number },
): readonly number[] {
  const most = Math.max(widestRowHeader, Math.floor((all * 0.4) / wanted.length));
  const widths = wanted.map((width) => Math.min(width, most));
  let left = room - widths.reduce((sum, width) => sum + width, 0);
  return widths.map((width, level) => {
    const more = Math.max(0, Math.min((wanted[level] ?? 0) - width, left));
    left -= more;
    return width + more;
  });
}

/** The names of the column concepts are above the row headers. The last row header is widened until they fit. */
export function widenedFor(names: readonly string[], widths: readonly number[]): readonly number[] {
  const needed = Math.min(widestRowHeader, Math.max(0, ...names.map(nameWidth)));
  const missing = needed - widths.reduce((sum, width) => sum + width, 0);
  const last = widths.length - 1;
  return missing <= 0 ? widths : widths.map((width, level) => (level === last ? width + missing : width));
}

/** The edits of the axes that the table offers. */
export interface AxisActions {
  readonly onAdd: (role: AnalysisRole) => void;
  readonly onRemove: (concept: AxisConcept) => void;
  /** Gathers terms at a level; undefined: each term for itself (rule 6.12). */
  readonly onLevel: (concept: AxisConcept, level: number | undefined) => void;
}

/** The same where some or all are not offered, as for figures that can only be looked at. */
export type OfferedActions = { readonly [Name in keyof AxisActions]?: AxisActions[Name] | undefined };

/** What the parts of the grid share. */
export interface GridParts {
  /** The prefix of the headers' ids. */
  readonly id: string;
  readonly layout: GridLayout;
  readonly subject: Noun;
  readonly display: AnalysisDisplay;
  /** Of which axis totals are shown: each row and each column has one where the other axis has concepts. */
  readonly totals: Readonly<Record<'ofRows' | 'ofColumns', boolean>>;
  readonly rows: ShownStretch;
  readonly columns: ShownStretch;
  /** Where the headers of each row concept are sticky, in pixels from the left; undefined where there is no room. */
  readonly stickyAt: readonly (number | undefined)[];
  /** Width of all sticky headers. */
  readonly stickyWidth: number;
}

export const headerId = (id: string, axis: 'row' | 'column', level: number, start: number): string =>
  `${id}-${axis}-${level}-${start}`;

export const totalId = (id: string, axis: 'row' | 'column'): string => `${id}-${axis}-total`;
