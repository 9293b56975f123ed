import type { PercentOf } from './grid/figures.ts';

/** How the figures are shown; all of it is part of the screen's address. */
export interface AnalysisDisplay {
  readonly view: 'table' | 'chart';
  readonly percentOf: PercentOf | undefined;
  readonly hasSums: boolean;
  readonly isShaded: boolean;
  readonly bars: 'grouped' | 'stacked';
}

/** The same as the address has it, without default values. */
export interface AnalysisSearch {
  readonly view?: 'chart' | undefined;
  readonly percent?: PercentOf | undefined;
  readonly totals?: 'on' | undefined;
  readonly shading?: 'off' | undefined;
  readonly bars?: 'stacked' | undefined;
}

export const parseAnalysisAddress = (search: AnalysisSearch): AnalysisDisplay => ({
  view: search.view ?? 'table',
  percentOf: search.percent,
  hasSums: search.totals === 'on',
  isShaded: search.shading !== 'off',
  bars: search.bars ?? 'grouped',
});

export const writeAnalysisAddress = (display: AnalysisDisplay): AnalysisSearch => ({
  view: display.view === 'chart' ? 'chart' : undefined,
  percent: display.percentOf,
  totals: display.hasSums ? 'on' : undefined,
  shading: display.isShaded ? undefined : 'off',
  bars: display.bars === 'stacked' ? 'stacked' : undefined,
});
