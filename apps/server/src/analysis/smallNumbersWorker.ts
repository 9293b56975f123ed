import type { AxisLabel } from '@atrium/contract';
import {
  type AxisPlan,
  type CountedQuestion,
  hideFigures,
  type ShownCrossTab,
  suppressCrossTab,
  tellingValues,
} from '@atrium/engine';

/** Copied from thread to thread; a concept stays one and the same plan within a task. */
export type SmallNumberTask =
  | { readonly kind: 'suppress'; readonly question: CountedQuestion; readonly threshold: number }
  | {
      readonly kind: 'telling';
      readonly question: CountedQuestion;
      readonly pair: readonly [AxisPlan, AxisPlan];
      readonly threshold: number;
    };

export type SmallNumberWork =
  | { readonly kind: 'suppress'; readonly shown: ShownCrossTab }
  | { readonly kind: 'telling'; readonly keys: readonly (AxisLabel | null)[] };

/** What a worker does. */
export default function work(task: SmallNumberTask): SmallNumberWork {
  const { threshold } = task;
  return task.kind === 'suppress'
    ? { kind: 'suppress', shown: suppressCrossTab(task.question, threshold, hideFigures) }
    : { kind: 'telling', keys: tellingValues(task.question, task.pair, { threshold, hideFigures }) };
}
