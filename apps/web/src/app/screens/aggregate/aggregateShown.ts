import type { AnalysisDisplay } from '../../../features/analysis/analysisAddress.ts';

/** What both forms of the aggregate screen are given. */
export interface AggregateShown {
  readonly dataset: string;
  readonly display: AnalysisDisplay;
  readonly onDisplay: (change: Partial<AnalysisDisplay>) => void;
}
