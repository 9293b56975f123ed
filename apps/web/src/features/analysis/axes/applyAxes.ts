import type { AnalysisEdited, AnalysisTransformation } from '@atrium/contract';
import { type AxesStep, axesSteps } from './axesSteps.ts';
import { type AxesEvent, type AxisLists, reduceAxes, storedAxes } from './axisLists.ts';

interface Applying {
  /** Makes edits as one: all of them, or none where one is refused. */
  readonly edit: (
    ...batch: readonly [AnalysisTransformation, ...AnalysisTransformation[]]
  ) => Promise<AnalysisEdited>;
  /** Called for every change of the lists. */
  readonly tell: (event: AxesEvent) => void;
}

export interface Applied {
  readonly left: AxisLists;
  /** Why nothing was made, where that is about no single entry. */
  readonly problem: string | undefined;
}

const refusal = ({ transformationErrors, transformationWarnings }: AnalysisEdited): string =>
  [...transformationErrors, ...transformationWarnings].join(' ');

/**
 * Makes the staged edits as one, with one call. A refused edit stays in the dialog with its reason, and the others are
 * sent again without it. A failed call makes nothing and leaves everything staged.
 */
export async function applyAxes(lists: AxisLists, { edit, tell }: Applying): Promise<Applied> {
  let now = lists;
  const note = (event: AxesEvent) => {
    now = reduceAxes(now, event);
    tell(event);
  };
  note({ kind: 'retried' });
  for (;;) {
    const steps = axesSteps(now);
    const [first, ...further] = steps.map(({ transformation }) => transformation);
    if (first === undefined) return { left: now, problem: undefined };
    const edited = await edit(first, ...further);
    note({ kind: 'wasStored', stored: storedAxes(edited.extended) });
    if (edited.transformationSuccessful) {
      for (const event of madeEvents(steps, edited)) note(event);
      return { left: now, problem: undefined };
    }
    const key = steps[edited.refusedIndex ?? 0]?.key;
    if (key === undefined) return { left: now, problem: refusal(edited) };
    note({ kind: 'wasRefused', key, problem: refusal(edited) });
  }
}

/** What the lists have to know after the edits were made. */
const madeEvents = (steps: readonly AxesStep[], edited: AnalysisEdited): readonly AxesEvent[] =>
  steps.flatMap(({ key, transformation }): readonly AxesEvent[] => {
    if (key === undefined) return [];
    if (transformation.kind === 'delete_entry') return [{ kind: 'wasRemoved', key }];
    if (transformation.kind !== 'add_entry') return [];
    const entryId = addedEntry(edited, transformation.conceptId);
    return entryId === undefined ? [] : [{ kind: 'wasAdded', key, entryId }];
  });

const addedEntry = ({ extended }: AnalysisEdited, conceptId: string): string | undefined =>
  [...extended.rows, ...extended.cols].find((entry) => entry.conceptId === conceptId)?.entryId;
