import type { AnalysisRole, AnalysisView, ConceptSummary } from '@atrium/contract';
import { useEffect, useReducer, useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { useEdits } from '../../../api/definition/edits.ts';
import { announce } from '../../../ui/announce.ts';
import { analysisKind } from '../queries.ts';
import { applyAxes } from './applyAxes.ts';
import { type AxesDraft, emptyAxes, findEntry, reduceAxes } from './axesDraft.ts';
import { axesSteps } from './axesSteps.ts';
import { useKeptAxes } from './useKeptAxes.ts';
import { axesWords } from './words.ts';

interface Editing {
  readonly dataset: string;
  readonly view: AnalysisView;
  /** The axis that chosen concepts go to at first; undefined while the dialog is closed. */
  readonly role: AnalysisRole | undefined;
  readonly onClose: () => void;
}

/** What the person is doing in the dialog, and how the staged edits are applied. */
export function useAxesDialog({ dataset, view, role, onClose }: Editing) {
  const kept = useKeptAxes(dataset);
  const [draft, dispatch] = useReducer(reduceAxes, null, () => kept.read() ?? emptyAxes);
  const [seen, setSeen] = useState<AnalysisView['extended']>();
  const [target, setTarget] = useState<AnalysisRole>('rows');
  const [notice, setNotice] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isApplying, setIsApplying] = useState(false);
  const [shownFor, setShownFor] = useState<AnalysisRole>();
  const { mutateAsync: applyAll } = useEdits(analysisKind, { dataset }, (edit, wanted: AxesDraft) =>
    applyAxes(wanted, { edit, tell: dispatch }),
  );
  const waiting = [...draft.rows, ...draft.cols].filter((entry) => entry.problem !== undefined).length;
  const changes = axesSteps(draft).length + waiting;
  if (role !== shownFor) {
    setShownFor(role);
    setNotice(undefined);
    setProblem(undefined);
    if (role !== undefined) {
      setTarget(role);
      if (changes === 0) dispatch({ kind: 'opened', axes: view.extended });
    }
  }
  if (view.extended !== seen && !isApplying) {
    setSeen(view.extended);
    if (changes > 0) dispatch({ kind: 'resumed', axes: view.extended });
  }
  useEffect(() => {
    if (changes > 0) kept.write(draft);
    else kept.clear();
  }, [kept, draft, changes]);

  const choose = ({ conceptId, name }: ConceptSummary) => {
    const found = findEntry(draft, (entry) => entry.conceptId === conceptId);
    if (found !== undefined && !found.entry.isRemoved) {
      const says = axesWords.already(name, found.role);
      setNotice(says);
      return announce(says);
    }
    setNotice(undefined);
    if (found === undefined) dispatch({ kind: 'chosen', conceptId, name, role: target });
    else {
      const { key } = found.entry;
      dispatch({ kind: 'restored', key });
      dispatch({ kind: 'moved', key, to: { role: target, index: draft[target].length } });
    }
    announce(axesWords.added(name, target));
  };
  const apply = async () => {
    setIsApplying(true);
    setProblem(undefined);
    try {
      const { left, problem: refused } = await applyAll(draft);
      const isRefused = findEntry(left, (entry) => entry.problem !== undefined) !== undefined;
      if (refused !== undefined) setProblem(refused);
      else if (isRefused) setProblem(axesWords.someRefused);
      else onClose();
    } catch (error) {
      setProblem(describeError(error));
    } finally {
      setIsApplying(false);
    }
  };
  return {
    draft,
    dispatch,
    target,
    setTarget,
    choose,
    notice,
    problem,
    isApplying,
    apply,
    changes,
    discard: () => dispatch({ kind: 'opened', axes: view.extended }),
    chosenConcepts: [...draft.rows, ...draft.cols]
      .filter((entry) => !entry.isRemoved)
      .map((entry) => entry.conceptId),
  };
}

export type AxesEditing = ReturnType<typeof useAxesDialog>;
