import type { AxisLabel } from '@atrium/contract/wire/analysis';
import {
  type AxisPlan,
  type CountedQuestion,
  type HideFigures,
  hideFigures,
  type ShownCrossTab,
  shownSums,
  suppressCrossTab,
  tellingValues,
  type WantedValues,
} from '@atrium/engine';

interface Judging {
  readonly threshold: number;
  /** Ends the work. */
  readonly signal: AbortSignal;
}

/** The rule of small numbers, which is pure and may take seconds. */
export interface SmallNumbers {
  suppress(question: CountedQuestion, judging: Judging): Promise<ShownCrossTab>;
  /** Sums of cells, null where they may not be told. */
  sums(
    question: CountedQuestion,
    wanted: readonly WantedValues[],
    judging: Judging,
  ): Promise<readonly (number | null)[]>;
  telling(
    question: CountedQuestion,
    pair: readonly [AxisPlan, AxisPlan],
    judging: Judging,
  ): Promise<readonly (AxisLabel | null)[]>;
}

/** A piece of this work as plain data, so that it can be copied to another thread. A concept is one and the same plan in it. */
export type SmallNumberTask =
  | { readonly kind: 'suppress'; readonly question: CountedQuestion; readonly threshold: number }
  | {
      readonly kind: 'sums';
      readonly question: CountedQuestion;
      readonly wanted: readonly WantedValues[];
      readonly threshold: number;
    }
  | {
      readonly kind: 'telling';
      readonly question: CountedQuestion;
      readonly pair: readonly [AxisPlan, AxisPlan];
      readonly threshold: number;
    };

export type SmallNumberResult =
  | { readonly kind: 'suppress'; readonly shown: ShownCrossTab }
  | { readonly kind: 'sums'; readonly sums: readonly (number | null)[] }
  | { readonly kind: 'telling'; readonly keys: readonly (AxisLabel | null)[] };

/** Does a task, by the rule of the portal or by another. */
export function doTask(task: SmallNumberTask, hide: HideFigures = hideFigures): SmallNumberResult {
  const { kind, question, threshold } = task;
  switch (kind) {
    case 'suppress':
      return { kind, shown: suppressCrossTab(question, threshold, hide) };
    case 'sums':
      return { kind, sums: shownSums(question, task.wanted, { threshold, hideFigures: hide }) };
    case 'telling':
      return { kind, keys: tellingValues(question, task.pair, { threshold, hideFigures: hide }) };
  }
}

/** Leaves the tasks to somebody: the thread of the caller, or others. */
export function smallNumbersBy(
  run: (task: SmallNumberTask, signal: AbortSignal) => Promise<SmallNumberResult>,
): SmallNumbers {
  return {
    suppress: async (question, { threshold, signal }) => {
      const result = await run({ kind: 'suppress', question, threshold }, signal);
      if (result.kind !== 'suppress') throw new Error('Another task was done.');
      return result.shown;
    },
    sums: async (question, wanted, { threshold, signal }) => {
      const result = await run({ kind: 'sums', question, wanted, threshold }, signal);
      if (result.kind !== 'sums') throw new Error('Another task was done.');
      return result.sums;
    },
    telling: async (question, pair, { threshold, signal }) => {
      const result = await run({ kind: 'telling', question, pair, threshold }, signal);
      if (result.kind !== 'telling') throw new Error('Another task was done.');
      return result.keys;
    },
  };
}

/** Does the tasks in the thread of the caller, where all other requests wait meanwhile. */
export const smallNumbersHere = (hide?: HideFigures): SmallNumbers =>
  smallNumbersBy(async (task) => doTask(task, hide));
