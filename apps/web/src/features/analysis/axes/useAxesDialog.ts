import type { AnalysisRole, AnalysisView } from '@atrium/contract/wire/analysis';
import type { ConceptSummary } from '@atrium/contract/wire/concept';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { describeError } from '../../../api/apiError.ts';
import { useEdits } from '../../../api/definition/edits.ts';
import { useKeptDraft } from '../../../api/useDraft.ts';
import { announce } from '../../../ui/announce.ts';
import { entriesIn } from '../../../ui/staged/stagedLists.ts';
import { useStagedLists } from '../../../ui/staged/useStagedLists.ts';
import { analysisKind } from '../analysisQueries.ts';
import { axesWords } from '../analysisWords.ts';
import { applyAxes, axesSteps } from './applyAxes.ts';
import {
  type AxesEvent,
  type AxisEntry,
  type AxisLists,
  adding,
  axisEntries,
  reduceAxes,
  roles,
} from './axisLists.ts';

interface Editing {
  readonly dataset: string;
  readonly view: AnalysisView;
  /** The axis that chosen concepts go to at first; undefined while the dialog is closed. */
  readonly role: AnalysisRole | undefined;
  readonly onClose: () => void;
}

/** Refused edits count too, although no step is planned for them. */
const countOf = (lists: AxisLists): number =>
  axesSteps(lists).length + lists.entries.filter((entry) => entry.problem !== undefined).length;

/** The state of the dialog, and the function that applies the staged edits. */
export function useAxesDialog({ dataset, view, role, onClose }: Editing) {
  const [target, setTarget] = useState<AnalysisRole>('rows');
  const [notice, setNotice] = useState<string>();
  const staging = useStagedLists<AxisEntry, AxesEvent>({
    reduce: reduceAxes,
    kept: useKeptDraft(keptAxes, ['axes', dataset]),
    entries: useMemo(() => axisEntries(view.extended), [view.extended]),
    openFor: role,
    countOf,
    onToggle: () => {
      setNotice(undefined);
      if (role !== undefined) setTarget(role);
    },
    onApplied: onClose,
  });
  const { lists, dispatch } = staging;
  const { mutateAsync: applyAll } = useEdits(analysisKind, { dataset }, (edit, wanted: AxisLists) =>
    applyAxes(wanted, { edit, tell: dispatch }),
  );

  const choose = ({ conceptId, name }: ConceptSummary) => {
    const found = lists.entries.find((entry) => entry.conceptId === conceptId);
    if (found !== undefined && !found.isRemoved) {
      const says = axesWords.already(name, found.list);
      setNotice(says);
      return announce(says);
    }
    setNotice(undefined);
    if (found === undefined) dispatch(adding({ conceptId, name, list: target }));
    else {
      const { key } = found;
      dispatch({ kind: 'restored', key });
      dispatch({ kind: 'moved', key, to: { list: target, index: entriesIn(lists, target).length } });
    }
    announce(axesWords.added(name, target));
  };
  const apply = () =>
    staging.apply(async () => {
      try {
        const { left, problem } = await applyAll(lists);
        const isRefused = left.entries.some((entry) => entry.problem !== undefined);
        return problem ?? (isRefused ? axesWords.someRefused : undefined);
      } catch (error) {
        return describeError(error);
      }
    });
  const chosenConcepts = lists.entries.filter((entry) => !entry.isRemoved).map((entry) => entry.conceptId);
  return { ...staging, target, setTarget, choose, notice, apply, chosenConcepts };
}

export type AxesEditing = ReturnType<typeof useAxesDialog>;

const text = z.string();
const keptEntry: z.ZodType<AxisEntry> = z
  .object({
    key: text,
    list: z.enum(roles),
    conceptId: text,
    name: text,
    entryId: text.optional(),
    isRemoved: z.boolean(),
    problem: text.optional(),
  })
  .transform(({ entryId, problem, ...kept }) => ({ ...kept, entryId, problem }));
/** The staged axes, as the tab keeps them. */
const keptAxes: z.ZodType<AxisLists> = z.object({
  entries: z.array(keptEntry),
  stored: z.array(z.object({ list: text, entryId: text })),
  additions: z.int(),
});
