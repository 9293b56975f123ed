import type { TableView } from '@atrium/contract';
import { useQuery } from '@tanstack/react-query';
import { announce } from '../../../ui/announce.ts';
import { snapshotOptions, type TableOf } from '../queries.ts';
import { type Step, useTableStep } from '../tableEdits.ts';
import { describeTableChange } from './describeTableChange.ts';
import { passedTables } from './passedTables.ts';
import { historyWords } from './words.ts';

/** One direction in the history of the table. */
export interface HistoryStep {
  readonly isOff: boolean;
  /** "Undo: add column Sex", or the bare word where there is nothing, or while it is being looked up. */
  readonly name: string;
  readonly go: () => void;
}

interface History {
  readonly of: TableOf;
  readonly view: TableView | undefined;
  /** Hears which table is shown now. */
  readonly onStep: (view: TableView) => void;
}

/** Undo and redo of the columns and their order, with what they would undo; staged edits applied together are one step. */
export function useTableHistory({ of, view, onStep }: History) {
  const step = useTableStep(of);
  const { previous, next } = view === undefined ? nowhere : passedTables.neighboursOf(view);
  const before = useQuery(snapshotOptions(of.dataset, previous)).data;
  const after = useQuery(snapshotOptions(of.dataset, next)).data;
  const undone = before && view && describeTableChange(before, view);
  const redone = after && view && describeTableChange(view, after);
  const go = (to: Step, said: string | undefined) => () =>
    step.mutate(to, {
      onSuccess: (shown) => {
        if (shown === null) return;
        if (said !== undefined) announce(said);
        onStep(shown);
      },
    });
  const named = (word: string, what: string | undefined) => (what === undefined ? word : `${word}: ${what}`);
  return {
    undo: {
      isOff: previous === null,
      name: named(historyWords.undo, undone),
      go: go('undo', undone && historyWords.undone(undone)),
    },
    redo: {
      isOff: next === null,
      name: named(historyWords.redo, redone),
      go: go('redo', redone && historyWords.redone(redone)),
    },
    error: step.error,
    forget: step.reset,
  } satisfies Record<Step, HistoryStep> & { error: Error | null; forget: () => void };
}

const nowhere = { previous: null, next: null };
