import type { CohortView } from '@atrium/contract';
import { useQuery } from '@tanstack/react-query';
import { announce } from '../../../ui/announce.ts';
import { useCohortStep } from '../cohortEdits.ts';
import { snapshotOptions } from '../queries.ts';
import { describeChange } from './describeChange.ts';
import { passedCohorts } from './passedCohorts.ts';
import { historyWords } from './words.ts';

/** One direction in the history of the cohort. */
export interface HistoryStep {
  readonly isOff: boolean;
  /** "Undo: remove filter Sex", or the bare word where there is nothing, or while it is being looked up. */
  readonly label: string;
  readonly go: () => void;
}

export interface CohortHistory {
  readonly undo: HistoryStep;
  readonly redo: HistoryStep;
  readonly error: Error | null;
}

/** Undo and redo of the cohort on the screen, with what they would undo. */
export function useHistory(dataset: string, view: CohortView): CohortHistory {
  const step = useCohortStep(dataset);
  const { previous, next } = passedCohorts.neighboursOf(view);
  const before = useQuery(snapshotOptions(dataset, previous)).data;
  const after = useQuery(snapshotOptions(dataset, next)).data;
  const undone = before && describeChange(before, view);
  const redone = after && describeChange(view, after);
  const named = (word: string, what: string | undefined) => (what === undefined ? word : `${word}: ${what}`);
  const go = (to: 'undo' | 'redo', said: string | undefined) => () =>
    step.mutate(to, { onSuccess: (shown) => shown && said !== undefined && announce(said) });
  return {
    undo: {
      isOff: previous === null,
      label: named(historyWords.undo, undone),
      go: go('undo', undone && historyWords.undone(undone)),
    },
    redo: {
      isOff: next === null,
      label: named(historyWords.redo, redone),
      go: go('redo', redone && historyWords.redone(redone)),
    },
    error: step.error,
  };
}
