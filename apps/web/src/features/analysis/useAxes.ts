import type { AnalysisTransformation } from '@atrium/contract/wire/analysis';
import { useRef } from 'react';
import { describeError } from '../../api/apiError.ts';
import { useEdit } from '../../api/definition/edits.ts';
import { type HistoryStep, historyWords, useHistory } from '../../api/definition/history.ts';
import { announce } from '../../ui/announce.ts';
import type { Icon } from '../../ui/drawIcon.tsx';
import { Redo2, Undo2 } from '../../ui/icons.ts';
import type { BarAction } from '../../ui/pane/ActionBar.tsx';
import { analysisKind } from './analysisQueries.ts';
import { axisWords, words } from './analysisWords.ts';
import type { AxisConcept } from './grid/gridLayout.ts';
import type { CrossTabState } from './useCrossTab.ts';

/** The edits that need no dialog. The pressed button may vanish with the edit, so the focus moves to the title. */
export function useAxes(dataset: string, { view }: CrossTabState) {
  const section = useRef<HTMLElement>(null);
  const edit = useEdit(analysisKind, { dataset });
  const past = useHistory(analysisKind, { of: { dataset }, view, onStep: announce });
  const toHeading = () => section.current?.querySelector<HTMLElement>('h1')?.focus();
  const make = (transformation: AnalysisTransformation, says: string) =>
    edit.mutate(transformation, {
      onSuccess: ({ transformationSuccessful }) => transformationSuccessful && announce(says),
    });
  const action = (label: string, icon: Icon, { name, isOff, go }: HistoryStep): BarAction => ({
    label,
    name,
    icon,
    onClick: go,
    isDisabled: isOff,
  });
  const history: readonly BarAction[] = [
    action(historyWords.undo, Undo2, past.undo),
    action(historyWords.redo, Redo2, past.redo),
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
      ...edit.results.flatMap(({ transformationErrors }) => transformationErrors),
      ...[...edit.errors, past.error].flatMap((error) => (error === null ? [] : [describeError(error)])),
    ],
    forget: () => {
      edit.reset();
      past.forget();
    },
  };
}
