import type { AnalysisRole } from '@atrium/contract';
import type { AnalysisDisplay } from '../../../features/analysis/analysisAddress.ts';

/** What both forms of the aggregate screen are given. */
export interface AggregateShown {
  readonly dataset: string;
  readonly display: AnalysisDisplay;
  readonly onDisplay: (change: Partial<AnalysisDisplay>) => void;
  /** The axis whose dialog is open. */
  readonly editing: AnalysisRole | undefined;
  readonly onEditing: (role: AnalysisRole | undefined) => void;
  readonly filters: {
    /** Undefined leaves it to the width of the window. */
    readonly isOpen: boolean | undefined;
    readonly onToggle: (isOpen: boolean) => void;
  };
}
