import type { AnalysisTransformation } from '@atrium/contract';
import { Redo2, Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { describeError } from '../../api/apiError.ts';
import { announce } from '../../ui/announce.ts';
import type { BarAction } from '../../ui/pane/ActionBar.tsx';
import { useAnalysisEdit, useAnalysisStep } from './analysisEdits.ts';
import type { AxisConcept } from './grid/gridLayout.ts';
import { useAnalysisHistory } from './history/useAnalysisHistory.ts';
import type { CrossTabState } from './useCrossTab.ts';
import { axisWords, words } from './words.ts';

/** The edits that need no dialog. What was pressed may vanish with the edit: the focus waits on the title. */
export function useAxes(dataset: string, { view }: CrossTabState) {
  const section = useRef<HTMLElement>(null);
  const edit = useAnalysisEdit(dataset);
  const step = useAnalysisStep(dataset);
  const toHeading = () => section.current?.querySelector<HTMLElement>('h1')?.focus();
  const make = (transformation: AnalysisTransformation, says: string) =>
    edit.mutate(transformation, {
      onSuccess: ({ transformationSuccessful }) => transformationSuccessful && announce(says),
    });
  const { undone, redone, canUndo, canRedo } = useAnalysisHistory(dataset, view);
  const history: readonly BarAction[] = [
    {
      label: words.undo,
      name: words.undoName(undone),
      icon: Undo2,
      onClick: () => step.mutate('undo', { onSuccess: () => announce(words.undone(undone)) }),
      isDisabled: !canUndo,
    },
    {
      label: words.redo,
      name: words.redoName(redone),
      icon: Redo2,
      onClick: () => step.mutate('redo', { onSuccess: () => announce(words.redone(redone)) }),
      isDisabled: !canRedo,
    },
  ];
  return {
    section,
    history,
    swap: () => make({ kind: 'swap_rows_and_cols' }, words.swapped),
    clear: () => {
      toHeading();
      make({ kind: 'clear_all' }, words.cleared);
    },
    remove: ({ entryId, label }: AxisConcept) => {
      toHeading();
      make({ kind: 'delete_entry', entryId }, axisWords.removed(label));
    },
    problems: [
      ...(edit.data?.transformationErrors ?? []),
      ...[edit.error, step.error].flatMap((error) => (error === null ? [] : [describeError(error)])),
    ],
    forget: () => {
      edit.reset();
      step.reset();
    },
  };
}
