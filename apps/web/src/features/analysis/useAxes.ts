import type { AnalysisTransformation } from '@atrium/contract';
import { Redo2, Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { describeError } from '../../api/apiError.ts';
import { announce } from '../../ui/announce.ts';
import { useAnalysisEdit, useAnalysisStep } from './analysisEdits.ts';
import type { AxisConcept } from './grid/gridLayout.ts';
import type { BarAction } from './header/AggregateBar.tsx';
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
  const history: readonly BarAction[] = [
    {
      label: words.undo,
      name: words.undoName,
      icon: Undo2,
      onClick: () => step.mutate('undo', { onSuccess: () => announce(words.undone) }),
      isDisabled: (view?.previousSnapshotId ?? null) === null,
    },
    {
      label: words.redo,
      name: words.redoName,
      icon: Redo2,
      onClick: () => step.mutate('redo', { onSuccess: () => announce(words.redone) }),
      isDisabled: (view?.nextSnapshotId ?? null) === null,
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
