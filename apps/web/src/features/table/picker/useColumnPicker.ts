import type { ConceptSummary, TableView } from '@atrium/contract';
import { useReducer, useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { announce } from '../../../ui/announce.ts';
import type { TableOf } from '../queries.ts';
import { useTableEdit } from '../tableEdits.ts';
import { applyDraft } from './applyDraft.ts';
import { emptyDraft, reduceDraft } from './draft.ts';
import { isStaged, stagedEdits } from './stagedEdits.ts';
import { pickerWords } from './words.ts';

interface Picking {
  readonly of: TableOf;
  readonly table: TableView;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onApplied: () => void;
}

const pathOf = (concept: ConceptSummary): string =>
  concept.categoryHierarchy.map((category) => category.name).join(' › ');

/** What the person is doing in the column picker, and how the staged edits are applied. */
export function useColumnPicker({ of, table, isOpen, onClose, onApplied }: Picking) {
  const [draft, dispatch] = useReducer(reduceDraft, emptyDraft);
  const [repeated, setRepeated] = useState<ConceptSummary>();
  const [isApplying, setIsApplying] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [wasOpen, setWasOpen] = useState(false);
  const { mutateAsync: edit } = useTableEdit(of);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    setRepeated(undefined);
    setProblem(undefined);
    if (isOpen) dispatch({ kind: 'opened', columns: table.extended.fields });
  }

  const add = (concept: ConceptSummary) => {
    const { conceptId, name } = concept;
    dispatch({ kind: 'chosen', concept: { conceptId, name, detail: pathOf(concept) } });
    announce(pickerWords.added(name));
    setRepeated(undefined);
  };
  const choose = (concept: ConceptSummary) => {
    const same = draft.columns.filter((column) => column.conceptId === concept.conceptId);
    const removed = same.find((column) => column.isRemoved);
    if (removed !== undefined) dispatch({ kind: 'restored', key: removed.key });
    else if (same.length > 0) setRepeated(concept);
    else add(concept);
  };
  const apply = async () => {
    setIsApplying(true);
    setProblem(undefined);
    try {
      const left = await applyDraft(draft, { edit, tell: dispatch });
      onApplied();
      if (isStaged(stagedEdits(left))) setProblem(pickerWords.someRefused);
      else onClose();
    } catch (error) {
      setProblem(describeError(error));
    } finally {
      setIsApplying(false);
    }
  };
  const staged = stagedEdits(draft);
  return {
    draft,
    dispatch,
    staged,
    hasChanges: isStaged(staged),
    chosenConcepts: draft.columns.filter((column) => !column.isRemoved).map((column) => column.conceptId),
    choose,
    repeated,
    chooseAgain: () => repeated && add(repeated),
    apply,
    isApplying,
    problem,
  };
}
