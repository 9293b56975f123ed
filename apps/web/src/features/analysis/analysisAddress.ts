import type { PercentOf } from './grid/figures.ts';

/** How the figures are shown; all of it is part of the screen's address. */
export interface AnalysisDisplay {
  readonly view: 'table' | 'chart';
  readonly percentOf: PercentOf | undefined;
  readonly hasTotals: boolean;
  readonly isShaded: boolean;
  readonly bars: 'grouped' | 'stacked';
  readonly order: 'value' | 'count';
  /** Whether rows and columns of subjects without a value are left out. */
  readonly isFolded: boolean;
}

/** The same as the address has it, without default values. */
export interface AnalysisSearch {
  readonly view?: 'chart' | undefined;
  readonly percent?: PercentOf | undefined;
  readonly totals?: 'on' | 'off' | undefined;
  readonly shading?: 'off' | undefined;
  readonly bars?: 'stacked' | undefined;
  readonly order?: 'count' | undefined;
  readonly missing?: 'folded' | undefined;
}

export const parseAnalysisAddress = (search: AnalysisSearch): AnalysisDisplay => ({
  view: search.view ?? 'table',
  percentOf: search.percent,
  hasTotals: search.totals !== 'off',
  isShaded: search.shading !== 'off',
  bars: search.bars ?? 'grouped',
  order: search.order ?? 'value',
  isFolded: search.missing === 'folded',
});

export const writeAnalysisAddress = (display: AnalysisDisplay): AnalysisSearch => ({
  view: display.view === 'chart' ? 'chart' : undefined,
  percent: display.percentOf,
  totals: display.hasTotals ? undefined : 'off',
  shading: display.isShaded ? undefined : 'off',
  bars: display.bars === 'stacked' ? 'stacked' : undefined,
  order: display.order === 'count' ? 'count' : undefined,
  missing: display.isFolded ? 'folded' : undefined,
});
