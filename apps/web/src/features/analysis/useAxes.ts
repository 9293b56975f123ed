import type { AnalysisRole, AnalysisTransformation } from '@atrium/contract/wire/analysis';
import { useRef } from 'react';
import { describeError } from '../../api/apiError.ts';
import { useEdits } from '../../api/definition/edits.ts';
import { type HistoryStep, historyWords, useHistory } from '../../api/definition/history.ts';
import { announce } from '../../ui/announce.ts';
import type { Icon } from '../../ui/drawIcon.tsx';
import { Redo2, Undo2 } from '../../ui/icons.ts';
import type { BarAction } from '../../ui/pane/ActionBar.tsx';
import { analysisKind } from './analysisQueries.ts';
import { axisWords, levelWords, words } from './analysisWords.ts';
import type { AxisConcept } from './grid/gridLayout.ts';
import type { CrossTabState } from './useCrossTab.ts';

type Edits = readonly [AnalysisTransformation, ...AnalysisTransformation[]];

/** The edits that need no dialog. The pressed button may vanish with the edit, so the focus moves to the title. */
export function useAxes(dataset: string, { view }: CrossTabState) {
  const section = useRef<HTMLElement>(null);
  const edit = useEdits(analysisKind, { dataset }, (send, edits: Edits) => send(...edits));
  const past = useHistory(analysisKind, { of: { dataset }, view, onStep: announce });
  const toHeading = () => section.current?.querySelector<HTMLElement>('h1')?.focus();
  const make = (transformation: AnalysisTransformation, says: string) =>
    edit.mutate([transformation], {
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
    takeExample: () => {
      const { rows = [], cols = [] } = view?.example ?? {};
      const adding =
        (role: AnalysisRole) =>
        ({ conceptId }: AxisConcept): AnalysisTransformation => ({ kind: 'add_entry', conceptId, role });
      const [first, ...further] = [...rows.map(adding('rows')), ...cols.map(adding('cols'))];
      toHeading();
      if (first !== undefined) edit.mutate([first, ...further]);
    },
    setLevel: ({ entryId, label }: AxisConcept, level: number | undefined) =>
      make({ kind: 'set_level', entryId, level: level ?? null }, levelWords.set(label, level)),
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
