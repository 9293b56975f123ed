import type { AnalysisView } from '@atrium/contract';
import { useQuery } from '@tanstack/react-query';
import { snapshotOptions } from '../queries.ts';
import { changeWords } from '../words.ts';
import { describeAxesChange } from './describeAxesChange.ts';
import { passedAnalyses } from './passedAnalyses.ts';

const nowhere = { previous: null, next: null };

/** What undo and redo would take back and bring again; staged edits that were applied together are one step. */
export function useAnalysisHistory(dataset: string, view: AnalysisView | undefined) {
  const { previous, next } = view === undefined ? nowhere : passedAnalyses.neighboursOf(view);
  const before = useQuery(snapshotOptions(dataset, previous)).data;
  const after = useQuery(snapshotOptions(dataset, next)).data;
  return {
    canUndo: previous !== null,
    canRedo: next !== null,
    undone: before && view ? describeAxesChange(before.extended, view.extended) : changeWords.other,
    redone: after && view ? describeAxesChange(view.extended, after.extended) : changeWords.other,
  };
}
