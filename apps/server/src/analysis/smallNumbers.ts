import type { AxisLabel } from '@atrium/contract';
import {
  type AxisPlan,
  type CountedQuestion,
  type HideFigures,
  hideFigures,
  type ShownCrossTab,
  suppressCrossTab,
  tellingValues,
} from '@atrium/engine';

interface Judging {
  readonly threshold: number;
  /** Ends the work. */
  readonly signal: AbortSignal;
}

/** The rule of small numbers, which is pure and may take seconds. */
export interface SmallNumbers {
  suppress(question: CountedQuestion, judging: Judging): Promise<ShownCrossTab>;
  telling(
    question: CountedQuestion,
    pair: readonly [AxisPlan, AxisPlan],
    judging: Judging,
  ): Promise<readonly (AxisLabel | null)[]>;
}

/** In the thread of the caller, who waits. */
export const smallNumbersHere = (hide: HideFigures = hideFigures): SmallNumbers => ({
  suppress: async (question, { threshold }) => suppressCrossTab(question, threshold, hide),
  telling: async (question, pair, { threshold }) =>
    tellingValues(question, pair, { threshold, hideFigures: hide }),
});
