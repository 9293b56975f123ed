import type { ConceptSummary, TableView } from '@atrium/contract';
import { useEffect, useReducer, useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { useEdits } from '../../../api/definition/edits.ts';
import { announce } from '../../../ui/announce.ts';
import { type TableOf, tableKind } from '../queries.ts';
import { applyDraft } from './applyDraft.ts';
import { emptyDraft, reduceDraft } from './draft.ts';
import { isStaged, stagedCount, stagedEdits } from './stagedEdits.ts';
import { useKeptColumns } from './useKeptColumns.ts';
import { pickerWords } from './words.ts';

interface Picking {
  readonly of: TableOf;
  readonly table: TableView;
  readonly isOpen: boolean;
  /** Everything that was staged has been made. */
  readonly onApplied: () => void;
}

/** How many of the staged edits are made. */
export interface ApplyProgress {
  readonly made: number;
  readonly of: number;
}

const pathOf = (concept: ConceptSummary): string =>
  concept.categoryHierarchy.map((category) => category.name).join(' › ');

/** What the person is doing in the column picker, and how the staged edits are applied. */
export function useColumnPicker({ of, table, isOpen, onApplied }: Picking) {
  const kept = useKeptColumns(of.dataset);
  const { fields } = table.extended;
  const [draft, dispatch] = useReducer(reduceDraft, null, () => kept.read() ?? emptyDraft);
  const [repeated, setRepeated] = useState<ConceptSummary>();
  const [progress, setProgress] = useState<ApplyProgress>();
  const [problem, setProblem] = useState<string>();
  const [wasOpen, setWasOpen] = useState(false);
  const [seen, setSeen] = useState<TableView['extended']['fields']>();
  const { mutateAsync: applyAll } = useEdits(tableKind, of, (edit, onMade: (made: number) => void) =>
    applyDraft(draft, { edit, tell: dispatch, onMade }),
  );
  const staged = stagedEdits(draft);
  const hasChanges = isStaged(staged);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    setRepeated(undefined);
    setProblem(undefined);
    if (isOpen && !hasChanges) dispatch({ kind: 'opened', columns: fields });
  }
  if (fields !== seen && progress === undefined) {
    setSeen(fields);
    if (hasChanges) dispatch({ kind: 'resumed', columns: fields });
  }
  useEffect(() => {
    if (hasChanges) kept.write(draft);
    else kept.clear();
  }, [kept, draft, hasChanges]);

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
    const of = stagedCount(stagedEdits(draft));
    let made = 0;
    setProgress({ made, of });
    setProblem(undefined);
    const onMade = (count: number) => {
      made = count;
      setProgress({ made, of });
      announce(pickerWords.progress(made, of));
    };
    try {
      const left = await applyAll(onMade);
      if (isStaged(stagedEdits(left))) setProblem(pickerWords.someRefused(made, of));
      else onApplied();
    } catch (error) {
      setProblem(pickerWords.stopped({ made, of, reason: describeError(error) }));
    } finally {
      setProgress(undefined);
    }
  };
  return {
    draft,
    dispatch,
    staged,
    hasChanges,
    discard: () => dispatch({ kind: 'opened', columns: fields }),
    chosenConcepts: draft.columns.filter((column) => !column.isRemoved).map((column) => column.conceptId),
    choose,
    repeated,
    chooseAgain: () => repeated && add(repeated),
    apply,
    progress,
    problem,
  };
}

export type ColumnPicking = ReturnType<typeof useColumnPicker>;
