import { useQuery } from '@tanstack/react-query';
import { type DefinitionOf, type KindWithHistory, type Snapshot, snapshotOptions } from './definition.ts';
import { useStep } from './edits.ts';
import { stepsOf } from './steps.ts';

/** One direction in the history of a definition. */
export interface HistoryStep {
  readonly isOff: boolean;
  /** "Undo: add filter Sex", or the bare word where there is nothing, or while the change is being looked up. */
  readonly name: string;
  readonly go: () => void;
}

interface History<View extends Snapshot> {
  readonly of: DefinitionOf;
  /** The version on the screen, once it is loaded. */
  readonly view: View | undefined;
  /** Called when another version is shown, with a sentence such as "Undone: add filter Sex." */
  readonly onStep: (says: string, view: View) => void;
}

export const historyWords = {
  undo: 'Undo',
  redo: 'Redo',
  undone: (change: string) => `Undone: ${change}.`,
  redone: (change: string) => `Redone: ${change}.`,
  unknown: 'the last change',
} as const;

/** Undo and redo of the definition on the screen, with what they would undo; a batch is one step. */
export function useHistory<View extends Snapshot>(
  kind: KindWithHistory<View>,
  { of, view, onStep }: History<View>,
) {
  const step = useStep(kind, of);
  const { previous, next } = view === undefined ? nowhere : stepsOf(kind).neighboursOf(view);
  const before = useQuery({ ...snapshotOptions(kind, of.dataset, previous), meta }).data;
  const after = useQuery({ ...snapshotOptions(kind, of.dataset, next), meta }).data;
  const towards = (
    way: 'undo' | 'redo',
    snapshotId: number | null,
    change: string | undefined,
  ): HistoryStep => ({
    isOff: snapshotId === null,
    name: change === undefined ? historyWords[way] : `${historyWords[way]}: ${change}`,
    go: () =>
      step.mutate(way, {
        onSuccess: (shown) => {
          const says = way === 'undo' ? historyWords.undone : historyWords.redone;
          if (shown !== null) onStep(says(change ?? historyWords.unknown), shown);
        },
      }),
  });
  return {
    undo: towards('undo', previous, before && view && kind.describeChange(before, view)),
    redo: towards('redo', next, after && view && kind.describeChange(view, after)),
    error: step.error,
    forget: step.reset,
  };
}

/** The steps still work where it is not known what they would undo. */
const meta = { part: 'what undo and redo would do' };
const nowhere = { previous: null, next: null };
